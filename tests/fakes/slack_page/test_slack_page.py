import asyncio
import json
import re

import pytest
from PIL import Image

from tests.fakes.slack_page.kinds import FOREIGN, HOME, MESSAGE, MODAL, Json
from tests.fakes.slack_page.rig import DESKTOP, PHONE, Shown, SlackPage, Theme

pytestmark = pytest.mark.browser

PAPER = {"light": (255, 255, 255), "dark": (26, 29, 33)}
BUTTON = {"type": "button", "action_id": "a", "text": {"type": "plain_text", "text": "Open"}}
LONG_BUTTON = {"type": "button", "action_id": "b", "text": {"type": "plain_text", "text": "w" * 75}}
IMAGE = {"type": "image", "image_url": "https://wiki.example/seal.png", "alt_text": "The seal"}


def words(kind: str, text: object) -> set[str]:
    return set(re.findall(rf"{kind}\d+", json.dumps(text)))


def section(text: str, kind: str = "mrkdwn") -> Json:
    return {"type": "section", "text": {"type": kind, "text": text}}


def select(**more: object) -> Json:
    languages = [
        {"text": {"type": "plain_text", "text": language}, "value": language}
        for language in ("English", "Spanish")
    ]
    placeholder = {"type": "plain_text", "text": "Choose"}
    menu = {"type": "static_select", "action_id": "s", "options": languages}
    return {"type": "actions", "elements": [{**menu, "placeholder": placeholder, **more}]}


def hidden_in(shown: Shown) -> dict[str, str]:
    return {hidden.leaf.text: hidden.behind for hidden in shown.hidden}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
@pytest.mark.parametrize("payload", [MESSAGE, MODAL, HOME], ids=["message", "modal", "home"])
async def test_each_text_is_read_on_the_page_or_told_as_hidden(
    slack_page: SlackPage, payload: Json, width: int, theme: Theme
) -> None:
    shown = await slack_page.show(payload, theme=theme, width=width)

    assert words("seen", payload) == words("seen", shown.text)
    assert words("hidden", payload) == words("hidden", list(hidden_in(shown)))
    assert words("hidden", shown.text) == set()
    assert shown.plain == ()
    assert shown.faults == []


@pytest.mark.parametrize("block", FOREIGN, ids=lambda block: str(block["type"]))
async def test_what_the_library_does_not_draw_is_written_out(
    slack_page: SlackPage, block: Json
) -> None:
    shown = await slack_page.show({"blocks": [section("Before"), block, section("After")]})

    assert words("seen", block) == words("seen", shown.text) != set()
    assert words("seen", [leaf.text for leaf in shown.plain])
    assert {leaf.path.split(".")[0] for leaf in shown.plain} == {"blocks[1]"}
    assert shown.text.index("Before") < shown.text.index(shown.plain[0].text)
    assert shown.text.index(shown.plain[-1].text) < shown.text.index("After")
    assert shown.faults == []


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_the_picture_is_as_wide_as_the_screen_and_in_its_theme(
    slack_page: SlackPage, theme: Theme
) -> None:
    phone = await slack_page.show(HOME, theme=theme, width=PHONE)
    desktop = await slack_page.show(HOME, theme=theme, width=DESKTOP)

    for shown, width in ((phone, PHONE), (desktop, DESKTOP)):
        with Image.open(shown.screenshot) as picture:
            assert picture.width == width
            assert picture.convert("RGB").getpixel((2, 2)) == PAPER[theme]


async def test_a_message_says_who_sent_it_and_when_and_who_alone_sees_it(
    slack_page: SlackPage,
) -> None:
    message: Json = {"text": "On it.", "username": "Policies", "ts": "1735894800.000100"}
    public = await slack_page.show(message)
    private = await slack_page.show({**message, "is_ephemeral": True})

    assert "Policies APP 09:00" in public.text
    assert "On it." in public.text
    assert "Only visible to you" not in public.text
    assert "Only visible to you" in private.text


async def test_the_text_beside_blocks_is_for_notifications(slack_page: SlackPage) -> None:
    alone = await slack_page.show({"text": "Sixteen weeks"})
    beside = await slack_page.show({"text": "Sixteen weeks", "blocks": [section("16 weeks")]})

    assert "Sixteen weeks" in alone.text
    assert "Sixteen weeks" not in beside.text
    assert hidden_in(beside) == {"Sixteen weeks": "notification"}


async def test_streamed_markdown_stands_above_the_blocks(slack_page: SlackPage) -> None:
    shown = await slack_page.show({"markdown_text": "**Yes.**", "blocks": [section("Sources")]})

    assert shown.text.index("Yes.") < shown.text.index("Sources")
    assert "*" not in shown.text


