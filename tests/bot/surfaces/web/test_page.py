import pytest
from playwright.async_api import Error, expect

from tests.bot.surfaces.web.chat_page import ChatPage
from tests.bot.surfaces.web.known_replies import ANA, BEN, KnownReplies

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_a_question_is_answered_with_its_sources(chat_page: ChatPage) -> None:
    await chat_page.open()
    answer = await chat_page.ask("How long is parental leave?")
    await expect(answer.locator(".said")).to_contain_text("Each parent may take 16 weeks")
    await expect(answer.locator(".source")).to_have_count(2)
    first = answer.locator(".source").first
    await expect(first).to_contain_text("Parental leave")
    await expect(first).to_contain_text("Entitlement \u203a How long")
    await expect(first).to_contain_text("version 4.1 · in force since 1 January 2025")
    await expect(answer).to_contain_text("On record as 7F3K2")
    await expect(chat_page.box).to_be_focused()


async def test_a_quote_is_unfolded_and_folded_by_the_keyboard_alone(chat_page: ChatPage) -> None:
    await chat_page.open()
    answer = await chat_page.ask("Which hotel may I book?")
    quote = answer.locator("blockquote").first
    await expect(quote).not_to_be_visible()
    await chat_page.step_back_to(answer.locator(".marker").first)
    await chat_page.press("Enter")
    await expect(quote).to_be_visible()
    await expect(answer.locator("summary").first).to_be_focused()
    assert await quote.get_attribute("lang") == "en"
    await chat_page.press("Escape")
    await expect(quote).not_to_be_visible()
    await chat_page.press("Escape")
    await expect(chat_page.box).to_be_focused()


async def test_a_table_of_a_policy_is_a_table(chat_page: ChatPage) -> None:
    await chat_page.open()
    answer = await chat_page.ask("Which hotel may I book?")
    await answer.locator("summary").click()
    table = answer.get_by_role("table")
    await expect(table.get_by_role("columnheader")).to_have_count(5)
    await expect(table.get_by_role("row").nth(1)).to_contain_text("Madrid")
    await expect(answer.get_by_role("listitem")).to_have_count(4)
    link = answer.get_by_role("link", name="Open at page 12")
    assert await link.get_attribute("href") == "https://wiki.corp.example/rates.pdf#page=12"
    assert await link.get_attribute("rel") == "noopener noreferrer"


async def test_a_follow_up_stays_in_the_thread_until_a_new_conversation_begins(
    chat_page: ChatPage, assistant: KnownReplies
) -> None:
    await chat_page.open()
    await chat_page.ask("How long is parental leave?")
    await chat_page.ask("And a hotel?")
    await chat_page.button("New conversation").click()
    await expect(chat_page.exchanges).to_have_count(0)
    await chat_page.ask("Once more: leave?")
    first, second, third = (message.thread for message in assistant.asked)
    assert first == second
    assert third not in {None, first}
    await chat_page.conversations.filter(has_text="How long is parental leave?").click()
    await expect(chat_page.exchanges).to_have_count(2)
    await chat_page.ask("More on leave?")
    assert assistant.asked[-1].thread == first


async def test_another_asker_sees_nothing_of_what_the_former_one_was_told(
    chat_page: ChatPage, assistant: KnownReplies
) -> None:
    await chat_page.open()
    await chat_page.ask("How long is parental leave?")
    await chat_page.box.fill("half a secret")
    await chat_page.page.get_by_label("Asking as").select_option(BEN.email)
    await expect(chat_page.exchanges).to_have_count(0)
    await expect(chat_page.conversations).to_have_count(0)
    assert "16 weeks" not in await chat_page.page.content()
    assert await chat_page.box.input_value() == ""
    await chat_page.ask("And for me, is there leave?")
    ana, ben = assistant.asked
    assert (ana.asker, ben.asker) == (ANA.email, BEN.email)
    assert ana.thread != ben.thread


