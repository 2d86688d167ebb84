"""What is the Slack app? Its manifest: what an admin pastes, with a reason beside each scope."""

from dataclasses import dataclass

import yaml

from bot.surfaces.slack.scopes import events, scopes

PATH = "/slack/events"
"""Where everything from Slack arrives, if it comes over HTTP."""

COMMAND = "/policy"
SHORTCUT = "ask_about"

_ABOUT = """\
# The Slack app, made by `python -m bot slack manifest`. To create it: api.slack.com/apps, "Create
# New App", "From a manifest", and paste this. The guide is in README.md under "In Slack".
"""


@dataclass(frozen=True, slots=True)
class Options:
    """What a company can choose: followed threads, and how Slack reaches the bot."""

    follow_ups: bool = False
    address: str | None = None
    """The https address that Slack posts to; without one, the bot calls Slack (Socket Mode)."""


def manifest(options: Options) -> dict[str, object]:
    """Describe the app as Slack's manifests do (docs.slack.dev/reference/app-manifest)."""
    posted_to = {} if options.address is None else {"request_url": options.address + PATH}
    return {
        "_metadata": {"major_version": 1, "minor_version": 1},
        "display_information": {
            "name": "Policy Bot",
            "description": "Answers questions on the company's policies, and shows where they "
            "say so.",
            "background_color": "#1f2d3d",
        },
        "features": _features(options),
        "oauth_config": {"scopes": {"bot": list(scopes(follow_ups=options.follow_ups))}},
        "settings": {
            "event_subscriptions": {
                **posted_to,
                "bot_events": events(follow_ups=options.follow_ups),
            },
            "interactivity": {"is_enabled": True, **posted_to},
            "org_deploy_enabled": False,
            "socket_mode_enabled": options.address is None,
            "token_rotation_enabled": False,
        },
    }


def written(options: Options) -> str:
    """Write the manifest as YAML, what each scope is for beside it."""
    reasons = scopes(follow_ups=options.follow_ups)
    lines = yaml.safe_dump(manifest(options), sort_keys=False, width=1000).splitlines()
    return _ABOUT + "".join(f"{_explained(line, reasons)}\n" for line in lines)


def _features(options: Options) -> dict[str, object]:
    called_at = {} if options.address is None else {"url": options.address + PATH}
    return {
        "app_home": {
            "home_tab_enabled": True,
            "messages_tab_enabled": True,
            "messages_tab_read_only_enabled": False,
        },
        "bot_user": {"display_name": "policybot", "always_online": True},
        # Without prompts of its own: those that fit are suggested when somebody opens it.
        "agent_view": {
            "agent_description": "Ask about leave, expenses, security and everything else that "
            "the company's policies settle. It answers only from what you may read."
        },
        "slash_commands": [
            {
                "command": COMMAND,
                **called_at,
                "description": "Ask a policy question; only you see the answer",
                "usage_hint": "[question]",
                "should_escape": False,
            }
        ],
        "shortcuts": [
            {
                "name": "Ask about this",
                "type": "message",
                "callback_id": SHORTCUT,
                "description": "Ask what the policies say on this message; only you see the answer",
            }
        ],
    }


def _explained(line: str, reasons: dict[str, list[str]]) -> str:
    scope = line.strip().removeprefix("- ")
    return f"{line}  # {'; '.join(reasons[scope])}" if scope in reasons else line