async def test_a_mention_is_drawn_by_name_unless_it_is_escaped(slack_page: SlackPage) -> None:
    slack_page.names.update(U1="Ana", C1="general")
    mentions = await slack_page.show({"text": "<@U1> in <#C1>: <!channel> &amp; more"})
    escaped = await slack_page.show({"text": "&lt;@U1&gt; in &lt;#C1&gt;: &lt;!channel&gt;"})
    in_code = await slack_page.show({"text": "As code `*3* &lt;@U1&gt;`"})

    assert "@Ana in #general: @channel & more" in mentions.text
    assert "<@U1> in <#C1>: <!channel>" in escaped.text
    assert "As code *3* <@U1>" in in_code.text
    assert mentions.faults == escaped.faults == in_code.faults == []


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        (
            "plain_text",
            ["*3* of _4_", "> 5", "<!channel>", "1. one", "[a](b)", "- a", "`c`", "~d~"],
        ),
        ("mrkdwn", ["**3** of 4", "~~5~~", "# Head", "1. one", "[a](https://b.example)"]),
    ],
)
async def test_what_slack_takes_for_no_markup_is_drawn_as_it_stands(
    slack_page: SlackPage, kind: str, texts: list[str]
) -> None:
    shown = await slack_page.show({"blocks": [section(text, kind) for text in texts]})

    assert set(texts) <= set(shown.text.splitlines())
    assert shown.plain == ()


async def test_a_menu_shows_what_is_chosen_in_the_placeholders_place(
    slack_page: SlackPage,
) -> None:
    spanish = {"text": {"type": "plain_text", "text": "Spanish"}, "value": "Spanish"}
    empty = await slack_page.show({"blocks": [select()]})
    chosen = await slack_page.show({"blocks": [select(initial_option=spanish)]})

    assert "Choose" in empty.text
    assert "Spanish" not in empty.text
    assert "Choose" not in chosen.text
    assert "Spanish" in chosen.text
    assert hidden_in(chosen) == {"English": "menu", "Spanish": "menu", "Choose": "value"}


async def test_what_may_stay_empty_says_so(slack_page: SlackPage) -> None:
    label = {"type": "plain_text", "text": "Details"}
    block = {"type": "input", "label": label, "element": {"type": "plain_text_input"}}
    needed = await slack_page.show({"type": "modal", "blocks": [block]})
    optional = await slack_page.show({"type": "modal", "blocks": [{**block, "optional": True}]})

    assert "Details (optional)" not in needed.text
    assert "Details (optional)" in optional.text


async def test_what_lies_beside_the_screen_is_a_fault(slack_page: SlackPage) -> None:
    payload: Json = {"blocks": [{"type": "actions", "elements": [LONG_BUTTON]}]}
    desktop = await slack_page.show(payload, width=1200)
    phone = await slack_page.show(payload, width=PHONE)

    assert desktop.faults == []
    assert phone.overflow > 0
    assert phone.cut_off == ("w" * 75,)
    assert len(phone.faults) == 2


async def test_a_button_beside_a_long_text_stays_on_the_screen(slack_page: SlackPage) -> None:
    beside = section(f"Read {'w' * 90} of *{'the rules ' * 20}*\n```{'c' * 90}```")
    shown = await slack_page.show({"blocks": [{**beside, "accessory": BUTTON}]}, width=PHONE)

    assert "Open" in shown.text
    assert shown.faults == []


async def test_a_wide_table_scrolls_inside_the_message(slack_page: SlackPage) -> None:
    row = [{"type": "raw_text", "text": f"Column {number}"} for number in range(20)]
    markdown = "|".join("c" * 9 for _ in range(20))
    ruled = f"|{markdown}|\n|{'-|' * 20}\n|{markdown}|"
    shown = await slack_page.show(
        {"blocks": [{"type": "table", "rows": [row, row]}, {"type": "markdown", "text": ruled}]},
        width=PHONE,
    )

    assert shown.faults == []


async def test_what_the_page_asks_of_the_network_is_refused_and_told(
    slack_page: SlackPage,
) -> None:
    without = await slack_page.show({"blocks": [section("The seal")]})
    shown = await slack_page.show({"blocks": [IMAGE]})

    assert without.requests == ()
    assert shown.requests == ("https://wiki.example/seal.png",)
    assert shown.faults == ["The page asked for https://wiki.example/seal.png."]


def test_tests_on_other_event_loops_share_the_browser(slack_page: SlackPage) -> None:
    for _ in range(2):
        shown = asyncio.run(slack_page.show({"text": "Here."}))
        assert "Here." in shown.text
