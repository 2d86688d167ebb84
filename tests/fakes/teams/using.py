"""What does a client of Teams do when a person presses, rates, sends, searches or chooses?"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.fakes.teams import activities, answers, posting
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.delivering import Delivery, Dispatch
from tests.fakes.teams.filling import filled
from tests.fakes.teams.messages import Message
from tests.fakes.teams.refusing import ConnectorError
from tests.fakes.teams.screens import actions
from tests.fakes.teams.texts import Body, leaves

if TYPE_CHECKING:
    from tests.fakes.teams.acting import Person

_THEME = {"theme": "default"}
_OPENS = frozenset({"task/fetch", "invoke"})


@dataclass(eq=False)
class Dialog:
    """A form that lies over the client; `sends` is the invoke that sends it."""

    chat: Chat
    sends: str
    title: str = ""
    card: Body = field(default_factory=dict)
    url: str = ""
    on: Message | None = None
    told: Body = field(default_factory=dict)  # what is sent with it

    @property
    def texts(self) -> set[str]:
        return set(leaves([self.title, self.card]))

    def says(self, part: str) -> bool:
        """Tell whether it can be read anywhere in it."""
        return any(part in text for text in self.texts)


async def press(
    person: "Person",
    button: str,
    message: Message,
    *,
    values: Mapping[str, Any],
    value: str | None,
    times: int,
) -> Delivery:
    """Press what is called so in a card, or among what is suggested."""
    for card in message.cards_for(person):
        for action in actions(card):
            if _is_called(action, button) and _carries(action, value):
                return await _pressed(person, action, card, message, values=values, times=times)
    for action in (message.activity.get("suggestedActions") or {}).get("actions") or ():
        if button in (action["title"], action["value"]):
            said = await person.says(str(action["value"]), in_=message.chat)
            await said.events[0].ended.wait()
            return said.events[0].deliveries[-1]
    known = [action.get("title") for card in message.cards_for(person) for action in actions(card)]
    raise AssertionError(f"There is no {button!r} of {value!r} to press, only {known}.")


async def rate(person: "Person", reaction: str, message: Message, text: str) -> Delivery:
    """Press a thumb, and send the form that it opens, where that is Teams' own."""
    kind = message.feedback
    assert kind, "There are no thumbs under that."
    assert reaction in {"like", "dislike"}, f"There is no thumb {reaction!r}."
    value: Body = {"actionName": "feedback", "actionValue": {"reaction": reaction}}
    if kind == "custom":
        fetched = await invoke(person, "message/fetchTask", message.chat, value=value, on=message)
        return _opened(
            person, fetched, Dialog(message.chat, "message/submitAction", on=message, told=value)
        )

    value["actionValue"]["feedback"] = json.dumps({"feedbackText": text})
    message.rated.append(person.id)
    return await invoke(person, "message/submitAction", message.chat, value=value, on=message)


async def submit(
    person: "Person", dialog: Dialog, values: Mapping[str, Any], button: str | None
) -> Delivery:
    """Fill in a dialog, and send it."""
    sending = [action for action in actions(dialog.card) if action["type"] == "Action.Submit"]
    chosen = [a for a in sending if button is None or _is_called(a, button)]
    assert chosen, f"{dialog.title!r} cannot be sent."
    data = _merged(chosen[0], filled(dialog.card, values))
    if dialog.sends == "message/submitAction":
        rating = {**dialog.told["actionValue"], "feedback": json.dumps(data)}
        value: Body = {**dialog.told, "actionValue": rating}
    else:
        value = {**dialog.told, "data": data, "context": _THEME}
    delivery = await invoke(person, dialog.sends, dialog.chat, value=value, on=dialog.on)
    person.dialog = None
    if dialog.sends == "message/submitAction":
        return delivery
    return _opened(person, delivery, dialog)


