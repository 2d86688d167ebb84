"""What does Slack get of the product, as it is set?"""

from contextlib import suppress

from bot.app import Application, BusyError
from bot.privacy_words import Terms
from bot.settings import Settings
from bot.surfaces.slack.wiring import Choices, Client, Parts, Wired, connected
from storage.deliveries import Deliveries


async def slack_work(app: Application, client: Client) -> Wired:
    """Put Slack's part of the product together; asks Slack who we are there."""
    settings = app.settings

    async def learned() -> None:
        with suppress(BusyError):  # `serve` sees to it once the sync that runs is done
            await app.learn()

    def terms(language: str) -> Terms:
        sent_to = "" if settings.claude.api_key is None else "Anthropic"
        return Terms(settings.texts_days, app.contacts.hr(language), sent_to)

    parts = Parts(
        assistant=app.assistant,
        audience=app.audience,
        library=app.library,
        exchanges=app.exchanges,
        people=app.stores.people,
        desk=app.desk,
        verification=app.verification,
        privacy=app.privacy,
        feedback=app.feedback,
        deliveries=Deliveries(app.database),
        links=app.links,
        hr=app.contacts.hr,
        terms=terms,
        wording_takes_long=settings.claude.api_key is not None,
        learned=learned,
    )
    return await connected(client, parts, _choices(settings))


def _choices(settings: Settings) -> Choices:
    slack = settings.slack
    return Choices(
        follow_ups=slack.follow_ups,
        small_channel=slack.small_channel,
        channels=frozenset(slack.channel_ids),
        desk_channel=slack.desk_channel,
        hours=settings.desk.hours,
    )
