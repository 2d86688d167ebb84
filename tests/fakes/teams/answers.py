"""What does Teams find fault with in what a bot answers to an invoke?"""

from collections.abc import Callable, Iterator
from typing import Any

from tests.fakes.teams.cards import wrong_in_card
from tests.fakes.teams.delivering import Delivery
from tests.fakes.teams.messages import ADAPTIVE
from tests.fakes.teams.texts import Body

CARD = "application/vnd.microsoft.card.adaptive"
TOAST = "application/vnd.microsoft.activity.message"
ERROR = "application/vnd.microsoft.error"
_LOGIN = "application/vnd.microsoft.activity.loginRequest"
_STATUSES = {CARD: (200,), TOAST: (200,), _LOGIN: (401,), ERROR: range(400, 600)}
_HEIGHTS = frozenset({"small", "medium", "large"})
_PREVIEWS = "application/vnd.microsoft.card."


def wrong_in_answer(delivery: Delivery) -> list[str]:
    """Find what is wrong with an answer, each in a sentence; nothing where all is right."""
    if delivery.status is None:
        return [f"nobody answered: {delivery.failure}"]
    if not delivery.is_taken and delivery.status != _ALLOWED.get(delivery.name):
        return [f"the bot answered {delivery.status}"]
    if delivery.body.strip() and not delivery.json and delivery.body.strip() != "{}":
        return ["the answer is no object"]
    check = _CHECKS.get(delivery.name)
    return [] if check is None else list(check(delivery.json))


def _card_action(answer: Body) -> Iterator[str]:
    """Check what replaces a card, or is said of it."""
    kind, value, code = answer.get("type"), answer.get("value"), answer.get("statusCode")
    if not isinstance(code, int):
        yield "statusCode must be a number"
        return
    if kind == CARD:
        yield from wrong_in_card(value)
    elif kind == TOAST:
        yield from _words(value, "value")
    elif kind == ERROR:
        if not isinstance(value, dict) or {"code", "message"} - value.keys():
            yield "value must have a code and a message"
    elif kind != _LOGIN:
        yield f"unknown type {kind!r}"
    if code not in _STATUSES.get(str(kind), ()):
        yield f"{kind} does not go with statusCode {code}"


def _words(value: object, name: str) -> Iterator[str]:
    if not isinstance(value, str) or not value:
        yield f"{name} must be a text"


def _nothing(answer: Body) -> Iterator[str]:
    if answer:
        yield "response isn't empty"


def _task(answer: Body) -> Iterator[str]:
    """Check the dialog that is opened next, or the words that end it."""
    task = answer.get("task")
    if not isinstance(task, dict):
        yield "there is no task"
        return
    value = task.get("value")
    if task.get("type") == "message":
        yield from _words(value, "value")
    elif task.get("type") == "continue":
        yield from _dialog(value)
    else:
        yield f"unknown type of task {task.get('type')!r}"


def _dialog(value: Any) -> Iterator[str]:  # noqa: ANN401  # whatever was answered
    if not isinstance(value, dict):
        yield "value must be an object"
        return
    if not isinstance(value.get("title", ""), str):
        yield "title must be a text"
    if not _is_size(value.get("height", "small")) or not _is_size(value.get("width", "small")):
        yield "height and width must be a number, small, medium or large"
    card = value.get("card")
    if "url" in value:
        if not str(value["url"]).startswith("https://"):
            yield "url must be https"
    elif not isinstance(card, dict) or card.get("contentType") != ADAPTIVE:
        yield "card must be the attachment of an Adaptive Card"
    else:
        yield from wrong_in_card(card.get("content"))


def _is_size(value: object) -> bool:
    is_number = isinstance(value, int) and not isinstance(value, bool) and value > 0
    return is_number or value in _HEIGHTS


def _task_or_nothing(answer: Body) -> Iterator[str]:
    if answer:
        yield from _task(answer)


def _extension_action(answer: Body) -> Iterator[str]:
    """Check what an action of the message extension leads to: a dialog, a card, or nothing."""
    if "task" in answer:
        yield from _task(answer)
    elif "composeExtension" in answer:
        yield from _extension(answer)
    elif answer:
        yield f"unknown: {sorted(answer)}"


def _extension(answer: Body) -> Iterator[str]:
    """Check what a search found."""
    found = answer.get("composeExtension")
    if not isinstance(found, dict):
        yield "there is no composeExtension"
        return
    match found.get("type"):
        case "message":
            yield from _words(found.get("text"), "text")
        case "auth" | "config" | "silentAuth":
            if not (found.get("suggestedActions") or {}).get("actions"):
                yield "suggestedActions must have an action"
        case "result":
            yield from _results(found)
        case kind:
            yield f"unknown type of result {kind!r}"


def _results(found: Body) -> Iterator[str]:
    if found.get("attachmentLayout") not in {"list", "grid"}:
        yield "attachmentLayout must be list or grid"
    results = found.get("attachments")
    if not isinstance(results, list):
        yield "attachments must be a list"
        return
    for result in results:
        kind = result.get("contentType") if isinstance(result, dict) else None
        if kind == ADAPTIVE:
            yield from wrong_in_card(result.get("content"))
            preview = result.get("preview") or {}
            if not str(preview.get("contentType")).startswith(_PREVIEWS):
                yield "an Adaptive Card among results needs a preview"
        elif not str(kind).startswith(_PREVIEWS):
            yield f"{kind!r} is no card"


_CHECKS: dict[str, Callable[[Body], Iterator[str]]] = {
    "adaptiveCard/action": _card_action,
    "message/submitAction": _nothing,
    "message/fetchTask": _task,
    "task/fetch": _task,
    "task/submit": _task_or_nothing,
    "composeExtension/query": _extension,
    "composeExtension/fetchTask": _extension_action,
    "composeExtension/submitAction": _extension_action,
    "signin/verifyState": _nothing,
    "signin/tokenExchange": lambda _: iter(()),
}
_ALLOWED = {"signin/tokenExchange": 412}