async def test_an_answer_that_comes_late_is_not_shown_to_the_next_asker(
    chat_page: ChatPage, assistant: KnownReplies
) -> None:
    await chat_page.open()
    assistant.open.clear()
    await chat_page.box.fill("How long is parental leave?")
    await chat_page.button("Send").click()
    await expect(chat_page.log).to_contain_text("Looking through the policies…")
    await chat_page.page.get_by_label("Asking as").select_option(BEN.email)
    async with chat_page.page.expect_response("**/api/ask"):
        assistant.open.set()
    await chat_page.page.get_by_label("Asking as").select_option(ANA.email)
    await chat_page.conversations.click()
    await expect(chat_page.log).to_contain_text("16 weeks")
    await chat_page.page.get_by_label("Asking as").select_option(BEN.email)
    assert "16 weeks" not in await chat_page.page.content()


async def test_asking_in_a_channel_is_another_conversation_that_says_so(
    chat_page: ChatPage, assistant: KnownReplies
) -> None:
    await chat_page.open()
    await chat_page.ask("How long is parental leave?")
    await chat_page.page.get_by_text("In a channel", exact=True).last.click()
    await expect(chat_page.exchanges).to_have_count(0)
    await expect(chat_page.page.locator("#scope")).to_contain_text("only on what everyone may read")
    await chat_page.ask("How long is parental leave?")
    await expect(chat_page.exchanges.locator(".question small")).to_have_text("In a channel")
    private, shared = assistant.asked
    assert private.private
    assert not shared.private
    assert private.thread != shared.thread


async def test_hostile_text_stays_text_and_loads_nothing(chat_page: ChatPage) -> None:
    await chat_page.open()
    answer = await chat_page.ask("hostile <img src=https://collect.example onerror=alert(0)>")
    await answer.locator("summary").click()
    await expect(answer.locator("blockquote")).to_contain_text("[press here](javascript:alert(5))")
    await expect(answer.locator(".source .title")).to_have_text(
        "<img src=x onerror=alert(1)> Leave"
    )
    await expect(answer.locator(".said")).to_contain_text("<b>Free</b> leave [x](javascript:")
    await expect(answer.get_by_role("cell").first).to_have_text("<svg onload=alert(6)>")
    await expect(chat_page.log.locator("img, a, script, iframe, b, i")).to_have_count(0)


async def test_the_browser_itself_refuses_to_make_html_of_text(chat_page: ChatPage) -> None:
    await chat_page.open()
    with pytest.raises(Error, match="requires 'TrustedHTML'"):
        await chat_page.page.evaluate("document.body.innerHTML = '<p>'")
    chat_page.complaints.clear()


async def test_an_abstention_offers_pages_to_look_in(chat_page: ChatPage) -> None:
    await chat_page.open()
    answer = await chat_page.ask("What are the pay bands?")
    await expect(answer).to_contain_text("I found nothing in the policies you can read")
    await expect(answer).to_contain_text("You could look in:")
    await expect(answer.get_by_role("link")).to_have_count(2)
    await expect(answer.locator(".marker, .source")).to_have_count(0)


async def test_a_choice_is_sent_as_a_follow_up_and_stays_marked(
    chat_page: ChatPage, assistant: KnownReplies
) -> None:
    await chat_page.open()
    answer = await chat_page.ask("How long is my notice?")
    await answer.get_by_role("button", name="Fixed term").click()
    await expect(chat_page.exchanges.nth(1)).to_contain_text("The notice period is two weeks.")
    assert assistant.asked[1].text == "Fixed term"
    assert assistant.asked[1].thread == assistant.asked[0].thread
    await expect(answer.get_by_role("button", pressed=True)).to_have_text("Fixed term")
    await expect(answer.get_by_role("button", name="Permanent")).to_be_disabled()


async def test_an_outage_is_told_as_a_fault_and_not_as_a_missing_policy(
    chat_page: ChatPage,
) -> None:
    await chat_page.open()
    answer = await chat_page.ask("Is there an outage?")
    await expect(answer).to_contain_text("Not available just now")
    await expect(answer).to_contain_text("It does not mean that there is no policy.")
    await expect(answer).not_to_contain_text("Not answered")