async def search(person: "Person", text: str, command: str, chat: Chat) -> Delivery:
    """Search with the message extension, from the box where a message is written."""
    name = "query" if text else "initialRun"
    value = {
        "commandId": command,
        "parameters": [{"name": name, "value": text or "true"}],
        "queryOptions": {"skip": 0, "count": 25},
    }
    delivery = await invoke(person, "composeExtension/query", chat, value=value)
    _found(person, delivery)
    return delivery


async def shortcut(person: "Person", command: str, chat: Chat, message: Message | None) -> Delivery:
    """Use an action of the message extension: on a message, or from where one is written."""
    value: Body = {
        "commandId": command,
        "commandContext": "compose" if message is None else "message",
        "context": _THEME,
    }
    if message is not None:
        value["messagePayload"] = _payload(person, message)
    delivery = await invoke(person, "composeExtension/fetchTask", chat, value=value)
    told = {name: part for name, part in value.items() if name != "context"}
    return _opened(person, delivery, Dialog(chat, "composeExtension/submitAction", told=told))


async def invoke(  # an invoke is all of this
    person: "Person",
    name: str,
    chat: Chat,
    *,
    value: object = None,
    on: Message | None = None,
    fields: Mapping[str, object] | None = None,
) -> Delivery:
    """Ask the bot for an answer at once; tell the person what Teams would where it is wrong.

    Of `fields`, each takes the place of one of the activity, and None takes it out.
    """
    teams = person.teams
    activity = activities.invoke(teams, name, chat, person, value=value, on=on)
    for field_, part in (fields or {}).items():
        if part is None:
            activity.pop(field_, None)
        else:
            activity[field_] = part
    delivery = await teams.deliverer.hand(Dispatch(activity))
    wrong = answers.wrong_in_answer(delivery)
    if wrong:
        teams.refuse(name, ConnectorError(400, "BadInvokeResponse", "; ".join(wrong)), activity)
        person.complaints.append(f"{name}: {wrong[0]}")
    return delivery


async def refresh(person: "Person", message: Message) -> Delivery:
    """Let the client ask for a card's own view of one person, as it does when they see it."""
    refreshed = [card["refresh"] for card in message.cards if card.get("refresh")]
    assert refreshed, "There is nothing to refresh."
    named = refreshed[0].get("userIds")
    assert named is None or person.id in named, f"The card is not refreshed for {person.name}."
    return await _executed(person, refreshed[0]["action"], message, {}, trigger="automatic")


async def _pressed(  # a press is all of this
    person: "Person",
    action: Body,
    card: Body,
    message: Message,
    *,
    values: Mapping[str, Any],
    times: int,
) -> Delivery:
    assert action.get("isEnabled", True), f"{action.get('title')!r} cannot be pressed."
    inputs = (
        {} if action.get("associatedInputs", "auto").lower() == "none" else filled(card, values)
    )
    match action["type"]:
        case "Action.Execute":
            return await _executed(person, action, message, inputs)
        case "Action.Submit":
            return await _submitted(person, action, message, inputs, times)
        case kind:
            raise AssertionError(f"The bot does not hear of {kind}: read the card.")


async def _executed(
    person: "Person", action: Body, message: Message, inputs: Body, trigger: str = "manual"
) -> Delivery:
    told: Body = {key: action[key] for key in ("type", "title", "id", "verb") if key in action}
    value = {"action": {**told, "data": _merged(action, inputs)}, "trigger": trigger}
    delivery = await invoke(person, "adaptiveCard/action", message.chat, value=value, on=message)
    if answers.wrong_in_answer(delivery):
        return delivery
    answer = delivery.json
    match answer["type"]:
        case answers.CARD:
            how = str(action.get("verb") or "card")
            posting.show_alone(person.teams, message, person, answer["value"], how=how)
        case answers.TOAST:
            person.is_told(answer["value"])
        case answers.ERROR:
            person.is_told(answer["value"]["message"])
            person.complaints.append(f"adaptiveCard/action: {answer['value']['message']}")
        case _:
            pass
    return delivery


