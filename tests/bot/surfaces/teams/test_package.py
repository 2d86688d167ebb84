"""The Teams app: what its package holds."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import jsonschema
import pytest
from PIL import Image

from bot.saying.words import words
from bot.surfaces.teams.arrivals import arrival, understood
from bot.surfaces.teams.icons import color_icon, outline_icon
from bot.surfaces.teams.manifest import Options, manifest, permissions, translations
from bot.surfaces.teams.package import package
from bot.surfaces.teams.presentation import PRESENTATIONS
from tests.at_hand import need
from tests.bot.surfaces.teams import told
from tests.conftest import SHARED

SCHEMA = SHARED / "rigs" / "teams" / "schema" / "teams.schema.json"
APP = "11111111-2222-3333-4444-555555555555"
HOST = "policybot.corp.example"
PLAIN = Options(APP, HOST)
EVERY = [
    PLAIN,
    replace(PLAIN, follow_ups=True),
    replace(PLAIN, language="es", version="2.0.1", about="https://intranet.corp.example/bot"),
]
Json = dict[str, Any]


def wrong(made: Json) -> list[str]:
    """Say what Teams' own schema has against a manifest."""
    need(SCHEMA.exists(), "Teams' schema of manifests is not at hand")
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    # Not `validate`: a pattern in the schema, of a part that we do not use, is none of Python's.
    return [error.message for error in jsonschema.Draft4Validator(schema).iter_errors(made)]


def translated(made: Json, translation: Json) -> Json:
    """Put each text of a translation in its place, as Teams does; there has to be one."""
    whole: Json = json.loads(json.dumps(made))
    for place, text in translation.items():
        if place == "$schema":
            continue
        *way, last = [int(step) if step.isdigit() else step for step in re.findall(r"\w+", place)]
        part: Any = whole
        for step in way:
            part = part[step]
        assert isinstance(part[last], str)
        part[last] = text
    return whole


def texts(part: object) -> Iterator[str]:
    match part:
        case dict():
            for inner in part.values():
                yield from texts(inner)
        case list():
            for inner in part:
                yield from texts(inner)
        case str():
            yield part
        case _:
            pass


# The manifest ------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", EVERY)
def test_teams_own_schema_takes_it(options: Options) -> None:
    assert wrong(manifest(options)) == []


@pytest.mark.parametrize("options", EVERY)
def test_teams_own_schema_takes_it_in_each_language(options: Options) -> None:
    for file, translation in translations(options).items():
        assert wrong(translated(manifest(options), translation)) == [], file


def test_the_schema_would_object() -> None:
    made = manifest(PLAIN)

    assert wrong({**made, "accentColor": "green"})
    assert wrong({**made, "name": {"short": "a name that is longer than Teams shows"}})


@pytest.mark.parametrize("options", EVERY)
def test_a_translation_has_all_there_is_to_read_and_nothing_else_changes(options: Options) -> None:
    made = manifest(options)
    for language in PRESENTATIONS:
        elsewhere = manifest(replace(options, language=language))
        became = translated(made, translations(options)[f"{language}.json"])

        assert {**became, "localizationInfo": None} == {**elsewhere, "localizationInfo": None}


def test_no_text_is_left_in_english() -> None:
    english, spanish = (translations(PLAIN)[file] for file in ("en.json", "es.json"))

    assert english.keys() == spanish.keys()
    same = {place for place in english if english[place] == spanish[place]}
    assert same == {"$schema", "name.short"}  # the bot has one name


def test_whoever_reads_neither_language_sees_the_one_that_was_chosen() -> None:
    for language, other in (("en", "es"), ("es", "en")):
        made: Json = manifest(replace(PLAIN, language=language))

        assert made["description"]["short"] == PRESENTATIONS[language].summary
        assert made["localizationInfo"] == {
            "defaultLanguageTag": language,
            "defaultLanguageFile": f"{language}.json",
            "additionalLanguages": [{"languageTag": other, "file": f"{other}.json"}],
        }


def test_the_bot_is_there_in_all_three_kinds_of_chat_and_suggests_questions() -> None:
    bot: Json = manifest(PLAIN)["bots"][0]  # type: ignore[index]  # JSON

    assert bot["botId"] == APP
    assert bot["scopes"] == ["personal", "team", "groupChat"]
    of_scope = {
        scope: {command["title"]: command.get("prompt") for command in listed["commands"]}
        for listed in bot["commandLists"]
        for scope in listed["scopes"]
    }
    prompts = dict(words("en").home.prompts)
    assert of_scope == {
        "personal": {**prompts, "privacy": None},
        "team": prompts,
        "groupChat": prompts,
    }
    assert {said.privacy for said in PRESENTATIONS.values()} == {"privacy", "privacidad"}


