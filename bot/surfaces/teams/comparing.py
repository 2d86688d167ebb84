"""Is a package the one that would be made now, for what is set?"""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from bot.surfaces.teams.manifest import Options, manifest, permissions
from bot.surfaces.teams.package import MANIFEST
from bot.surfaces.teams.presentation import PRESENTATIONS

_LARGEST = 1 << 20  # bytes of a manifest


class PackageError(RuntimeError):
    """A file is no package, or one for something else than is set."""


def compared(file: Path, options: Options) -> str:
    """Say of a package what it is; `PackageError` says in what it is not as it should be.

    Its version, its language and the address of its page are the company's choice, and not looked
    at.
    """
    found = _manifest_in(file)
    made_for = {str(one) for one in (found.get("id"), *_values(found, "botId"))}
    if others := sorted(made_for - {options.app_id}):
        raise PackageError(
            f"{file} is for {', '.join(others)}, and POLICYBOT_TEAMS__APP_ID is {options.app_id}."
        )
    asked = {str(one) for one in _values(found.get("authorization"), "name")}
    needed = set(permissions(follow_ups=options.follow_ups))
    if missing := sorted(needed - asked):
        raise PackageError(f"{file} lacks the permission {', '.join(missing)}.")
    if superfluous := sorted(asked - needed):
        raise PackageError(f"{file} asks for {', '.join(superfluous)}, which nothing needs.")
    if found != _wanted(found, options):
        raise PackageError(f"{file} is not what would be made now.")
    return f"{file} is for this app as it is set, in version {found['version']}"


def _manifest_in(file: Path) -> Mapping[str, object]:
    try:
        with ZipFile(file) as whole:
            if whole.getinfo(MANIFEST).file_size > _LARGEST:
                raise PackageError(f"{MANIFEST} in {file} is too large to be one.")
            read = json.loads(whole.read(MANIFEST))
    except OSError as error:
        raise PackageError(f"{file} cannot be read: {error.strerror or error}.") from error
    except BadZipFile as error:
        raise PackageError(f"{file} is no zip.") from error
    except KeyError as error:
        raise PackageError(f"There is no {MANIFEST} at the top of {file}.") from error
    except (ValueError, RecursionError, NotImplementedError) as error:
        raise PackageError(f"{MANIFEST} in {file} is no JSON.") from error
    if not isinstance(read, dict):
        raise PackageError(f"{MANIFEST} in {file} is no object.")
    return read


def _wanted(found: Mapping[str, object], options: Options) -> Mapping[str, object]:
    """Make the manifest for what is set, with what is the company's choice as it is found."""
    match found:
        case {
            "version": str(version),
            "developer": {"websiteUrl": str(about)},
            "localizationInfo": {"defaultLanguageTag": str(language)},
        } if language in PRESENTATIONS:
            return manifest(replace(options, version=version, about=about, language=language))
        case _:
            return {}


def _values(part: object, name: str) -> list[object]:
    """Find all values of that name, at any depth."""
    match part:
        case dict():
            own = [value for key, value in part.items() if key == name]
            return own + [one for inner in part.values() for one in _values(inner, name)]
        case list():
            return [one for inner in part for one in _values(inner, name)]
        case _:
            return []
