import asyncio
import json
from collections.abc import AsyncIterator
from http import HTTPStatus
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from structlog.testing import capture_logs

from bot.identity import Identity
from bot.opened import Opened
from bot.reading import Reading
from bot.surfaces.web.chat import chat
from connectors.folder import FolderSource
from storage.database import Database
from storage.people import Known, People
from tests.bot.surfaces.web.known_replies import ANA, BEN, COMPANY, PEOPLE, KnownReplies

Client = TestClient[web.Request, web.Application]

PAGES = {
    "people/leave.md": "# Leave\n\nSixteen weeks. See [pay](../hr/pay.md).\n",
    "hr/pay.md": "---\nstatus: draft\n---\n# Pay\n\n## Bands\n\nBand C ends at 61,000.\n",
    "hr/bands.pdf": "%PDF-1.7 band C ends at 61,000",
    "it/phishing.txt": "Phishing\n\nDo not press <b>anything</b>.\n",
}
RULES = {
    "default": "all-staff",
    "groups": ["all-staff", "hr"],
    "people": {
        ANA.email: {"name": ANA.name, "groups": ["all-staff", "hr"]},
        BEN.email: {"name": BEN.name, "groups": ["all-staff"]},
        "eve@corp.example": {"name": "Eve", "groups": ["all-staff", "hr"]},
    },
    "rules": [{"prefix": "hr/", "audience": "hr"}],
}


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    folder = tmp_path / "pages"
    for path, text in PAGES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    (tmp_path / "secret.md").write_text("Not for the page.")
    (folder / "access.json").write_text(json.dumps(RULES))
    source = FolderSource("folder", folder, folder / "access.json")
    database = Database(tmp_path / "people.sqlite")
    await database.open()
    people = People(database)
    await people.replace(
        "folder",
        [
            Known(m.email, m.name, "", tuple((g.principal, g.until) for g in m.grants))
            for m in (await source.listing()).members
        ],
    )
    app = chat(KnownReplies(), PEOPLE, company=COMPANY, documents=Reading(Identity(people), source))
    async with TestClient(TestServer(app)) as client:
        yield client
    await source.close()
    await database.close()


async def answer(client: Client, path: str, asker: str) -> tuple[int, str]:
    response = await client.get(f"/documents/{path}", params={"as": asker})
    return response.status, await response.text()


async def test_a_document_is_shown_to_whoever_may_read_it(client: Client) -> None:
    status, page = await answer(client, "hr/pay.md", ANA.email)
    assert status == HTTPStatus.OK
    assert "Band C ends at 61,000." in page
    assert "This is a draft." in page
    assert 'href="../../page/document.css"' in page
    assert 'class="back" href="../../"' in page


async def test_what_is_closed_and_what_is_not_there_get_the_same_page(client: Client) -> None:
    closed = await client.get("/documents/hr/pay.md", params={"as": BEN.email})
    gone = await client.get("/documents/hr/gone.md", params={"as": BEN.email})
    assert closed.status == gone.status == HTTPStatus.NOT_FOUND
    assert await closed.read() == await gone.read()
    told = [{k: v for k, v in r.headers.items() if k != "Date"} for r in (closed, gone)]
    assert told[0] == told[1]
    assert "61,000" not in await closed.text()


@pytest.mark.parametrize("path", ["hr/pay.md", "hr/bands.pdf", "people/leave.md", "hr/none.md"])
async def test_who_is_not_of_the_page_opens_nothing(client: Client, path: str) -> None:
    nothing = await answer(client, "hr/gone.md", BEN.email)
    for asker in (
        "eve@corp.example",
        "eve@elsewhere.example",
        "",
        ANA.email.upper(),
        f"{ANA.email} ",
    ):
        assert await answer(client, path, asker) == nothing
    without = await client.get(f"/documents/{path}")
    assert (without.status, await without.text()) == nothing


@pytest.mark.parametrize("path", ["people/leave.md", "it/phishing.txt"])
async def test_another_asker_is_shown_what_is_open_to_both(client: Client, path: str) -> None:
    for asker in (ANA.email, BEN.email):
        status, page = await answer(client, path, asker)
        assert status == HTTPStatus.OK
        assert "<script>" not in page
    assert (await answer(client, "hr/bands.pdf", BEN.email))[0] == HTTPStatus.NOT_FOUND
    assert (await answer(client, "hr/bands.pdf", ANA.email))[0] == HTTPStatus.OK


