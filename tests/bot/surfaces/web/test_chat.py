from collections.abc import AsyncIterator
from http import HTTPStatus
from uuid import UUID, uuid4

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from structlog.testing import capture_logs

from bot.conversation import LONGEST
from bot.surfaces.web.asking import LARGEST_BODY
from bot.surfaces.web.chat import Progress, chat
from tests.bot.surfaces.web.known_replies import ANA, BEN, COMPANY, EXAMPLES, PEOPLE, KnownReplies

Client = TestClient[web.Request, web.Application]


@pytest.fixture
def assistant() -> KnownReplies:
    return KnownReplies()


@pytest.fixture
async def client(assistant: KnownReplies) -> AsyncIterator[Client]:
    app = chat(
        assistant,
        PEOPLE,
        company=COMPANY,
        examples=EXAMPLES,
        progress=lambda: Progress(indexed=12, total=40),
    )
    async with TestClient(TestServer(app)) as client:
        yield client


def question(text: str = "How long is parental leave?", **changed: object) -> dict[str, object]:
    asked = {"text": text, "asker": ANA.email, "thread": None, "audience": "private"}
    return asked | changed


async def test_the_page_and_its_files_are_served(client: Client) -> None:
    page = await client.get("/")
    assert page.content_type == "text/html"
    for name in ("chat.css", "answer.css", "chat.js", "mark.svg"):
        assert f"page/{name}" in await page.text()
        assert (await client.get(f"/page/{name}")).status == HTTPStatus.OK


async def test_nothing_is_loaded_from_elsewhere_and_nothing_is_inline(client: Client) -> None:
    page = await client.get("/")
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; ")
    assert "unsafe" not in policy
    markup = await page.text()
    assert "<style" not in markup
    assert " style=" not in markup
    assert "<script>" not in markup


async def test_the_people_are_told_with_their_titles(client: Client) -> None:
    opening = await (await client.get("/api/people")).json()
    assert opening["company"] == COMPANY
    assert opening["people"][0] == {
        "email": ANA.email,
        "name": "Ana García",
        "title": "HR manager",
        "note": "Ana may also read the HR pages.",
    }
    assert opening["examples"][2]["language"] == "es"


async def test_the_page_is_told_how_many_pages_are_indexed(client: Client) -> None:
    assert await (await client.get("/api/progress")).json() == {"indexed": 12, "total": 40}


async def test_without_a_count_there_is_nothing_left_to_index() -> None:
    app = chat(KnownReplies(), PEOPLE, company=COMPANY)
    async with TestClient(TestServer(app)) as client:
        assert await (await client.get("/api/progress")).json() == {"indexed": 0, "total": 0}


async def test_a_question_reaches_the_assistant_as_a_message(
    client: Client, assistant: KnownReplies
) -> None:
    response = await client.post("/api/ask", json=question("  leave?\n", audience="channel"))
    assert response.status == HTTPStatus.OK
    (message,) = assistant.asked
    assert (message.text, message.asker, message.surface) == ("leave?", ANA.email, "web")
    assert not message.private
    reply = await response.json()
    assert reply["exchange_id"] == "7F3K2"
    assert reply["answer"]["kind"] == "grounded"
    assert UUID(reply["thread"]).version == 4


async def test_a_follow_up_is_in_the_thread_of_the_first_question(
    client: Client, assistant: KnownReplies
) -> None:
    first = await (await client.post("/api/ask", json=question())).json()
    second = await client.post("/api/ask", json=question("And leave?", thread=first["thread"]))
    assert (await second.json())["thread"] == first["thread"]
    before, after = assistant.asked
    assert before.thread is not None
    assert before.thread == after.thread


@pytest.mark.parametrize("changed", [{"asker": BEN.email}, {"audience": "channel"}])
async def test_a_thread_is_another_one_for_another_asker_and_for_another_audience(
    client: Client, assistant: KnownReplies, changed: dict[str, str]
) -> None:
    first = await (await client.post("/api/ask", json=question())).json()
    await client.post("/api/ask", json=question(thread=first["thread"]) | changed)
    before, after = assistant.asked
    assert before.thread != after.thread


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"asker": "eve@elsewhere.example"}, "unknown_asker"),
        ({"asker": ANA.email.upper()}, "unknown_asker"),
        ({"text": " \n "}, "empty"),
        ({"text": "a" * (LONGEST + 1)}, "too_long"),
        ({"text": "a" * (LARGEST_BODY + 1)}, "too_long"),
        ({"text": 7}, "malformed"),
        ({"text": "\ud800"}, "malformed"),
        ({"thread": "C-general"}, "malformed"),
        ({"thread": "00000000-0000-0000-0000-000000000000"}, "malformed"),
        ({"audience": "everyone"}, "malformed"),
        ({"organisation": "other"}, "malformed"),
    ],
)
async def test_what_cannot_be_asked_is_refused_in_a_sentence(
    client: Client, assistant: KnownReplies, wrong: dict[str, object], code: str
) -> None:
    response = await client.post("/api/ask", json=question() | wrong)
    assert response.status == HTTPStatus.BAD_REQUEST
    error = (await response.json())["error"]
    assert error["code"] == code
    assert error["message"].endswith(".")
    assert not assistant.asked


async def test_the_longest_question_is_asked_whole(client: Client, assistant: KnownReplies) -> None:
    text = "😀" * LONGEST
    response = await client.post("/api/ask", json=question(text, thread=str(uuid4())))
    assert response.status == HTTPStatus.OK
    assert assistant.asked[0].text == text


async def test_json_that_is_none_is_refused_in_a_sentence(client: Client) -> None:
    response = await client.post(
        "/api/ask", data=b"{", headers={"Content-Type": "application/json"}
    )
    assert response.status == HTTPStatus.BAD_REQUEST
    assert (await response.json())["error"]["message"] == (
        "The question could not be read: check the JSON."
    )


async def test_a_failure_is_told_with_a_reference_and_logged_without_a_word_of_the_question(
    client: Client, assistant: KnownReplies
) -> None:
    assistant.failing = RuntimeError("no answer to: my secret illness")
    with capture_logs() as logged:
        response = await client.post("/api/ask", json=question("my secret illness"))
    assert response.status == HTTPStatus.INTERNAL_SERVER_ERROR
    error = (await response.json())["error"]
    (line,) = logged
    assert line["event"] == "web question failed"
    assert line["error"] == "RuntimeError"
    assert line["thread"] == assistant.asked[0].thread
    assert line["reference"] == error["reference"]
    assert error["reference"] in error["message"]
    assert "illness" not in f"{line}{error}"
    assert ANA.email not in f"{line}{error}"


@pytest.mark.parametrize("people", [(), (ANA, ANA)])
def test_people_who_cannot_be_told_apart_are_refused_at_the_start(people: tuple[()]) -> None:
    with pytest.raises(ValueError, match="at least one person, each with an e-mail of its own"):
        chat(KnownReplies(), people, company=COMPANY)


async def test_the_page_can_be_mounted_beside_others() -> None:
    site = web.Application()
    site.add_subapp("/chat/", chat(KnownReplies(), PEOPLE, company=COMPANY))
    async with TestClient(TestServer(site)) as client:
        assert (await client.get("/chat/")).headers["Referrer-Policy"] == "no-referrer"
        assert (await client.get("/chat/page/chat.js")).status == HTTPStatus.OK
        response = await client.post("/chat/api/ask", json=question())
        assert response.status == HTTPStatus.OK
