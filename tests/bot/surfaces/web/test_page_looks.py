import re
from typing import Literal

import pytest
from playwright.async_api import expect

from tests.bot.surfaces.web.chat_page import ChatPage
from tests.bot.surfaces.web.known_replies import KnownReplies

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

EVERY_KIND = (
    "leave",
    "hotel",
    "remote",
    "pay",
    "notice",
    "outage",
    "hostile",
    "hello",
    "I am harassed",
)

NEEDS_A_NAME = {
    "button", "link", "textbox", "combobox", "radio", "option", "progressbar", "log", "navigation",
    "DisclosureTriangle", "image", "region",
}  # fmt: skip

CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b]
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = rgba(getComputedStyle(at).backgroundColor);
      if (color[3] > 200) return color;
    }
    return [255, 255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !node.checkVisibility()) continue;
    if (node.closest(":disabled, .heard, noscript, option, script")) continue;
    const [one, two] = [rgba(getComputedStyle(node).color), behind(node)].map(light);
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${walker.currentNode.data.trim()}`);
  }
  return poor;
}"""


async def ask_every_kind(chat_page: ChatPage) -> None:
    for question in EVERY_KIND:
        answer = await chat_page.ask(question)
        if await answer.locator("summary").count():
            await answer.locator("summary").first.click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_text_has_enough_contrast(
    chat_page: ChatPage, scheme: Literal["light", "dark"]
) -> None:
    await chat_page.open(scheme=scheme, motion="reduce")
    assert await chat_page.page.evaluate(CONTRASTS) == []
    await ask_every_kind(chat_page)
    assert await chat_page.page.evaluate(CONTRASTS) == []


async def test_colours_follow_the_system_until_they_are_chosen(chat_page: ChatPage) -> None:
    await chat_page.open(scheme="dark")
    dark = await paper(chat_page)
    await chat_page.button("Light colours").click()
    light = await paper(chat_page)
    assert dark != light
    await chat_page.page.reload()
    await expect(chat_page.button("Dark colours")).to_be_visible()
    assert await paper(chat_page) == light


async def paper(chat_page: ChatPage) -> str:
    return str(
        await chat_page.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    )


async def test_nothing_lies_beside_the_screen_however_narrow_it_is(chat_page: ChatPage) -> None:
    await chat_page.open(width=320)
    assert await chat_page.overflow() == 0
    await ask_every_kind(chat_page)
    await chat_page.ask("leave " + "w" * 300)
    for width in (320, 360, 768, 1280):
        await chat_page.page.set_viewport_size({"width": width, "height": 800})
        assert await chat_page.overflow() == 0, width


async def test_on_a_phone_a_wide_table_scrolls_inside_its_card(chat_page: ChatPage) -> None:
    await chat_page.open(width=360)
    answer = await chat_page.ask("hotel")
    await answer.locator("summary").click()
    beyond = await answer.get_by_role("group", name="Table").evaluate(
        "node => node.scrollWidth - node.clientWidth"
    )
    assert beyond > 0


async def test_on_a_phone_the_conversations_open_and_close_by_the_keyboard(
    chat_page: ChatPage,
) -> None:
    await chat_page.open(width=360)
    await chat_page.ask("leave")
    opener = chat_page.button("Conversations")
    await expect(chat_page.conversations).not_to_be_visible()
    await opener.press("Enter")
    await expect(chat_page.conversations).to_be_visible()
    await expect(chat_page.button("New conversation")).to_be_focused()
    await chat_page.press("Escape")
    await expect(chat_page.conversations).not_to_be_visible()
    await expect(opener).to_be_focused()


async def test_the_page_speaks_the_language_of_the_browser_and_the_one_that_is_chosen(
    chat_page: ChatPage,
) -> None:
    await chat_page.open(locale="es-ES")
    html = chat_page.page.locator("html")
    await expect(html).to_have_attribute("lang", "es")
    await expect(chat_page.button("Conversación nueva")).to_be_visible()
    answer = await chat_page.ask("¿Cuánto dura el permiso? leave")
    await expect(answer).to_contain_text("en vigor desde el 1 de enero de 2025 · en inglés")
    await expect(answer).to_contain_text("Registrado como 7F3K2")
    await chat_page.button("EN: Show in English").click()
    await expect(html).to_have_attribute("lang", "en")
    await expect(chat_page.log).to_contain_text("On record as 7F3K2")
    await expect(chat_page.log).to_contain_text("in force since")


async def test_both_languages_say_the_same_things(chat_page: ChatPage) -> None:
    await chat_page.open()
    said = await chat_page.page.evaluate(
        """async () => (await import("/page/strings.js")).LANGUAGES"""
    )
    assert said["en"].keys() == said["es"].keys()
    for key, english in said["en"].items():
        blanks = [set(re.findall(r"\{\w+\}", text)) for text in (english, said["es"][key])]
        assert blanks[0] == blanks[1], key


async def test_nothing_moves_for_those_who_asked_for_less_motion(
    chat_page: ChatPage, assistant: KnownReplies
) -> None:
    await chat_page.open(motion="reduce")
    assistant.open.clear()
    await chat_page.box.fill("leave")
    await chat_page.box.press("Enter")
    await expect(chat_page.log.locator(".dots")).to_be_visible()
    assert await chat_page.page.evaluate("document.getAnimations().length") == 0
    assistant.open.set()
    await expect(chat_page.log).to_contain_text("16 weeks")


async def test_every_control_has_a_name(chat_page: ChatPage) -> None:
    await chat_page.open(width=360)
    await ask_every_kind(chat_page)
    tree = await (await chat_page.page.context.new_cdp_session(chat_page.page)).send(
        "Accessibility.getFullAXTree"
    )
    nodes = [node for node in tree["nodes"] if not node["ignored"]]
    roles = {node["role"]["value"] for node in nodes}
    assert {"button", "link", "textbox", "combobox", "radio", "DisclosureTriangle"} <= roles
    nameless = [
        node["role"]["value"]
        for node in nodes
        if node["role"]["value"] in NEEDS_A_NAME and not node["name"]["value"].strip()
    ]
    assert nameless == []


async def test_the_first_stop_of_the_keyboard_skips_to_the_question(chat_page: ChatPage) -> None:
    await chat_page.open()
    skip = chat_page.page.get_by_role("link", name="Skip to the question")
    await expect(skip).not_to_be_in_viewport()
    await chat_page.step_back_to(skip)
    await expect(skip).to_be_in_viewport()
    await chat_page.press("Enter")
    await expect(chat_page.box).to_be_focused()


async def test_the_focus_is_seen_wherever_it_goes(chat_page: ChatPage) -> None:
    await chat_page.open(motion="reduce")
    await chat_page.ask("hotel")
    unseen = []
    for _ in range(14):
        await chat_page.press("Tab")
        seen = await chat_page.page.evaluate(
            """() => [document.activeElement, document.activeElement.closest("label")]
              .some((node) => node && getComputedStyle(node).outlineStyle !== "none")
              || document.activeElement.matches("body, #question")"""
        )
        if not seen:
            unseen.append(await chat_page.page.evaluate("document.activeElement.outerHTML"))
    assert unseen == []
