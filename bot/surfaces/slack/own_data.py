"""What can somebody do about what is kept of them? See it, take it along, have it deleted."""

from collections.abc import Callable

from slack_sdk.web.async_client import AsyncWebClient

from bot.privacy import Privacy
from bot.privacy_words import Terms, privacy_words
from bot.surfaces.slack.calling import once
from bot.surfaces.slack.drawing import hints, notes
from bot.surfaces.slack.drawing.home import home_view, suggested_prompts
from bot.surfaces.slack.events import HomeOpened, Place
from bot.surfaces.slack.people import Roster
from bot.surfaces.slack.posting import Poster
from bot.surfaces.slack.replies import locale
from storage.deliveries import PLACE_ID, Deliveries


class OwnData:
    """`/policy privacy`, and the app's home page, which says and offers the same."""

    def __init__(  # what it talks to
        self,
        client: AsyncWebClient,
        privacy: Privacy,
        *,
        poster: Poster,
        roster: Roster,
        deliveries: Deliveries,
        terms: Callable[[str], Terms],
    ) -> None:
        self._client = client
        self._privacy = privacy
        self._poster = poster
        self._roster = roster
        self._deliveries = deliveries
        self._terms = terms

    async def home(self, opened: HomeOpened) -> None:
        """Show the home page, or questions to begin with."""
        words = locale(await self._roster.account(opened.user))
        if opened.tab == "messages":
            await self._poster.prompts(opened.place.channel, suggested_prompts(words))
            return
        view = home_view(words, self._terms(words))
        await once(
            "views.publish", lambda: self._client.views_publish(user_id=opened.user, view=view)
        )

    async def tell(self, user: str, team: str, event: str) -> None:
        """Say in private what is kept, with the buttons that export and delete it."""
        account = await self._roster.account(user)
        place = Place(team, await self._poster.direct(user))
        kept = await self._privacy.summary(account.asker)
        language = locale(account)
        said = privacy_words(language).summary(
            self._terms(language), questions=kept.questions, since=kept.since, until=kept.until
        )
        note = hints.own_data(said, language, has_any=kept.questions + kept.cases > 0)
        await self._poster.show(f"privacy:{event}", place, [note])

    async def export(self, user: str, team: str, event: str) -> None:
        """Hand somebody a file with everything that is kept of them."""
        account = await self._roster.account(user)
        channel = await self._poster.direct(user)
        key = f"export:{event}"
        begun = await self._deliveries.begin(key, "slack", {PLACE_ID: channel, "team": team})
        if begun.reference is not None:
            return
        content = await self._privacy.export(account.asker)
        await once(
            "files.completeUploadExternal",
            lambda: self._client.files_upload_v2(
                channel=channel,
                filename="policybot.json",
                content=content,
                initial_comment=privacy_words(locale(account)).exported,
            ),
        )
        await self._deliveries.shown(key, "file", "")

    async def erase(self, user: str, team: str, event: str) -> None:
        """Delete every text of somebody, and say so."""
        account = await self._roster.account(user)
        erased = await self._privacy.erase(account.asker, by=account.asker)
        place = Place(team, await self._poster.direct(user))
        note = notes.note(privacy_words(locale(account)).erased(erased.exchanges))
        await self._poster.show(f"erased:{event}", place, [note])