async def _submitted(
    person: "Person", action: Body, message: Message, inputs: Body, times: int
) -> Delivery:
    """Send an Action.Submit, as often as it is pressed, each time as a new activity."""
    teams, data = person.teams, _merged(action, inputs)
    teams_way = data.get("msteams", {}) if isinstance(data, dict) else {}
    kind = teams_way.get("type") if isinstance(teams_way, dict) else None
    if kind in _OPENS:
        value = {"data": data, "context": _THEME}
        fetched = await invoke(person, "task/fetch", message.chat, value=value, on=message)
        return _opened(person, fetched, Dialog(message.chat, "task/submit", on=message))
    if kind in {"messageBack", "imBack"}:
        text = str(teams_way.get("text" if kind == "messageBack" else "value", ""))
        assert kind == "messageBack", f"Say {text!r}: that is what imBack does."
    dispatches = []
    for _ in range(times):
        activity = activities.submitted(teams, message, person, data)
        if kind == "messageBack":
            activity |= {"text": teams_way.get("text"), "value": teams_way.get("value")}
        dispatches.append(posting.tell(teams, activity))
    for dispatch in dispatches:
        await dispatch.ended.wait()
    delivery = dispatches[0].deliveries[-1]
    if not delivery.is_taken:
        person.complaints.append("Unable to reach app. Please try again.")
    return delivery


def _opened(person: "Person", delivery: Delivery, dialog: Dialog) -> Delivery:
    """Show the dialog that the bot answered with, or its words, or what it found."""
    if answers.wrong_in_answer(delivery):
        return delivery
    task = delivery.json.get("task") or {}
    if task.get("type") == "message":
        person.is_told(task["value"])
    elif task.get("type") == "continue":
        shown = task["value"]
        card = (shown.get("card") or {}).get("content") or {}
        person.dialog = Dialog(
            dialog.chat,
            dialog.sends,
            shown.get("title", ""),
            card,
            shown.get("url", ""),
            dialog.on,
            dialog.told,
        )
        texts = person.dialog.texts
        person.teams.record.add(texts, [person.id], by_app=True, how="dialog", chat=dialog.chat)
    elif "composeExtension" in delivery.json:
        _found(person, delivery)
    person.teams.changed()
    return delivery


def _found(person: "Person", delivery: Delivery) -> None:
    if answers.wrong_in_answer(delivery):
        return
    found = delivery.json["composeExtension"]
    person.results = found.get("attachments") or []
    person.teams.record.add(leaves(found), [person.id], by_app=True, how="results")
    if found["type"] == "message":
        person.is_told(found["text"])


def _is_called(action: Body, button: str) -> bool:
    return button in (action.get("id"), action.get("verb"), action.get("title"))


def _carries(action: Body, value: str | None) -> bool:
    data = action.get("data")
    carried = list(data.values()) if isinstance(data, dict) else [data]
    return value is None or value in carried


def _merged(action: Body, inputs: Body) -> Any:  # noqa: ANN401  # whatever the card carries
    data = action.get("data")
    if isinstance(data, str) and not inputs:
        return data
    carried: Body = data if isinstance(data, dict) else {}
    return {**carried, **inputs}


def _payload(person: "Person", message: Message) -> Body:
    """Write the message that an action is used on, as the bot is told it."""
    sender = message.sender
    is_bot = sender is person.teams.bot
    user = {"userIdentityType": "aadUser", "id": sender.object_id, "displayName": sender.name}
    application = {"id": person.teams.app_id, "displayName": sender.name}
    return {
        "id": message.id,
        "replyToId": message.thread or None,
        "createdDateTime": person.teams.clock.stamp(),
        "lastModifiedDateTime": None,
        "deleted": False,
        "subject": None,
        "importance": "normal",
        "locale": sender.locale.lower(),
        "body": {"contentType": "html", "content": f"<div>{message.text}</div>"},
        "from": {
            "user": None if is_bot else user,
            "application": application if is_bot else None,
            "device": None,
        },
        "mentions": [],
        "reactions": [],
        "attachments": [],
    }
