"""What does the app hear when somebody presses, submits, closes or commands, and what follows?"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.slack import posting
from tests.fakes.slack.channels import Channel, Kind
from tests.fakes.slack.delivering import Delivery, Dispatch
from tests.fakes.slack.messages import Ephemeral, Message
from tests.fakes.slack.people import Account
from tests.fakes.slack.refusing import SlackError, check_blocks
from tests.fakes.slack.texts import Body
from tests.fakes.slack.views import View, with_ids

if TYPE_CHECKING:
    from tests.fakes.slack.workspace import FakeSlack

_USES = 5
_URL_LIVES = 30 * 60  # seconds


@dataclass(eq=False)
class Trigger:
    """What lets the app open a modal for somebody, once."""

    user: Account
    at: float
    is_used: bool = False


@dataclass(eq=False)
class ResponseUrl:
    """Where the app may answer an interaction; `original` is the message that it came from."""

    user: Account
    channel: Channel
    at: float
    original: Message | Ephemeral | None = None
    uses: int = 0


@dataclass
class Interactions:
    """The triggers and response URLs that were handed out."""

    trigger_lives: float = 3.0  # seconds
    triggers: dict[str, Trigger] = field(default_factory=dict)
    urls: dict[str, ResponseUrl] = field(default_factory=dict)

    def exchange(self, trigger_id: str, now: float) -> Account:
        """Take a trigger, and tell whose it is."""
        trigger = self.triggers.get(trigger_id)
        if trigger is None:
            raise SlackError("invalid_trigger_id")
        if trigger.is_used:
            raise SlackError("exchanged_trigger_id")
        if now - trigger.at > self.trigger_lives:
            raise SlackError("expired_trigger_id")
        trigger.is_used = True
        return trigger.user


def trigger(slack: "FakeSlack", user: Account) -> str:
    made = f"{slack.clock.id('1')}.{slack.clock.id('2')}.fake"
    slack.interactions.triggers[made] = Trigger(user, slack.clock.now())
    return made


def response_url(
    slack: "FakeSlack",
    user: Account,
    channel: Channel,
    original: Message | Ephemeral | None = None,
) -> str:
    name = f"{slack.app_id}/{slack.clock.id('R')}"
    url = ResponseUrl(user, channel, slack.clock.now(), original)
    slack.interactions.urls[name] = url
    return f"{slack.url}/actions/{name}"


async def hand(slack: "FakeSlack", kind: str, payload: Body) -> Delivery:
    """Hand an interaction to the app, and wait for what it answers."""
    return await slack.deliverer.hand(Dispatch(kind, slack.clock.id("X"), payload))


def whose(slack: "FakeSlack", user: Account) -> Body:
    """Write who it was, and of what workspace: what all interactions begin with."""
    enterprise = slack.team.enterprise
    return {
        "user": {
            "id": user.id,
            "username": user.name.lower().replace(" ", "."),
            "name": user.name.lower().replace(" ", "."),
            "team_id": user.team.id,
        },
        "team": {"id": slack.team.id, "domain": slack.team.domain},
        "enterprise": enterprise and {"id": enterprise.id, "name": enterprise.name},
        "is_enterprise_install": slack.is_org_wide,
        "api_app_id": slack.app_id,
        "token": "legacy-verification-token",
    }


def where(channel: Channel) -> Body:
    """Write where it was, as interactions name it."""
    names = {
        Kind.DIRECT: "directmessage",
        Kind.PRIVATE: "privategroup",
        Kind.GROUP_DIRECT: "mpdm",
    }
    return {"id": channel.id, "name": names.get(channel.kind, channel.name)}


def answer_url(slack: "FakeSlack", url: ResponseUrl, body: Body) -> None:
    """Do what the app asks of a response URL."""
    if url.uses >= _USES:
        raise SlackError("used_url")
    if slack.clock.now() - url.at > _URL_LIVES:
        raise SlackError("expired_url")
    text, blocks = checked(slack, body, needs_words=not body.get("delete_original"))
    url.uses += 1
    if body.get("delete_original"):
        _delete(slack, url)
    elif body.get("replace_original") and url.original is not None:
        _replace(slack, url.original, text, blocks)
    else:
        respond(slack, url, body, (text, blocks))


def checked(slack: "FakeSlack", body: Body, *, needs_words: bool = True) -> tuple[str, list[Body]]:
    """Check the words of an answer that is no call of a method."""
    text = str(body.get("text") or "")
    blocks = body.get("blocks") or []
    if needs_words and not text and not blocks:
        raise SlackError("no_text")
    made = with_ids(check_blocks(blocks, structural=slack.checks_structure), slack.clock)
    return text, made


def respond(
    slack: "FakeSlack", url: ResponseUrl, body: Body, words: tuple[str, list[Body]]
) -> Message | Ephemeral:
    """Show an answer to its person alone, or to all who are there."""
    text, blocks = words
    ts = slack.clock.ts()
    thread = str(body.get("thread_ts") or "")
    if body.get("response_type") == "in_channel":
        message = Message(url.channel, ts, slack.bot, text, blocks, thread)
        return posting.post(slack, message)
    note = Ephemeral(url.channel, ts, slack.bot, url.user, text, blocks, thread)
    if url.original is None:
        url.original = note
    return posting.whisper(slack, note)


def _delete(slack: "FakeSlack", url: ResponseUrl) -> None:
    if isinstance(url.original, Message):
        posting.take_back(slack, url.original)
    elif url.original is not None:
        url.channel.ephemerals.pop(url.original.ts, None)
        slack.changed(url.channel)


def _replace(
    slack: "FakeSlack", original: Message | Ephemeral, text: str, blocks: list[Body]
) -> None:
    if isinstance(original, Message):
        mark = posting.edited(slack, slack.bot)
        posting.change(slack, original, text=text, blocks=blocks, edited=mark)
        return
    original.text, original.blocks = text, blocks
    posting.whisper(slack, original)


def apply_response_action(slack: "FakeSlack", view: View, delivery: Delivery) -> None:
    """Do with a modal what the app answered to its submission."""
    if not delivery.is_taken:
        view.trouble = "We had some trouble connecting. Try again?"
        return
    answer = delivery.json
    action = answer.get("response_action")
    if action == "errors":
        _show_errors(slack, view, answer.get("errors") or {})
    elif action in {"update", "push"}:
        _show_next(slack, view, str(action), answer.get("view"))
    elif action == "clear":
        slack.views.clear(view.owner)
    elif view.is_open:
        slack.views.close(view)


def _show_errors(slack: "FakeSlack", view: View, errors: dict[str, str]) -> None:
    inputs = {block["block_id"] for block in view.blocks if block["type"] == "input"}
    unknown = sorted(errors.keys() - inputs)
    if unknown or not errors:
        slack.refuse("view_submission", SlackError("invalid_errors", *unknown), dict(errors))
        view.trouble = "We had some trouble connecting. Try again?"
        return
    view.errors = dict(errors)
    slack.record.add(view.texts, [view.owner.id], by_app=True, how=view.name)


def _show_next(slack: "FakeSlack", view: View, action: str, body: object) -> None:
    try:
        checked_view = slack.checked_view(body, "modal")
        if action == "update":
            slack.views.update(view, checked_view)
            shown = view
        else:
            shown = slack.views.push(view.owner, checked_view)
    except SlackError as error:
        slack.refuse("view_submission", error, {"view": body})
        view.trouble = "We had some trouble connecting. Try again?"
        return
    slack.record.add(shown.texts, [view.owner.id], by_app=True, how=shown.name)
