"""`python -m bot slack manifest`: the Slack app, ready to paste."""

import argparse
import json

from pydantic import SecretStr

from bot.settings import Settings, read_settings
from bot.surfaces.slack.checks import Setup
from bot.surfaces.slack.manifest import Options, manifest, written


async def run(asked: argparse.Namespace) -> int:
    """Print the manifest of the app for what is set and asked for; nothing is opened."""
    set_to = options(read_settings())
    wanted = Options(
        follow_ups=asked.follow_ups or set_to.follow_ups, address=asked.http or set_to.address
    )
    made = json.dumps(manifest(wanted), indent=2) + "\n" if asked.json else written(wanted)
    print(made, end="")  # noqa: T201  # this is the terminal
    return 0


def setup(settings: Settings) -> Setup:
    """Hand on what is set for Slack."""
    slack = settings.slack
    return Setup(
        bot_token=_shown(slack.bot_token),
        app_token=_shown(slack.app_token),
        signing_secret=_shown(slack.signing_secret),
        api_url=slack.api_url,
        options=options(settings),
        channels=slack.channel_ids,
        desk_channel=slack.desk_channel,
    )


def options(settings: Settings) -> Options:
    """Tell which app the settings are for: over HTTP where only that can be answered."""
    slack = settings.slack
    over_http = slack.signing_secret is not None and slack.app_token is None
    return Options(
        follow_ups=slack.follow_ups,
        address=settings.url.rstrip("/") if over_http and settings.url else None,
    )


def _shown(secret: SecretStr | None) -> str | None:
    return None if secret is None else secret.get_secret_value()
