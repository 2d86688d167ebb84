"""Accounts, the workspace, and the app itself."""

from typing import TYPE_CHECKING

from tests.fakes.slack.api.methods import account_of, method
from tests.fakes.slack.api.paging import page
from tests.fakes.slack.calls import Call
from tests.fakes.slack.refusing import SlackError
from tests.fakes.slack.texts import Body

if TYPE_CHECKING:
    from tests.fakes.slack.workspace import FakeSlack


def test(slack: "FakeSlack", call: Call) -> Body:
    is_org_wide = slack.is_org_wide and slack.team.enterprise is not None
    told: Body = {
        "url": f"https://{slack.team.domain}.slack.com/",
        "team": slack.team.name,
        "user": slack.bot.name,
        "team_id": slack.team.enterprise_id if is_org_wide else slack.team.id,
        "user_id": slack.bot.id,
        "bot_id": slack.bot.bot_id,
        "is_enterprise_install": is_org_wide,
    }
    if slack.team.enterprise is not None:
        told["enterprise_id"] = slack.team.enterprise.id
    return told


def connect(slack: "FakeSlack", call: Call) -> Body:
    address = slack.url.replace("http://", "ws://")
    return {"url": f"{address}/link?ticket={slack.sockets.ticket()}&app_id={slack.app_id}"}


def info(slack: "FakeSlack", call: Call) -> Body:
    account = account_of(slack, call.text("user"))
    return {"user": slack.user_json(account, with_locale=call.is_set("include_locale"))}


def list_(slack: "FakeSlack", call: Call) -> Body:
    if slack.is_org_wide and not call.text("team_id"):
        raise SlackError("missing_argument")
    with_locale = call.is_set("include_locale")
    found, cursor = page(call, list(slack.directory.accounts.values()))
    return {
        "members": [slack.user_json(account, with_locale=with_locale) for account in found],
        "cache_ts": int(slack.clock.now()),
        **cursor,
    }


def with_email(slack: "FakeSlack", call: Call) -> Body:
    account = slack.directory.with_email(call.text("email"))
    if account is None:
        raise SlackError("users_not_found")
    return {"user": slack.user_json(account)}


def team(slack: "FakeSlack", call: Call) -> Body:
    wanted = slack.directory.teams.get(call.text("team") or slack.team.id)
    if wanted is None:
        raise SlackError("team_not_found")
    told: Body = {
        "id": wanted.id,
        "name": wanted.name,
        "domain": wanted.domain,
        "email_domain": "",
        "icon": {},
    }
    if wanted.enterprise is not None:
        told |= {
            "enterprise_id": wanted.enterprise.id,
            "enterprise_name": wanted.enterprise.name,
        }
    return {"team": told}


METHODS = {
    "auth.test": method(test),
    "apps.connections.open": method(connect, tier=0, takes_app_token=True),
    "users.info": method(info, "users:read", "user", tier=4, takes_json=False),
    "users.list": method(list_, "users:read", tier=2, takes_json=False),
    "users.lookupByEmail": method(
        with_email, "users:read.email", "email", tier=3, takes_json=False
    ),
    "team.info": method(team, "team:read", tier=3),
}
