"""What can one person see now?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.fakes.teams.chats import Chat
from tests.fakes.teams.messages import Message
from tests.fakes.teams.people import Account
from tests.fakes.teams.texts import Body


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as it stands on somebody's screen."""

    chat: Chat
    id: str
    sender: Account
    text: str
    cards: tuple[Body, ...]
    thread: str  # the post that it replies to, or ""
    texts: frozenset[str]  # all that can be read of it
    citations: tuple[Body, ...] = ()  # the appearance of each, by position
    label: Body | None = None  # how sensitive it is
    is_ai: bool = False  # says so
    feedback: str = ""  # the form that its thumbs open
    suggested: tuple[Body, ...] = ()
    is_edited: bool = False
    is_streaming: bool = False
    reactions: tuple[str, ...] = ()
    activity: Body | None = None  # as the bot sent it

    def says(self, part: str) -> bool:
        """Tell whether it can be read anywhere in it."""
        return any(part in text for text in self.texts)


def shown_to(reader: Account, chat: Chat, thread: str | None = None) -> list[Shown]:
    """Draw a conversation, or one thread of it, as its member sees it; others see nothing."""
    if reader.id not in chat.members:
        return []
    messages = chat.messages.values() if thread is None else chat.in_thread(thread)
    return [_shown(message, reader) for message in messages]


def actions(card: Body) -> Iterator[Body]:
    """Walk over what can be pressed in a card, in cards that it folds out too."""
    for owner in _walk(card):
        for name in ("actions", "selectAction", "inlineAction"):
            found = owner.get(name)
            for action in found if isinstance(found, list) else [found]:
                if isinstance(action, dict) and str(action.get("type")).startswith("Action."):
                    yield action


def fields(card: Body) -> list[Body]:
    """Give what can be filled in, in a card."""
    return [part for part in _walk(card) if str(part.get("type")).startswith("Input.")]


def _walk(value: object) -> Iterator[Body]:
    if isinstance(value, dict):
        yield value
        for key, part in value.items():
            if key not in {"fallback", "refresh", "data"}:
                yield from _walk(part)
    elif isinstance(value, list):
        for part in value:
            yield from _walk(part)


def _shown(message: Message, reader: Account) -> Shown:
    root = root_entity(message.activity)
    suggested = message.activity.get("suggestedActions") or {}
    is_last = next(reversed(message.chat.messages)) == message.id
    return Shown(
        chat=message.chat,
        id=message.id,
        sender=message.sender,
        text=message.text,
        cards=tuple(message.cards_for(reader)),
        thread=message.thread,
        texts=frozenset(message.texts_for(reader)),
        citations=tuple(_by_position(root.get("citation") or ())),
        label=root.get("usageInfo"),
        is_ai="AIGeneratedContent" in (root.get("additionalType") or ()),
        feedback=message.feedback,
        suggested=tuple(suggested.get("actions") or ()) if is_last else (),
        is_edited=message.is_edited,
        is_streaming=message.is_streaming,
        reactions=tuple(message.reactions),
        activity=message.activity or None,
    )


def root_entity(activity: Body) -> Body:
    """Give the entity that says what a message is, as schema.org has it; empty without one."""
    for entity in activity.get("entities") or ():
        if entity.get("type") == "https://schema.org/Message":
            found: Body = entity
            return found
    return {}


def _by_position(claims: Iterable[Body]) -> list[Body]:
    ordered = sorted(claims, key=lambda claim: int(claim["position"]))
    return [claim["appearance"] for claim in ordered]
