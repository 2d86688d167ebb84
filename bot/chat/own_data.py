"""What can somebody do about what is kept of them? See it, take it along, have it deleted."""

from collections.abc import Callable

from bot.chat.events import HomeOpened
from bot.chat.ports import Service
from bot.chat.replies import locale
from bot.privacy import Privacy
from bot.privacy_words import Terms, privacy_words
from bot.saying import hints, notes
from bot.saying.home import home, suggested_prompts
from bot.saying.parts import Said


class OwnData:
    """What is told of it when asked, and the bot's own page, which says and offers the same."""

    def __init__(
        self, privacy: Privacy, service: Service, *, terms: Callable[[str], Terms]
    ) -> None:
        self._privacy = privacy
        self._surface = service.surface
        self._poster = service.poster
        self._roster = service.roster
        self._terms = terms

    async def home(self, opened: HomeOpened, event: str) -> None:
        """Show the bot's own page, or questions to begin with."""
        words = locale(await self._roster.account(opened.user))
        if opened.is_chat:
            await self._poster.prompts(opened.place, suggested_prompts(words))
        else:
            said = home(words, self._terms(words), self._surface)
            await self._poster.home(f"home:{event}", opened.place, opened.user, said)

    async def tell(self, user: str, team: str, event: str) -> None:
        """Say in private what is kept, with the buttons that export and delete it."""
        said = await self.summary(user)
        await self._poster.show(f"privacy:{event}", await self._poster.direct(team, user), said)

    async def summary(self, user: str) -> Said:
        """Word what is kept of somebody, and what they may do about it."""
        account = await self._roster.account(user)
        kept = await self._privacy.summary(account.asker)
        language = locale(account)
        said = privacy_words(language).summary(
            self._terms(language), questions=kept.questions, since=kept.since, until=kept.until
        )
        return hints.own_data(said, language, has_any=kept.questions + kept.cases > 0)

    async def export(self, user: str, team: str, event: str) -> None:
        """Hand somebody a file with everything that is kept of them."""
        account = await self._roster.account(user)
        place, key = await self._poster.direct(team, user), f"export:{event}"
        if await self._poster.reference(key) is not None:
            return
        content = await self._privacy.export(account.asker)
        said = privacy_words(locale(account)).exported
        await self._poster.hand(key, place, "policybot.json", content, said)

    async def erase(self, user: str, team: str, event: str) -> None:
        """Delete every text of somebody, and say so."""
        account = await self._roster.account(user)
        erased = await self._privacy.erase(account.asker, by=account.asker)
        place = await self._poster.direct(team, user)
        note = notes.note(privacy_words(locale(account)).erased(erased.exchanges))
        await self._poster.show(f"erased:{event}", place, note)
