from tests.fakes.slack_page.fixtures import slack_page, slack_pages

__all__ = ["slack_page", "slack_pages"]
