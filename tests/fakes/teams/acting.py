"""What can a person do in Teams, and what does that person see?"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.fakes.teams import activities, expecting, posting, using
from tests.fakes.teams.chats import Chat, Sharing
from tests.fakes.teams.delivering import Delivery, Dispatch
from tests.fakes.teams.messages import Message
from tests.fakes.teams.people import Account
from tests.fakes.teams.screens import Shown, actions, shown_to
from tests.fakes.teams.texts import Body
from tests.fakes.teams.using import Dialog

if TYPE_CHECKING:
    from tests.fakes.teams.service import FakeTeams

On = Shown | Message


@dataclass(eq=False, repr=False)
class Person(Account):
    """Somebody at a Teams client; what cannot be done there raises an AssertionError."""

    teams: "FakeTeams" = field(kw_only=True)
    dialog: Dialog | None = None  # that lies in front
    results: list[Body] = field(default_factory=list)  # of the last search
    notes: list[str] = field(default_factory=list)  # that were shown for a moment
    complaints: list[str] = field(default_factory=list)  # what Teams told of a bot that failed

    async def says(
        self,
        text: str,
        *,
        in_: Chat,
        thread: On | str | None = None,
        expects_replies: bool = False,
    ) -> Message:
        """Say something, or reply in a thread; mentions are written `<at>Name</at>`.

        With `expects_replies` the bot is to answer in the body of its answer.
        """
        self._is_in(in_)
        message = Message(in_, self.teams.clock.activity_id(), self, text, _root(in_, thread))
        posting.post(self.teams, message)
        if posting.reaches_bot(self.teams, message):
            activity = activities.said(self.teams, message)
            if expects_replies:
                message.events.append(expecting.begin(self.teams, message, activity))
            else:
                message.events.append(posting.tell(self.teams, activity))
        return message

    async def commands(self, command: str, *, in_: Chat) -> Message:
        """Choose a command from the bot's menu: it is said, to the bot by name where others are."""
        text = command if in_.is_personal else f"{self.teams.bot.mention} {command}"
        return await self.says(text, in_=in_)

    async def edits(self, message: Message, text: str) -> None:
        """Edit a message of one's own."""
        self._wrote(message)
        posting.change(self.teams, message, text=text, is_edited=True)
        self._tell(message, activities.edited)

    async def deletes(self, message: Message) -> None:
        """Delete a message of one's own."""
        self._wrote(message)
        posting.take_back(self.teams, message)
        self._tell(message, activities.deleted)

    async def undeletes(self, message: Message) -> None:
        """Take a deletion back."""
        self._wrote(message)
        posting.post(self.teams, message)
        self._tell(message, activities.undeleted)

    async def reacts(self, name: str, *, on: On) -> Dispatch | None:
        """React to a message, like with a `heart`; the bot hears of it where it is its own."""
        message = self._found(on)
        message.reactions.append(name)
        self.teams.changed(message.chat)
        if message.sender is not self.teams.bot:
            return None
        return posting.tell(self.teams, activities.reacted(self.teams, message, self, name))

    async def presses(
        self,
        button: str,
        *,
        on: On,
        value: str | None = None,
        values: Mapping[str, Any] | None = None,
        times: int = 1,
    ) -> Delivery:
        """Press what has that title, id or verb in a card, or that title among suggestions.

        Of more than one, `value` is what the pressed one's data carries; `values` are put into
        the card's fields first. Pressed more than once, an Action.Submit is sent each time anew.
        """
        message = self._found(on)
        return await using.press(
            self, button, message, values=values or {}, value=value, times=times
        )

    async def rates(self, reaction: str, *, on: On, text: str = "") -> Delivery:
        """Press a thumb, `like` or `dislike`, and say why; a form of the bot's is opened."""
        return await using.rate(self, reaction, self._found(on), text)

    async def submits(
        self,
        dialog: Dialog | None,
        values: Mapping[str, Any] | None = None,
        *,
        button: str | None = None,
    ) -> Delivery:
        """Fill in the dialog by its fields' ids, and send it."""
        assert dialog is not None, f"{self.name} has no dialog open."
        assert dialog is self.dialog, f"{dialog.title!r} is not what {self.name} has in front."
        return await using.submit(self, dialog, values or {}, button)

    async def closes(self, dialog: Dialog | None) -> None:
        """Close the dialog; the bot does not hear of it."""
        assert dialog is self.dialog, f"{self.name} has another dialog in front, or none."
        self.dialog = None

    async def searches(self, text: str, *, in_: Chat, command: str = "search") -> Delivery:
        """Search with the message extension; `results` are what it found."""
        return await using.search(self, text, command, in_)

    async def shortcut(
        self, command: str, *, on: On | None = None, in_: Chat | None = None
    ) -> Delivery:
        """Use an action of the message extension, on a message or from where one is written."""
        message = None if on is None else self._found(on)
        chat = in_ if message is None else message.chat
        assert chat is not None, "Say where, or on which message."
        return await using.shortcut(self, command, chat, message)

    async def invokes(
        self,
        name: str,
        value: object = None,
        *,
        in_: Chat,
        on: Message | None = None,
        fields: Mapping[str, object] | None = None,
    ) -> Delivery:
        """Let the client send any invoke: `fields` take the place of the activity's, None none."""
        return await using.invoke(self, name, in_, value=value, on=on, fields=fields)

    async def refreshes(self, *, on: On) -> Delivery:
        """Come to see a card that has a view for this person."""
        return await using.refresh(self, self._found(on))

    async def stops(self, *, on: On) -> None:
        """Press Stop under what is being streamed."""
        stream = on.chat.stream
        assert stream is not None, "Nothing is streamed there."
        assert stream.message.id == on.id, "That is not what is streamed."
        stream.end = "Content stream was canceled by user."
        posting.change(self.teams, stream.message, is_streaming=False)

    async def blocks(self) -> None:
        """Block the bot."""
        self.teams.dm(self).is_blocked = True

    async def unblocks(self) -> None:
        self.teams.dm(self).is_blocked = False

    def is_told(self, note: str) -> None:
        """Show a note for a moment, that the bot answered with."""
        self.notes.append(note)
        self.teams.record.add([note], [self.id], by_app=True, how="note")
        self.teams.changed()

    def screen(self, chat: Chat, thread: On | str | None = None) -> list[Shown]:
        """Give what stands there now for this person: all of it, or one thread."""
        root = None if thread is None else thread if isinstance(thread, str) else thread.id
        return shown_to(self, chat, root)

    def buttons(self, on: On) -> list[Body]:
        """Give what can be pressed from there."""
        message = self._found(on)
        return [action for card in message.cards_for(self) for action in actions(card)]

    async def sees(
        self, what: str | Callable[[Shown], object], *, in_: Chat, within: float = 30
    ) -> Shown:
        """Wait until something stands there that says it, or that is so; give the newest."""

        def found() -> Shown | None:
            for shown in reversed(self.screen(in_)):
                if shown.says(what) if isinstance(what, str) else what(shown):
                    return shown
            return None

        try:
            await self.teams.until(found, in_=in_, within=within)
        except TimeoutError:
            there = [shown.text or sorted(shown.texts) for shown in self.screen(in_)]
            raise AssertionError(f"{self.name} does not see {what!r}, but {there}.") from None
        shown = found()
        assert shown is not None
        return shown

    @property
    def everything_seen(self) -> set[str]:
        """Every text that this person could ever see, anywhere, whoever wrote it."""
        return self.teams.record.of(self.id)

    @property
    def everything_told(self) -> set[str]:
        """Of what could be seen, what the bot wrote."""
        return self.teams.record.of(self.id, by_app_only=True)

    def _is_in(self, chat: Chat) -> None:
        assert self.id in chat.members, f"{self.name} is not in {chat}."
        if chat.sharing is not Sharing.SHARED:
            return
        assert self.role.value == "user", "A guest cannot be in a shared channel."

    def _wrote(self, message: Message) -> None:
        assert message.sender is self, f"{self.name} did not write that."

    def _tell(self, message: Message, written: Callable[["FakeTeams", Message], Body]) -> None:
        if message.events and message.chat.has_bot:
            message.events.append(posting.tell(self.teams, written(self.teams, message)))

    def _found(self, on: On) -> Message:
        """Find what is acted on, as it is on this person's screen now."""
        assert self.id in on.chat.members, f"{self.name} is not in {on.chat}."
        message = on.chat.messages.get(on.id)
        assert message is not None, f"{self.name} does not see that: {on.text!r}."
        return message


def _root(chat: Chat, thread: On | str | None) -> str:
    """Tell under which post a reply stands: that of the thread, though it was to a reply."""
    if thread is None:
        return ""
    assert chat.is_channel, "Only channels have threads."
    id_ = thread if isinstance(thread, str) else thread.id
    assert id_ in chat.messages, "That message is not there."
    return chat.messages[id_].root
