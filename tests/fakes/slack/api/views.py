"""Modals and homes."""

from typing import TYPE_CHECKING

from tests.fakes.slack.api.methods import account_of, method
from tests.fakes.slack.calls import Call
from tests.fakes.slack.refusing import SlackError
from tests.fakes.slack.texts import Body
from tests.fakes.slack.views import View

if TYPE_CHECKING:
    from tests.fakes.slack.workspace import FakeSlack


def open_(slack: "FakeSlack", call: Call) -> Body:
    body = slack.checked_view(call.parsed("view"), "modal")
    owner = slack.interactions.exchange(call.text("trigger_id"), slack.clock.now())
    return _shown(slack, slack.views.open(owner, body))


def push(slack: "FakeSlack", call: Call) -> Body:
    body = slack.checked_view(call.parsed("view"), "modal")
    owner = slack.interactions.exchange(call.text("trigger_id"), slack.clock.now())
    return _shown(slack, slack.views.push(owner, body))


def update(slack: "FakeSlack", call: Call) -> Body:
    if not call.text("view_id") and not call.text("external_id"):
        raise SlackError("invalid_arguments", "missing required field: view_id")
    view = slack.views.found(call.text("view_id"), call.text("external_id"))
    body = slack.checked_view(call.parsed("view"), view.body["type"])
    slack.views.check_hash(view, call.args.get("hash"))
    slack.views.update(view, body)
    return _shown(slack, view)


def publish(slack: "FakeSlack", call: Call) -> Body:
    owner = account_of(slack, call.text("user_id"))
    body = slack.checked_view(call.parsed("view"), "home")
    before = slack.views.homes.get(owner.id)
    if before is not None:
        slack.views.check_hash(before, call.args.get("hash"))
    return _shown(slack, slack.views.publish(owner, body))


def _shown(slack: "FakeSlack", view: View) -> Body:
    slack.record.add(view.texts, [view.owner.id], by_app=True, how=view.name)
    slack.changed()
    return {"view": view.json(slack.app_id, slack.bot)}


METHODS = {
    "views.open": method(open_, "", "view trigger_id", tier=4),
    "views.push": method(push, "", "view trigger_id", tier=4),
    "views.update": method(update, "", "view", tier=4),
    "views.publish": method(publish, "", "user_id view", tier=4),
}