@pytest.mark.parametrize(
    "path",
    [
        "..%2Fsecret.md", "%2e%2e/secret.md", "%2e%2e%2fsecret.md", "people/..%2f..%2fsecret.md",
        "people/../../secret.md", "../secret.md", "%252e%252e%252fsecret.md", "..%5Csecret.md",
        "people%5Cleave.md", "people%2Fleave.md", "/etc/passwd", "%2Fetc%2Fpasswd",
        "people//leave.md", "./people/leave.md", "people/leave.md/", "people/leave.md%00",
        "people", "access.json", "file:///etc/passwd", "C:%5CWindows", "%ff", "people/LEAVE.md",
    ],
)  # fmt: skip
async def test_no_way_leads_out_of_what_is_listed(client: Client, path: str) -> None:
    """Send the path to the letter: a client of ours would tidy it up before."""
    reader, writer = await asyncio.open_connection(client.host, client.port)
    host = f"{client.host}:{client.port}"
    asked = f"GET /documents/{path}?as={ANA.email} HTTP/1.1\r\nHost: {host}\r\n"
    writer.write(f"{asked}Connection: close\r\n\r\n".encode())
    answered = (await reader.read()).decode()
    writer.close()
    assert answered.startswith("HTTP/1.1 404 ")
    assert "Sixteen weeks" not in answered
    assert "Not for the page" not in answered


async def test_a_pdf_is_sent_as_it_is_to_be_shown_in_the_browser(client: Client) -> None:
    response = await client.get("/documents/hr/bands.pdf", params={"as": ANA.email})
    assert response.status == HTTPStatus.OK
    assert response.headers["Content-Type"] == "application/pdf"
    assert response.headers["Content-Disposition"] == "inline; filename*=UTF-8''bands.pdf"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cache-Control"] == "no-store"
    assert await response.read() == PAGES["hr/bands.pdf"].encode()


async def test_a_document_has_the_headers_of_the_page_and_nothing_inline(client: Client) -> None:
    response = await client.get("/documents/people/leave.md", params={"as": ANA.email})
    chat_page = await client.get("/")
    for name in ("Content-Security-Policy", "Cache-Control", "Referrer-Policy"):
        assert response.headers[name] == chat_page.headers[name]
    markup = await response.text()
    assert "<style" not in markup
    assert " style=" not in markup
    assert "<script>" not in markup
    assert markup.count("<main") == markup.count("<h1") == 1


async def test_the_words_that_are_asked_for_are_marked(client: Client) -> None:
    asked = [("as", ANA.email), ("at", "bands"), ("quote", "Band C  ends"), ("quote", "61,000.")]
    response = await client.get("/documents/hr/pay.md", params=asked)
    assert '<mark id="quoted">Band C ends</mark> at <mark>61,000.</mark>' in await response.text()


async def test_under_another_name_no_document_is_served(client: Client) -> None:
    response = await client.get(
        "/documents/people/leave.md", params={"as": ANA.email}, headers={"Host": "rebound.example"}
    )
    assert response.status == HTTPStatus.FORBIDDEN


class Failing:
    async def open(self, path: str, asker: str) -> Opened | None:
        raise RuntimeError("the secret plan cannot be read")


async def test_a_failure_is_told_with_a_reference_and_nothing_else() -> None:
    app = chat(KnownReplies(), PEOPLE, company=COMPANY, documents=Failing())
    async with TestClient(TestServer(app)) as client:
        with capture_logs() as logged:
            status, page = await answer(client, "a.md", ANA.email)
    (line,) = logged
    assert status == HTTPStatus.INTERNAL_SERVER_ERROR
    assert line["reference"] in page
    assert "secret plan" not in f"{line}{page}"


async def test_without_documents_there_are_none() -> None:
    async with TestClient(TestServer(chat(KnownReplies(), PEOPLE, company=COMPANY))) as client:
        response = await client.get("/documents/a.md", params={"as": ANA.email})
        assert response.status == HTTPStatus.NOT_FOUND


async def test_documents_can_be_mounted_beside_others() -> None:
    site = web.Application()
    site.add_subapp("/chat/", chat(KnownReplies(), PEOPLE, company=COMPANY, documents=Failing()))
    async with TestClient(TestServer(site)) as client:
        response = await client.get("/chat/documents/a/b.md", params={"as": ANA.email})
        assert 'href="../../page/chat.css"' in await response.text()
        assert (await client.get("/chat/page/document.css")).status == HTTPStatus.OK