def test_the_extension_says_what_the_bot_listens_for() -> None:
    extension: Json = manifest(PLAIN)["composeExtensions"][0]  # type: ignore[index]  # JSON
    about, search = extension["commands"]
    pointed, looked = (activity["value"] for activity in (told.asked_about(), told.searched()))

    assert extension["botId"] == APP
    assert (about["id"], about["type"], about["context"]) == (
        pointed["commandId"],
        "action",
        ["message"],
    )
    assert about["fetchTask"] is True
    assert (search["id"], search["type"]) == (looked["commandId"], "query")
    assert [one["name"] for one in search["parameters"]] == [
        one["name"] for one in looked["parameters"]
    ]


def test_nothing_is_asked_of_teams_unless_threads_are_followed() -> None:
    made, followed = manifest(PLAIN), manifest(replace(PLAIN, follow_ups=True))

    assert followed.keys() - made.keys() == {"webApplicationInfo", "authorization"}
    assert permissions(follow_ups=False) == {}
    assert followed["authorization"] == {
        "permissions": {
            "resourceSpecific": [{"name": "ChannelMessage.Read.Group", "type": "Application"}]
        }
    }


def test_a_permission_is_asked_for_what_is_kept_without_a_mention_and_for_no_more() -> None:
    thread = told.in_channel("And in Spain?", entities=[])
    group = told.in_chat("And in Spain?", entities=[])

    kept = {
        "ChannelMessage.Read.Group": arrival(thread, understood(thread)) is not None,
        "ChatMessage.Read.Chat": arrival(group, understood(group)) is not None,
    }

    assert {name for name, is_kept in kept.items() if is_kept} == set(permissions(follow_ups=True))


def test_what_can_be_added_to_a_team_says_which_channels_it_knows() -> None:
    assert manifest(PLAIN)["supportsChannelFeatures"] == "tier1"  # since 1.25 Teams wants it


@pytest.mark.parametrize("options", EVERY)
def test_every_address_in_it_is_https(options: Options) -> None:
    found = [text for text in texts(manifest(options)) if "://" in text]

    assert found
    assert all(text.startswith("https://") for text in found)


# The icons ---------------------------------------------------------------------------------------


def drawn(png: bytes) -> Image.Image:
    image = Image.open(BytesIO(png))
    image.load()
    return image


def test_the_color_icon_fills_its_square_and_keeps_its_mark_in_the_middle() -> None:
    icon = drawn(color_icon())

    assert (icon.format, icon.mode, icon.size) == ("PNG", "RGB", (192, 192))
    ground = icon.getpixel((0, 0))
    assert ground == (0x17, 0x64, 0x5C)
    mark = [(x, y) for x in range(192) for y in range(192) if icon.getpixel((x, y)) != ground]
    assert min(min(place) for place in mark) >= 48
    assert max(max(place) for place in mark) < 144
    assert len(mark) > 1_000


def test_the_outline_icon_is_white_on_nothing() -> None:
    icon = drawn(outline_icon())

    assert (icon.format, icon.mode, icon.size) == ("PNG", "RGBA", (32, 32))
    seen = [icon.getpixel((x, y)) for x in range(32) for y in range(32)]
    assert all(pixel[:3] == (255, 255, 255) for pixel in seen if isinstance(pixel, tuple))
    shown = icon.getchannel("A")
    assert shown.getextrema() == (0, 255)
    left, top, right, bottom = shown.getbbox() or (0, 0, 0, 0)
    assert left >= 2
    assert top >= 2
    assert max(right, bottom) <= 30
    assert right - left >= 20


# The package -------------------------------------------------------------------------------------


def test_a_package_holds_what_its_manifest_names_and_nothing_else() -> None:
    with ZipFile(BytesIO(package(PLAIN))) as whole:
        assert whole.testzip() is None
        made = json.loads(whole.read("manifest.json"))
        named = {
            "manifest.json",
            *made["icons"].values(),
            made["localizationInfo"]["defaultLanguageFile"],
            *(one["file"] for one in made["localizationInfo"]["additionalLanguages"]),
        }
        assert set(whole.namelist()) == named
        assert whole.read(made["icons"]["color"]) == color_icon()
        assert whole.read(made["icons"]["outline"]) == outline_icon()
        assert made == manifest(PLAIN)


def test_the_same_options_make_the_same_bytes() -> None:
    assert package(PLAIN) == package(Options(APP, HOST))
    assert package(PLAIN) != package(replace(PLAIN, version="1.0.1"))
    with ZipFile(BytesIO(package(PLAIN))) as whole:
        assert {entry.date_time for entry in whole.infolist()} == {(1980, 1, 1, 0, 0, 0)}
