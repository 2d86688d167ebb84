"""Whether a package is the one that would be made now."""

import json
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot.surfaces.teams.comparing import PackageError, compared
from bot.surfaces.teams.manifest import Options, manifest
from bot.surfaces.teams.package import package

OTHER = "22222222-2222-3333-4444-555555555555"
SET = Options("11111111-2222-3333-4444-555555555555", "bot.corp.example")
FOLLOWED = replace(SET, follow_ups=True)


def packed(folder: Path, options: Options) -> Path:
    file = folder / "bot.zip"
    file.write_bytes(package(options))
    return file


def zipped(file: Path, made: object, name: str = "manifest.json") -> Path:
    with ZipFile(file, "w") as whole:
        whole.writestr(name, made if isinstance(made, bytes) else json.dumps(made))
    return file


@pytest.mark.parametrize(
    "chosen",
    [
        SET,
        replace(SET, version="3.1.0", language="es", about="https://intranet.corp.example/bot"),
    ],
)
def test_what_the_company_chose_is_left_to_it(tmp_path: Path, chosen: Options) -> None:
    file = packed(tmp_path, chosen)

    said = compared(file, SET)

    assert said == f"{file} is for this app as it is set, in version {chosen.version}"


@pytest.mark.parametrize(
    ("made", "wanted", "sentence"),
    [
        (replace(SET, app_id=OTHER), SET, f"is for {OTHER}, and POLICYBOT_TEAMS__APP_ID is 1"),
        (SET, FOLLOWED, "lacks the permission ChannelMessage.Read.Group."),
        (FOLLOWED, SET, "asks for ChannelMessage.Read.Group, which nothing needs."),
        (replace(FOLLOWED, host="old.corp.example"), FOLLOWED, "is not what would be made now."),
    ],
)
def test_a_package_for_something_else_is_told(
    tmp_path: Path, made: Options, wanted: Options, sentence: str
) -> None:
    file = packed(tmp_path, made)

    with pytest.raises(PackageError) as told:
        compared(file, wanted)

    assert f"{file} {sentence}" in str(told.value)
    assert compared(file, made)


@pytest.mark.parametrize(
    "changed",
    [
        {"composeExtensions": []},
        {"localizationInfo": {"defaultLanguageTag": "fr"}},
        {"version": 1},
        {"developer": []},
    ],
)
def test_a_package_of_old_is_told(tmp_path: Path, changed: dict[str, object]) -> None:
    file = zipped(tmp_path / "bot.zip", manifest(SET) | changed)

    with pytest.raises(PackageError, match="is not what would be made now"):
        compared(file, SET)


def test_a_bot_of_another_app_is_told_wherever_it_is(tmp_path: Path) -> None:
    made = manifest(SET) | {"bots": [{"botId": OTHER}]}

    with pytest.raises(PackageError, match=f"is for {OTHER}, and"):
        compared(zipped(tmp_path / "bot.zip", made), SET)


def test_a_file_that_is_no_package_is_told(tmp_path: Path) -> None:
    text = tmp_path / "bot.txt"
    text.write_text("hello", encoding="utf-8")
    told = {
        tmp_path / "none.zip": "none.zip cannot be read: No such file or directory.",
        tmp_path: "cannot be read: Is a directory.",
        text: "bot.txt is no zip.",
        zipped(tmp_path / "other.zip", {}, "bot/manifest.json"): "There is no manifest.json at the",
        zipped(tmp_path / "broken.zip", b"{"): "is no JSON.",
        zipped(tmp_path / "bytes.zip", b"\xff\xfe\x00"): "is no JSON.",
        zipped(tmp_path / "deep.zip", b"[" * 100_000): "is no JSON.",
        zipped(tmp_path / "list.zip", []): "is no object.",
        zipped(tmp_path / "large.zip", b" " * (1 << 21)): "is too large to be one.",
    }
    for file, sentence in told.items():
        with pytest.raises(PackageError) as said:
            compared(file, SET)
        assert sentence in str(said.value)