async def test_what_failed_keeps_the_question_and_can_be_tried_again(
    chat_page: ChatPage, assistant: KnownReplies
) -> None:
    await chat_page.open()
    assistant.failing = RuntimeError("leave")
    answer = await chat_page.ask("How long is parental leave?")
    await expect(answer).to_contain_text("Something went wrong")
    await expect(chat_page.box).to_have_value("How long is parental leave?")
    assistant.failing = None
    await chat_page.button("Try again").click()
    await expect(chat_page.log).to_contain_text("16 weeks")
    await expect(chat_page.exchanges).to_have_count(1)
    await expect(chat_page.box).to_have_value("")


async def test_enter_sends_and_shift_enter_begins_a_line(
    chat_page: ChatPage, assistant: KnownReplies
) -> None:
    await chat_page.open()
    await chat_page.box.press_sequentially("leave")
    await chat_page.box.press("Shift+Enter")
    await chat_page.box.press_sequentially("please")
    await chat_page.box.press("Enter")
    await expect(chat_page.log).to_contain_text("16 weeks")
    assert [message.text for message in assistant.asked] == ["leave\nplease"]


async def test_what_is_too_long_or_empty_is_not_sent_and_is_kept(
    chat_page: ChatPage, assistant: KnownReplies
) -> None:
    await chat_page.open()
    await chat_page.box.press("Enter")
    await expect(chat_page.page.get_by_role("alert")).to_have_text(
        "There is no question yet. Type one."
    )
    await chat_page.box.fill("a" * 4001)
    await chat_page.box.press("Enter")
    await expect(chat_page.page.get_by_role("alert")).to_contain_text("4,001 characters")
    assert len(await chat_page.box.input_value()) == 4001
    assert not assistant.asked


async def test_an_example_is_asked_by_a_click(chat_page: ChatPage) -> None:
    await chat_page.open()
    await chat_page.button("How many days of parental leave do I get?").click()
    await expect(chat_page.log).to_contain_text("16 weeks")
    await expect(chat_page.page.locator("#welcome")).not_to_be_visible()


async def test_a_quote_in_another_language_is_framed_and_its_language_named(
    chat_page: ChatPage,
) -> None:
    await chat_page.open()
    answer = await chat_page.ask("How much remote work is allowed?")
    await expect(answer.locator(".frame")).to_have_text("The policy, in Spanish, says:")
    await expect(answer.locator(".said span").first).to_have_attribute("lang", "es")
    await expect(answer.locator("summary")).to_contain_text("in Spanish")
    await answer.locator("summary").click()
    await expect(answer.locator(".place")).to_contain_text("Kept at es/trabajo-a-distancia.md")
    await expect(answer.locator(".place").get_by_role("link")).to_have_count(0)


async def test_the_last_pages_to_be_indexed_are_told_until_they_are(chat_page: ChatPage) -> None:
    await chat_page.open()
    told = chat_page.page.get_by_text("Still reading: 31 of 40 pages can be found so far.")
    await expect(told).to_be_visible()
    await expect(told).not_to_be_visible()


async def test_the_record_id_can_be_copied(chat_page: ChatPage) -> None:
    await chat_page.open()
    await chat_page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await chat_page.ask("How long is parental leave?")
    await chat_page.button("Copy the record id 7F3K2").click()
    await expect(chat_page.button("Copied")).to_be_visible()
    assert await chat_page.page.evaluate("navigator.clipboard.readText()") == "7F3K2"


async def test_whom_to_turn_to_stands_above_the_answer(chat_page: ChatPage) -> None:
    await chat_page.open()
    answer = await chat_page.ask("I am harassed, do I get leave?")
    first = chat_page.exchanges.last.get_by_role("note")
    await expect(first).to_have_text(
        "Nobody has to put up with harassment. Call the advisers: extension 4777."
    )
    await expect(answer.locator(".said")).to_contain_text("16 weeks")
    above, below = await first.bounding_box(), await answer.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
    answer = await chat_page.ask("leave?")
    await expect(chat_page.exchanges.last.get_by_role("note")).to_have_count(0)


async def test_a_greeting_is_answered_without_a_notice_and_without_sources(
    chat_page: ChatPage,
) -> None:
    await chat_page.open()
    answer = await chat_page.ask("hello")
    await expect(answer).to_contain_text("Hello! Ask me about a policy.")
    await expect(answer.locator(".notice, .source, .nearest")).to_have_count(0)
