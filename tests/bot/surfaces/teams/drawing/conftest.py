from tests.fakes.teams_cards.fixtures import teams_cards, teams_cards_browser

__all__ = ["teams_cards", "teams_cards_browser"]
