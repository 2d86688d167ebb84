"""What happens when something is said, changed or taken back, by a person or by the bot?"""

from typing import TYPE_CHECKING, Any

from tests.fakes.teams import activities
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.delivering import Dispatch
from tests.fakes.teams.messages import Message
from tests.fakes.teams.people import Account
from tests.fakes.teams.texts import Body, leaves

if TYPE_CHECKING:
    from tests.fakes.teams.service import FakeTeams


def post(teams: "FakeTeams", message: Message) -> Message:
    """Put a message up for all who are there."""
    message.chat.keep(message)
    if message.sender is teams.bot:
        message.chat.typing_since = None
    expose(teams, message)
    teams.changed(message.chat)
    return message


def change(teams: "FakeTeams", message: Message, **changes: Any) -> None:  # noqa: ANN401  # whatever a message has
    """Make a message another: everybody who is there now sees what it says now."""
    for name, value in changes.items():
        setattr(message, name, value)
    expose(teams, message)
    teams.changed(message.chat)


def finish(teams: "FakeTeams", message: Message, activity: Body) -> None:
    """Put the whole message in the place of what was streamed."""
    text = activity.get("text") or ""
    change(teams, message, text=text, activity=activity, is_streaming=False)


def take_back(teams: "FakeTeams", message: Message) -> None:
    """Delete a message; what was replied to it stays."""
    message.chat.messages.pop(message.id, None)
    teams.changed(message.chat)


def show_alone(
    teams: "FakeTeams", message: Message, reader: Account, card: Body, *, how: str
) -> None:  # fmt: skip
    """Put a card in the place of another, for one person: what it says is new to them alone."""
    message.views[reader.id] = card
    by_app = message.sender is teams.bot
    teams.record.add(leaves(card), [reader.id], by_app=by_app, how=how, chat=message.chat)
    teams.changed(message.chat)


def expose(teams: "FakeTeams", message: Message) -> None:
    """Record who can see what a message says now."""
    by_app = message.sender is teams.bot
    chat = message.chat
    teams.record.add(message.texts, chat.audience, by_app=by_app, chat=chat)


def welcome(teams: "FakeTeams", chat: Chat, account: Account) -> None:
    """Let somebody in, who sees all that stands there from then on: in a team, everywhere."""
    chat.take_in([account])
    channels = chat.team.channels if chat.team else [chat]
    opened = [channel for channel in channels if channel.members is chat.members]
    for message in (message for one in opened for message in one.messages.values()):
        by_app = message.sender is teams.bot
        teams.record.add(
            message.texts, [account.id], by_app=by_app, how="history", chat=message.chat
        )
    teams.changed(chat)


def tell(teams: "FakeTeams", activity: Body) -> Dispatch:
    """Begin to hand an activity to the bot."""
    dispatch = Dispatch(activity)
    teams.deliverer.send(dispatch)
    return dispatch


def reaches_bot(teams: "FakeTeams", message: Message) -> bool:
    """Tell whether the bot is sent a message: where it is not alone with somebody, if called."""
    if not message.chat.has_bot or message.chat.is_blocked:
        return False
    return message.chat.is_personal or teams.bot in activities.mentions(teams, message)
