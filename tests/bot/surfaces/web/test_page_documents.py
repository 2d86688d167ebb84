import re
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, expect

from tests.bot.surfaces.web.chat_page import ChatPage
from tests.bot.surfaces.web.known_replies import BEN
from tests.bot.surfaces.web.test_page_looks import CONTRASTS

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def cited(shelf_page: ChatPage, question: str) -> Page:
    """Ask, unfold the source, and open it."""
    answer = await shelf_page.ask(question)
    await answer.locator("summary").click()
    link = answer.locator(".place").get_by_role("link")
    await expect(link).to_have_text("Open at this section (opens in a new tab)")
    return await shelf_page.follow(link)


async def test_a_citation_opens_at_the_words_that_were_quoted(shelf_page: ChatPage) -> None:
    await shelf_page.open()
    tab = await cited(shelf_page, "How much remote work?")
    assert urlsplit(tab.url).fragment == "quoted"
    await expect(tab.locator("#quoted")).to_be_in_viewport()
    assert await tab.evaluate("scrollY") > 500
    marked = await tab.locator("mark").all_text_contents()
    assert "".join(marked) == (
        "Se puede trabajar a distancia hasta tres días por semana, con acuerdo escrito."
    )
    await expect(tab.get_by_role("heading", level=1)).to_have_text("Trabajo a distancia")
    await expect(tab.get_by_role("main")).to_have_count(1)
    await expect(tab.locator("article")).to_have_attribute("lang", "es")
    await expect(tab.locator(".banner")).to_contain_text("no longer in force")
    await expect(tab.locator("time")).to_have_text("1 September 2024")


async def test_a_quoted_row_is_marked_in_its_table(shelf_page: ChatPage) -> None:
    await shelf_page.open()
    tab = await cited(shelf_page, "Which equipment?")
    row = tab.get_by_role("row").filter(has=tab.locator("#quoted"))
    await expect(row).to_be_in_viewport()
    await expect(row).to_contain_text("250 €")
    await expect(tab.get_by_role("row").filter(has=tab.locator("mark"))).to_have_count(1)


async def test_the_way_back_leads_to_the_chat(shelf_page: ChatPage) -> None:
    await shelf_page.open()
    tab = await cited(shelf_page, "How much remote work?")
    await tab.get_by_role("link", name="Back to the chat").click()
    await expect(tab.locator("#welcome")).to_be_visible()


async def test_whoever_may_not_read_it_is_told_nothing_of_it(shelf_page: ChatPage) -> None:
    await shelf_page.open()
    await shelf_page.page.get_by_label("Asking as").select_option(BEN.email)
    tab = await cited(shelf_page, "How much remote work?")
    await expect(tab.get_by_role("heading", level=1)).to_have_text("This document cannot be opened")
    assert "Trabajo a distancia" not in await tab.content()


async def test_links_lead_to_other_documents_and_with_their_host_to_the_web(
    shelf_page: ChatPage,
) -> None:
    await shelf_page.open()
    tab = await cited(shelf_page, "Which equipment?")
    article = tab.get_by_role("article")
    assert await article.get_by_role("link").count() == 2
    law = article.get_by_role("link", name="la ley")
    assert await law.get_attribute("rel") == "noopener noreferrer"
    await expect(article).to_contain_text("la ley (boe.example)")
    await article.get_by_role("link", name="permisos").click()
    assert tab.url == f"{shelf_page.origin}/documents/people/leave.md?as=ana%40corp.example"


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_text_of_a_document_has_enough_contrast(
    shelf_page: ChatPage, scheme: Literal["light", "dark"]
) -> None:
    await shelf_page.open(scheme=scheme)
    for question in ("How much remote work?", "Which equipment?"):
        assert await (await cited(shelf_page, question)).evaluate(CONTRASTS) == []


async def test_nothing_of_a_document_lies_beside_the_screen(shelf_page: ChatPage) -> None:
    await shelf_page.open()
    tab = await cited(shelf_page, "Which equipment?")
    for width in (320, 360, 768, 1280):
        await tab.set_viewport_size({"width": width, "height": 800})
        assert await shelf_page.overflow(tab) == 0, width
    await tab.set_viewport_size({"width": 360, "height": 800})
    table = tab.get_by_role("group", name="Table")
    assert await table.evaluate("node => node.scrollWidth - node.clientWidth") > 0


async def test_the_page_around_a_document_speaks_the_language_that_was_chosen(
    shelf_page: ChatPage,
) -> None:
    await shelf_page.open()
    tab = await cited(shelf_page, "How much remote work?")
    await tab.get_by_role("button", name="ES: Ver en español").click()
    await expect(tab.locator("html")).to_have_attribute("lang", "es")
    await expect(tab.locator(".card")).to_contain_text("En vigor desde1 de septiembre de 2024")
    await expect(tab.locator(".banner")).to_have_text(re.compile("ha sido sustituido"))
    await expect(tab.get_by_role("link", name="Volver al chat")).to_be_visible()


async def test_the_first_stop_of_the_keyboard_skips_to_the_document(shelf_page: ChatPage) -> None:
    await shelf_page.open()
    tab = await cited(shelf_page, "How much remote work?")
    await tab.goto(tab.url.partition("#")[0])
    await tab.keyboard.press("Tab")
    skip = tab.get_by_role("link", name="Skip to the document")
    await expect(skip).to_be_focused()
    await expect(skip).to_be_in_viewport()
    await tab.keyboard.press("Enter")
    await expect(tab.get_by_role("main")).to_be_focused()
