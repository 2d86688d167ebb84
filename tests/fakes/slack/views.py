"""Which modals and homes are open, for whom, and what stands in their fields?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.slack.clock import Clock
from tests.fakes.slack.filling import state_of
from tests.fakes.slack.people import Account
from tests.fakes.slack.refusing import SlackError
from tests.fakes.slack.texts import Body, leaves

MOST_STACKED = 3


@dataclass(eq=False)
class View:
    """A modal or a home, as it is now; `filled` holds what its person has put in its fields."""

    id: str
    owner: Account
    body: Body
    hash: str
    root: str
    previous: str = ""
    errors: dict[str, str] = field(default_factory=dict)  # by block, as the app told them
    trouble: str = ""  # what Slack tells when the app did not answer
    filled: dict[str, dict[str, Any]] = field(default_factory=dict)
    is_open: bool = True

    @property
    def name(self) -> str:
        """What sort of view it is: its callback id, where it has one."""
        return str(self.body.get("callback_id") or self.body["type"])

    @property
    def title(self) -> str:
        return str(self.body.get("title", {}).get("text", ""))

    @property
    def blocks(self) -> list[Body]:
        blocks: list[Body] = self.body["blocks"]
        return blocks

    @property
    def texts(self) -> set[str]:
        """All that can be read in it; what it holds privately, its person's client has too."""
        shown = (self.body.get(name) for name in ("title", "submit", "close", "blocks"))
        private = self.body.get("private_metadata")
        return {*leaves(list(shown)), *leaves(private), *self.errors.values()}

    def says(self, part: str) -> bool:
        return any(part in text for text in self.texts)

    @property
    def values(self) -> dict[str, dict[str, Body]]:
        """The state of its fields."""
        return state_of(self.blocks, self.filled)

    def json(self, app_id: str, bot: Account) -> Body:
        """Write it as it is in answers and interactions."""
        told: Body = {
            "id": self.id,
            "team_id": self.owner.team.id,
            "type": self.body["type"],
            "blocks": self.blocks,
            "private_metadata": self.body.get("private_metadata", ""),
            "callback_id": self.body.get("callback_id", ""),
            "external_id": self.body.get("external_id", ""),
            "state": {"values": self.values},
            "hash": self.hash,
            "clear_on_close": self.body.get("clear_on_close", False),
            "notify_on_close": self.body.get("notify_on_close", False),
            "root_view_id": self.root,
            "previous_view_id": self.previous or None,
            "app_id": app_id,
            "bot_id": bot.bot_id,
            "app_installed_team_id": bot.team.id,
        }
        for name in ("title", "submit", "close"):
            if self.body["type"] == "modal":
                told[name] = self.body.get(name)
        return told


class Views:
    """The modals of each person, the last one on top, and each person's home."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._by_id: dict[str, View] = {}
        self.stacks: dict[str, list[View]] = {}
        self.homes: dict[str, View] = {}

    def top(self, owner: Account) -> View | None:
        stack = self.stacks.get(owner.id)
        return stack[-1] if stack else None

    def open(self, owner: Account, body: Body) -> View:
        """Open a modal in place of what was open."""
        self._check_external_id(body, None)
        self.clear(owner)
        view = self._made(owner, body, root="")
        self.stacks[owner.id] = [view]
        return view

    def push(self, owner: Account, body: Body) -> View:
        """Open a modal over the one that is open."""
        stack = self.stacks.get(owner.id)
        if not stack:
            raise SlackError("not_found")
        if len(stack) >= MOST_STACKED:
            raise SlackError("push_limit_reached")
        self._check_external_id(body, None)
        view = self._made(owner, body, root=stack[0].id, previous=stack[-1].id)
        stack.append(view)
        return view

    def update(self, view: View, body: Body) -> None:
        """Show something else in a view; what was put in fields that are still there stays."""
        self._check_external_id(body, view)
        view.body = _with_ids(body, self._clock)
        view.hash = self._hash()
        view.errors = {}
        view.trouble = ""

    def publish(self, owner: Account, body: Body) -> View:
        """Show a person's home."""
        home = self.homes.get(owner.id)
        if home is None:
            home = self._made(owner, body, root="")
            self.homes[owner.id] = home
        else:
            self.update(home, body)
        return home

    def found(self, view_id: str, external_id: str) -> View:
        """Find an open view by either of its ids."""
        for view in [self._by_id[view_id]] if view_id in self._by_id else self._by_id.values():
            by_name = external_id and view.body.get("external_id") == external_id
            if view.is_open and (view.id == view_id or by_name):
                return view
        raise SlackError("not_found")

    def close(self, view: View) -> None:
        """Close a view; the one under it is seen again."""
        stack = self.stacks.get(view.owner.id, [])
        if view in stack:
            stack.remove(view)
        view.is_open = False

    def clear(self, owner: Account) -> None:
        """Close all of somebody's modals."""
        for view in self.stacks.pop(owner.id, []):
            view.is_open = False

    def check_hash(self, view: View, given: object) -> None:
        if given and given != view.hash:
            raise SlackError("hash_conflict")

    def _made(self, owner: Account, body: Body, *, root: str, previous: str = "") -> View:
        number = self._clock.id("V")
        body = _with_ids(body, self._clock)
        view = View(number, owner, body, self._hash(), root or number, previous)
        self._by_id[view.id] = view
        return view

    def _hash(self) -> str:
        return f"{self._clock.ts()}.fake"

    def _check_external_id(self, body: Body, own: View | None) -> None:
        name = body.get("external_id")
        if name and any(
            view.is_open and view is not own and view.body.get("external_id") == name
            for view in self._by_id.values()
        ):
            raise SlackError("duplicate_external_id")


def with_ids(blocks: list[Body], clock: Clock) -> list[Body]:
    """Name blocks and what can be pressed in them, where the app did not."""
    return [_named(block, clock) for block in blocks]


def _with_ids(body: Body, clock: Clock) -> Body:
    return body | {"blocks": with_ids(body["blocks"], clock)}


def _named(block: Body, clock: Clock) -> Body:
    named = {**block, "block_id": block.get("block_id") or clock.id("b")}
    if block["type"] in {"actions", "context_actions"}:
        named["elements"] = [_acting(element, clock) for element in block["elements"]]
    for name in ("accessory", "element"):
        if name in block:
            named[name] = _acting(block[name], clock)
    return named


def _acting(element: Mapping[str, Any], clock: Clock) -> Body:
    if element["type"] == "image":
        return dict(element)
    return {**element, "action_id": element.get("action_id") or clock.id("a")}
