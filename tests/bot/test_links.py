"""Do links to citations lead to what was cited and nowhere else, and are people counted?"""

from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from hypothesis import given
from hypothesis import strategies as st

from bot.feedback import Feedback
from bot.links import Citations, Links
from storage.database import Database
from storage.exchanges import Exchanges
from tests.bot.said import HANDBOOK, answered

BASE = "https://policybot.corp.example"
LINKS = Links(b"s" * 32, BASE + "/")
BROWSER = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}
RATES = "https://wiki.corp.example/año.pdf?v=1%2C2#:~:text=two%2Dthirds,%E2%82%AC"

Browser = TestClient[web.Request, web.Application]


@pytest.fixture
async def browser(exchanges: Exchanges, feedback: Feedback) -> AsyncIterator[Browser]:
    app = web.Application()
    app.add_routes(Citations(LINKS, exchanges, feedback).routes())
    async with TestClient(TestServer(app)) as client:
        yield client


async def follow(
    browser: Browser, address: str, *, method: str = "GET", **headers: str
) -> tuple[int, str | None]:
    path = address.removeprefix(BASE)
    asked = await browser.request(method, path, allow_redirects=False, headers=BROWSER | headers)
    assert asked.headers["Cache-Control"] == "no-store"
    assert asked.headers["Referrer-Policy"] == "no-referrer"
    return asked.status, asked.headers.get("Location")


async def clicks(exchanges: Exchanges, exchange_id: str) -> list[object]:
    events = await exchanges.events(exchange_id)
    return [event.body["n"] for event in events if event.kind == "clicked"]


async def test_a_link_leads_to_its_own_citation_and_is_counted(
    browser: Browser, exchanges: Exchanges
) -> None:
    asked = await answered(exchanges, urls=(HANDBOOK, RATES))

    assert await follow(browser, LINKS.address(asked, 1)) == (302, HANDBOOK)
    assert await follow(browser, LINKS.address(asked, 2)) == (
        302,
        "https://wiki.corp.example/a%C3%B1o.pdf?v=1%2C2#:~:text=two%2Dthirds,%E2%82%AC",
    )
    assert await clicks(exchanges, asked) == [1, 2]


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("HEAD", {}),
        ("GET", {"User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"}),
        ("GET", {"User-Agent": "Mozilla/5.0 SkypeUriPreview Preview/0.5 skype-url-preview@x"}),
        ("GET", {"User-Agent": "Slack-ImgProxy (+https://api.slack.com/robots)"}),
        ("GET", {"User-Agent": ""}),
        ("GET", {"Sec-Purpose": "prefetch;prerender"}),
        ("GET", {"X-Purpose": "preview"}),
    ],
)
async def test_what_no_person_opens_is_not_counted(
    browser: Browser, exchanges: Exchanges, method: str, headers: dict[str, str]
) -> None:
    asked = await answered(exchanges)

    assert await follow(browser, LINKS.address(asked, 1), method=method, **headers) == (
        302,
        HANDBOOK,
    )
    assert await clicks(exchanges, asked) == []


async def test_a_storm_of_clicks_writes_little(browser: Browser, exchanges: Exchanges) -> None:
    asked = await answered(exchanges)
    for _ in range(40):
        assert (await follow(browser, LINKS.address(asked, 1)))[0] == 302

    assert 1 <= len(await clicks(exchanges, asked)) < 20


@pytest.mark.parametrize(
    "url",
    [
        "http://wiki.corp.example/",
        "file:///srv/policies/remote.md",
        "javascript:alert(1)",
        "https:///nowhere",
        "https://[nowhere",
        "//elsewhere.example/",
        "https://wiki.corp.example/\r\nSet-Cookie: a=b",
        "",
    ],
)
async def test_only_https_is_led_to(browser: Browser, exchanges: Exchanges, url: str) -> None:
    asked = await answered(exchanges, urls=(url,))

    assert await follow(browser, LINKS.address(asked, 1)) == (404, None)


async def test_a_link_that_was_not_signed_for_this_answer_leads_nowhere(
    browser: Browser, exchanges: Exchanges
) -> None:
    asked, other = await answered(exchanges), await answered(exchanges)
    signed, forged = LINKS.address(asked, 1), Links(b"x" * 32, BASE).address(asked, 1)
    for address in (
        forged,
        signed.replace(asked, other),
        signed.replace(f"{asked}-1", f"{asked}-2"),
        signed[:-1],
        signed + "A",
        LINKS.address(asked, 2),
        LINKS.address(asked, 0),
        LINKS.address("NOSUCHONE2", 1),
        f"{BASE}/c/https:%2F%2Felsewhere.example",
        f"{BASE}/c/%FF%00",
        f"{BASE}/c/{'A' * 5000}",
    ):
        assert await follow(browser, address) == (404, None), address
    asked_with_more = await follow(browser, signed + "?to=https://elsewhere.example/")
    assert asked_with_more == (302, HANDBOOK)


@given(token=st.text())
def test_no_other_text_is_read_as_a_link(token: str) -> None:
    assert LINKS.read(token) is None


async def test_without_the_record_it_is_said_that_it_is_not_now(
    browser: Browser, exchanges: Exchanges, database: Database
) -> None:
    asked = await answered(exchanges)
    async with database.writing() as connection:
        await connection.exec_driver_sql("ALTER TABLE exchange_event RENAME TO away")

    assert await follow(browser, LINKS.address(asked, 1)) == (503, None)
