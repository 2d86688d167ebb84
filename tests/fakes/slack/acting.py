"""What can a person do in Slack, and what does that person see?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.fakes.slack import events, posting, using
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.delivering import Delivery
from tests.fakes.slack.messages import Ephemeral, Message
from tests.fakes.slack.people import Account
from tests.fakes.slack.screens import Shown, elements, shown_to
from tests.fakes.slack.texts import Body, rich_text, typed
from tests.fakes.slack.views import View

if TYPE_CHECKING:
    from tests.fakes.slack.workspace import FakeSlack

On = Shown | Message | Ephemeral | View


@dataclass(eq=False, repr=False)
class Person(Account):
    """Somebody at a Slack client; what cannot be done there raises an AssertionError."""

    slack: "FakeSlack" = field(kw_only=True)
    complaints: list[str] = field(default_factory=list)  # what Slack told of an app that failed

    async def says(
        self,
        text: str,
        *,
        in_: Channel,
        thread: Shown | Message | str | None = None,
        broadcast: bool = False,
        files: Sequence[str] = (),
    ) -> Message:
        """Say something, or reply in a thread; mentions are written `<@U…>`."""
        assert self.id in in_.members, f"{self.name} is not in {in_.name or in_.id}."
        assert not in_.is_archived, f"{in_.name} is archived."
        clock = self.slack.clock
        stored = typed(text)
        message = Message(
            in_,
            clock.ts(),
            self,
            stored,
            rich_text(stored, clock.id("b")) if stored else [],
            thread_ts=_root(in_, thread),
            client_msg_id=clock.id("client"),
            subtype="thread_broadcast" if broadcast else "file_share" if files else "",
            files=[{"id": clock.id("F"), "name": name, "title": name} for name in files],
        )
        return posting.post(self.slack, message)

    async def edits(self, message: Message, text: str) -> None:
        """Edit a message of one's own."""
        assert message.sender is self, f"{self.name} did not write that."
        stored = typed(text)
        blocks = rich_text(stored, self.slack.clock.id("b"))
        mark = posting.edited(self.slack, self)
        posting.change(self.slack, message, text=stored, blocks=blocks, edited=mark)

    async def deletes(self, message: Message) -> None:
        """Delete a message of one's own."""
        assert message.sender is self, f"{self.name} did not write that."
        posting.take_back(self.slack, message)

    async def reacts(self, name: str, *, on: Message) -> None:
        """React to a message with an emoji."""
        assert self.id in on.channel.members, f"{self.name} cannot see that."
        on.reactions.setdefault(name, []).append(self.id)
        event = {
            "type": "reaction_added",
            "user": self.id,
            "reaction": name,
            "item_user": on.sender.id,
            "item": {"type": "message", "channel": on.channel.id, "ts": on.ts},
            "event_ts": self.slack.clock.ts(),
        }
        events.publish(self.slack, "reaction_added", event, on.channel)

    async def presses(
        self, button: str, *, on: On, value: str | None = None, chooses: object = None
    ) -> Delivery:
        """Press the button of that `action_id` (and value), or choose what it lets choose.

        Of feedback buttons, `value` is the one that is pressed: its value, or "positive" or
        "negative".
        """
        place = self._found(on)
        return self._told(await using.press(self, button, place, value=value, chooses=chooses))

    async def submits(
        self, modal: View | None, values: Mapping[str, Any] | None = None
    ) -> Delivery:
        """Fill in a modal by `action_id`, or by `block_id` and then that, and send it."""
        return self._told(await using.submit(self, self._in_front(modal), values or {}))

    async def closes(self, modal: View | None) -> Delivery | None:
        """Close a modal; the app hears of it only if it asked to."""
        return await using.close(self, self._in_front(modal))

    async def commands(self, text: str, *, in_: Channel) -> Delivery:
        """Type a slash command, like `/policy how much leave?`; what is answered is shown."""
        assert self.id in in_.members, f"{self.name} is not in {in_.name or in_.id}."
        return await using.command(self, text, in_)

    async def shortcut(self, callback_id: str, *, on: Message | Shown | None = None) -> Delivery:
        """Use a shortcut of the app, on a message or on nothing."""
        place = None if on is None else self._found(on)
        assert place is None or isinstance(place, Message), "Only what is kept has shortcuts."
        return self._told(await using.shortcut(self, callback_id, place))

    async def opens_home(self, tab: str = "home", *, looking_at: Channel | None = None) -> None:
        """Open the app: its home, or its messages."""
        event: Body = {
            "type": "app_home_opened",
            "user": self.id,
            "channel": self.slack.dm(self).id,
            "tab": tab,
            "event_ts": self.slack.clock.ts(),
        }
        if tab == "home" and self.home is not None:
            event["view"] = self.home.json(self.slack.app_id, self.slack.bot)
        if looking_at is not None:
            event["context"] = _context(looking_at)
        events.publish(self.slack, "app_home_opened", event)

    async def looks_at(self, channel: Channel) -> None:
        """Turn to a conversation while the app is open beside it."""
        event = {
            "type": "app_context_changed",
            "user": self.id,
            "event_ts": self.slack.clock.ts(),
            "context": _context(channel),
        }
        events.publish(self.slack, "app_context_changed", event)

    async def becomes(self, **flags: bool) -> None:
        """Be another: a guest, deactivated, …"""
        self.slack.check_flags(flags)
        self.flags |= flags
        self.updated = int(self.slack.clock.now())
        event = {
            "type": "user_change",
            "user": self.slack.user_json(self, with_locale=True),
            "event_ts": self.slack.clock.ts(),
        }
        events.publish(self.slack, "user_change", event)

    def reloads(self) -> None:
        """Start the client anew: what was shown to this person alone is gone."""
        for channel in self.slack.channels.values():
            mine = [note for note in channel.ephemerals.values() if note.reader is self]
            for note in mine:
                del channel.ephemerals[note.ts]

    def screen(self, channel: Channel, thread: Message | Shown | str | None = None) -> list[Shown]:
        """Give what stands there now for this person: all of it, or one thread."""
        root = None if thread is None else thread if isinstance(thread, str) else thread.ts
        return shown_to(self, channel, root)

    def buttons(self, on: On) -> list[Body]:
        """Give what can be pressed or chosen from there: elements, each with its `block_id`."""
        return list(elements(self._found(on).blocks, self))

    async def sees(
        self, what: str | Callable[[Shown], object], *, in_: Channel, within: float = 30
    ) -> Shown:
        """Wait until something stands there that says it, or that is so; give the newest."""

        def found() -> Shown | None:
            for shown in reversed(self.screen(in_)):
                if shown.says(what) if isinstance(what, str) else what(shown):
                    return shown
            return None

        try:
            await self.slack.until(found, in_=in_, within=within)
        except TimeoutError:
            there = [shown.text for shown in self.screen(in_)]
            raise AssertionError(f"{self.name} does not see {what!r}, but {there}.") from None
        shown = found()
        assert shown is not None
        return shown

    @property
    def modal(self) -> View | None:
        """The modal in front."""
        return self.slack.views.top(self)

    @property
    def home(self) -> View | None:
        """The app's home, as it was last published."""
        return self.slack.views.homes.get(self.id)

    @property
    def everything_seen(self) -> set[str]:
        """Every text that this person could ever see, anywhere, whoever wrote it."""
        return self.slack.record.of(self.id)

    @property
    def everything_told(self) -> set[str]:
        """Of what could be seen, what the app wrote."""
        return self.slack.record.of(self.id, by_app_only=True)

    def _found(self, on: On) -> Message | Ephemeral | View:
        """Find what is acted on, as it is on this person's screen now."""
        if isinstance(on, View):
            is_shown = on in (self.modal, self.home)
            assert is_shown, f"{self.name} does not have that view in front."
            return on
        assert self.id in on.channel.members, f"{self.name} is not in {on.channel}."
        kept = on.channel.messages.get(on.ts)
        if kept is not None:
            return kept
        note = on.channel.ephemerals.get(on.ts)
        shown = note is not None and note.reader is self and note.is_drawn
        assert note is not None and shown, f"{self.name} does not see that: {on.text!r}."  # noqa: PT018  # the first tells the type
        return note

    def _in_front(self, modal: View | None) -> View:
        assert modal is not None, f"{self.name} has no modal open."
        assert modal is self.modal, f"{modal.title!r} is not what {self.name} has in front."
        return modal

    def _told(self, delivery: Delivery) -> Delivery:
        """Note that Slack told of an app that did not answer."""
        if not delivery.is_taken:
            self.complaints.append(f"{delivery.kind}: {delivery.failure}")
        return delivery


def _root(channel: Channel, thread: Shown | Message | str | None) -> str:
    """Tell under which message a reply stands: that of the thread, though it was to a reply."""
    if thread is None:
        return ""
    ts = thread if isinstance(thread, str) else thread.ts
    assert ts in channel.messages, "That message is not there."
    return channel.messages[ts].root


def _context(channel: Channel) -> Body:
    entity = {
        "type": "slack#/types/channel_id",
        "value": channel.id,
        "team_id": channel.team.id,
    }
    return {"entities": [entity]}
