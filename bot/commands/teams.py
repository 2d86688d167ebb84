"""`python -m bot teams package`: the Teams app, ready to upload."""

import argparse
from pathlib import Path
from urllib.parse import urlsplit

from bot import typed
from bot.commands import terminal
from bot.commands.failures import UnsoundError
from bot.settings import PREFIX, Settings, read_settings
from bot.surfaces.teams.checks import Setup
from bot.surfaces.teams.manifest import Options, permissions
from bot.surfaces.teams.package import package
from bot.surfaces.teams.presentation import PRESENTATIONS
from bot.surfaces.teams.server import PATH
from bot.teams import registration

_DONE = """\
{file} holds {name} {version}, for the bot {app_id}.
It asks {permissions}.

next:
  portal.azure.com > the Azure Bot > Configuration > Messaging endpoint:
    {address}{path}
  Channels > Microsoft Teams: switched on
  admin.teams.microsoft.com > Teams apps > Manage apps > Upload new app: {file}
    for yourself alone: Teams > Apps > Manage your apps > Upload an app > Upload a custom app
  python -m bot doctor --teams-package {file}
"""


async def run(asked: argparse.Namespace) -> int:
    """Write the package for what is set and asked for; nothing is opened."""
    settings = read_settings()
    address = _address(asked, settings)
    options = _options(asked, settings, urlsplit(address).hostname or "")
    _write(package(options), asked.out, over_old=asked.force)
    done = _done(options, asked.out, address)
    terminal.console().print(done, end="", markup=False, highlight=False, soft_wrap=True)
    return 0


def setup(settings: Settings, package: Path | None) -> Setup | None:
    """Hand on what is set for Teams; None where nothing is."""
    set_for = registration(settings.teams)
    if set_for is None:
        return None
    return Setup(
        registration=set_for,
        address=settings.url,
        follow_ups=settings.teams.follow_ups,
        desk_channel=settings.teams.desk_channel,
        package=package,
    )


def _address(asked: argparse.Namespace, settings: Settings) -> str:
    """Tell where Microsoft reaches the bot."""
    if asked.host is not None:
        return f"https://{asked.host}"
    if settings.url is None:
        raise UnsoundError(
            "Where is the bot? Name its host, such as policybot.corp.example, with --host, or set "
            f"{PREFIX}URL."
        )
    try:
        address = typed.address(settings.url)
        typed.host(urlsplit(address).hostname or "")
    except argparse.ArgumentTypeError as error:
        raise UnsoundError(f"{PREFIX}URL: {error}. Or name another host with --host.") from error
    return address


def _options(asked: argparse.Namespace, settings: Settings, host: str) -> Options:
    app_id = asked.app_id or settings.teams.app_id
    if app_id is None:
        raise UnsoundError(
            "Whose package is it? Name the bot's application (client) id with --app-id, or set "
            f"{PREFIX}TEAMS__APP_ID."
        )
    return Options(
        app_id=app_id,
        host=host,
        version=asked.version,
        language=asked.language or _language(settings),
        follow_ups=asked.follow_ups or settings.teams.follow_ups,
        about=asked.about,
    )


def _language(settings: Settings) -> str:
    """Choose the first language that people write in, of those that there are words in."""
    return next((one for one in settings.language_codes if one in PRESENTATIONS), "en")


def _write(made: bytes, out: Path, *, over_old: bool) -> None:
    try:
        with out.open("wb" if over_old else "xb") as file:
            file.write(made)
    except FileExistsError as error:
        raise UnsoundError(f"{out} is there already. Write over it with --force.") from error
    except OSError as error:
        raise UnsoundError(f"{out} cannot be written: {error.strerror}.") from error


def _done(options: Options, out: Path, address: str) -> str:
    asked = permissions(follow_ups=options.follow_ups)
    told = "".join(f"\n  {name}: it {reason}" for name, reason in asked.items())
    return _DONE.format(
        file=out,
        name=PRESENTATIONS[options.language].name,
        version=options.version,
        app_id=options.app_id,
        permissions=f"each team that it is added to for:{told}" if asked else "for no permissions",
        address=address,
        path=PATH,
    )
