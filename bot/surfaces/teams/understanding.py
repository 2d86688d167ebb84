"""What does it mean for the chat that something happened in Teams?"""

from collections.abc import Mapping
from typing import Any

from bot.chat.events import (
    Asked,
    ChannelChanged,
    Commanded,
    Deleted,
    Edited,
    Event,
    HomeOpened,
    Pointed,
    Pressed,
    Submitted,
)
from bot.chat.handling import PRIVACY
from bot.surfaces.teams.conversations import Conversations
from bot.surfaces.teams.drawing.buttons import VALUE
from bot.surfaces.teams.drawing.forms import ABOUT, CLOSE, SENT, values
from bot.surfaces.teams.events import (
    Acted,
    Happened,
    Installed,
    Invoke,
    Invoked,
    MembersChanged,
    PlaceChanged,
)
from bot.surfaces.teams.reading import read
from bot.surfaces.teams.references import Kind
from storage.deliveries import Deliveries

HELP = frozenset({"help", "ayuda"})


class Understanding:
    """Reads activities; where and by whom something happened is kept on the way."""

    def __init__(self, conversations: Conversations, deliveries: Deliveries) -> None:
        self._conversations = conversations
        self._deliveries = deliveries

    async def event(self, activity: Mapping[str, Any]) -> Event | None:  # noqa: PLR0911  # each
        """Read an activity that was kept; None where nothing is to be done about it."""
        await self._conversations.note(activity)
        happened = read(activity)
        if happened is None:
            return None
        match happened.what:
            case Asked() | Edited() | Deleted() as said:
                return _command(said) or said
            case Acted() as acted:
                return acted_on(happened, acted)
            case Invoked() as invoked:
                return await self._invoked(happened, invoked)
            case Installed(is_there=True) if happened.where.kind is Kind.PERSONAL:
                return HomeOpened(happened.where.place, happened.sender.user, is_chat=False)
            case MembersChanged() | PlaceChanged():
                return ChannelChanged(happened.where.channel)
            case _:
                return None

    async def _invoked(self, happened: Happened, invoked: Invoked) -> Event | None:
        place, user = happened.where.place, happened.sender.user
        match invoked.kind:
            case Invoke.RATED:
                return await self._rated(happened, invoked)
            case Invoke.EXTENSION_WANTED if invoked.about is not None:
                return Pointed(place, invoked.about.id, user, invoked.about.text)
            case _:
                return None

    async def _rated(self, happened: Happened, invoked: Invoked) -> Event | None:
        """Find what was rated by the message that was; thumbs down come with their reason."""
        rating, where, user = invoked.rating, happened.where, happened.sender.user
        if rating is None or invoked.message is None:
            return None
        rated = await self._deliveries.by_reference("teams", where.channel, invoked.message)
        about = None if rated is None else rated.about
        if about is None:
            return None
        if rating.good or not rating.text:
            verdict = "good" if rating.good else "bad"
            value = f"{about}:{verdict}"
            return Pressed(where.place, invoked.message, user, "feedback", value)
        said = {"reason": "", "comment": rating.text}
        return Submitted(where.tenant, user, "feedback_reason", about, said)


def acted_on(happened: Happened, acted: Acted) -> Pressed | Submitted | None:
    """Tell a button that sends a form from all others; one that closes a form does nothing."""
    place, user = happened.where.place, happened.sender.user
    if acted.action == CLOSE:
        return None
    if acted.action.startswith(SENT):
        form, about = acted.action.removeprefix(SENT), str(acted.values.get(ABOUT) or "")
        return Submitted(happened.where.tenant, user, form, about, values(acted.values))
    return Pressed(place, acted.message, user, acted.action, str(acted.values.get(VALUE) or ""))


def is_command(asked: Asked) -> bool:
    """Tell whether what is said is no question but a command."""
    return _command(asked) is not None


def _command(asked: Asked | Edited | Deleted) -> Event | None:
    """Tell whether somebody types what the bot offers as a command."""
    if not isinstance(asked, Asked) or not asked.is_addressed:
        return None
    text = asked.text.casefold().strip(" .!?")
    if text in PRIVACY:
        return Commanded(asked.place, asked.user, text)
    if text in HELP and asked.is_direct:
        return HomeOpened(asked.place, asked.user, is_chat=False)
    return None
