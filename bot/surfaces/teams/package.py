"""What is uploaded to Teams? A zip of the manifest, its translations and the icons.

The same options make the same bytes, so that a package can be told from any other.
"""

import json
from collections.abc import Iterator
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bot.surfaces.teams.icons import color_icon, outline_icon
from bot.surfaces.teams.manifest import COLOR, OUTLINE, Options, manifest, translations

MANIFEST = "manifest.json"

_THE_FIRST = (1980, 1, 1, 0, 0, 0)  # moment that a zip can tell of
_READABLE = 0o644 << 16
_UNIX = 3


def package(options: Options) -> bytes:
    """Make the zip."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as whole:
        for name, content in _contents(options):
            entry = ZipInfo(name, _THE_FIRST)
            entry.compress_type, entry.create_system = ZIP_DEFLATED, _UNIX
            entry.external_attr = _READABLE
            whole.writestr(entry, content)
    return made.getvalue()


def _contents(options: Options) -> Iterator[tuple[str, bytes]]:
    yield MANIFEST, _json(manifest(options))
    for name, translation in translations(options).items():
        yield name, _json(translation)
    yield COLOR, color_icon()
    yield OUTLINE, outline_icon()


def _json(whole: dict[str, object]) -> bytes:
    return (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode()
