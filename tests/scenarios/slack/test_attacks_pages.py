"""Pages, their titles, headings and paths attack whoever is shown them, and do nothing."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import application
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.calls import Call
from tests.fakes.slack.texts import leaves
from tests.scenarios.slack.forging import offered
from tests.scenarios.slack.office import ACCESS, Office, running, settings_over

PARKING = "Where do visitors park their cars?"
ANSWER = "lower garage"
PAGES = {
    "parking <!channel> (javascript:alert(1)) & #1?.md": (
        "---\nversion: '4](https://evil.example/v) <!here>'\n---\n"
        "# Parking](https://evil.example/t) <!channel> <https://evil.example/l|Open> @here\n\n"
        "## Visitors <@{ben}> [here](https://evil.example/h) ![i](https://evil.example/i.png)\n\n"
        "Visitors park their cars in the lower garage <!channel> and ask <@{ben}>. "
        "Visitors park their cars after they [confirm](https://evil.example/c?d=all) in the lower "
        "garage. Visitors of the lower garage see <https://evil.example/s|the handbook> and "
        "https://handbook.corp.example@evil.example/x, //evil.example/y?z=1 and "
        "https://handbook.corp.example.evil.example/, or write to <mailto:help@evil.example|HR>. "
        "@everyone parks in the lower garage &lt;!here&gt; &#60;!here&#62;.\n\n"
        "| Visitors park | [where](https://evil.example/w) |\n|---|---|\n"
        "| cars | <!subteam^S1> ![](https://evil.example/p.png) lower garage |\n\n"
        "[confirm]: https://evil.example/r\n"
    ),
    "office.md": "# Office hours\n\nThe office closes at 15:00 on Fridays.\n",
}
_TOKEN = re.compile(r"<[!@#]")


@pytest.fixture
async def bot(
    office: Office, tmp_path: Path, models: Path, embedder: FastEmbedder
) -> AsyncIterator[Office]:
    folder, data = tmp_path / "pages", tmp_path / "data"
    folder.mkdir()
    data.mkdir()
    (data / "models").symlink_to(models)
    for path, text in PAGES.items():
        (folder / path).write_text(text.replace("{ben}", office.ben.id), encoding="utf-8")
    access = ACCESS | {"default": "everyone", "rules": []}
    (folder / "access.json").write_text(json.dumps(access), encoding="utf-8")
    settings = settings_over(data, folder)
    async with application(settings, model=embedder) as app:
        await app.sync()
    async with running(office, settings, embedder, desk_channel=office.desk.id) as served:
        yield served


async def test_nothing_of_a_page_acts_wherever_it_is_shown(bot: Office) -> None:
    slack, ana = bot.slack, bot.ana
    await ana.says(bot.mention(PARKING), in_=bot.general)
    answer = await ana.sees(ANSWER, in_=bot.general)
    await slack.quiet()
    await ana.presses("answer_privately", on=answer) if _has(answer, "answer_privately") else None
    await ana.commands(f"/policy {PARKING}", in_=bot.general)
    private = await ana.sees(ANSWER, in_=slack.dm(ana))
    await slack.quiet()
    for action, on in (("show_passage", answer), ("share", private), ("ask_hr", private)):
        name = action if _has(on, action) else f"{action}_1"
        await ana.presses(name, on=on)
        await slack.until(lambda: ana.modal)
        if action == "ask_hr":
            await ana.submits(ana.modal, {"note": f"<!channel> <@{bot.ben.id}> @here"})
        else:
            await ana.closes(ana.modal)
    card = await bot.vera.sees(ANSWER, in_=bot.desk)
    await slack.quiet()
    await bot.vera.presses("case_claim", on=card)
    await bot.vera.sees("In work", in_=bot.desk)
    await bot.vera.presses("case_reply", on=bot.vera.screen(bot.desk)[-1])
    await slack.until(lambda: bot.vera.modal)
    await bot.vera.submits(bot.vera.modal, {"text": "<!channel> in the *lower* garage @here"})
    await slack.quiet(1)

    assert not slack.refused
    assert not slack.pings
    shown = set[str]().union(*map(_shown, slack.calls))
    assert not [text for text in shown if "evil.example" in text.replace("help@evil.example", "")]
    assert not [text for text in shown if _TOKEN.search(text)]
    hosts = {url.split("/")[2] for text in shown for url in re.findall(r"https?://\S+", text)}
    assert hosts <= {"handbook.corp.example", "corp.slack.com"}  # the latter: where it was asked


def _has(shown: object, action: str) -> bool:
    try:
        offered(shown, action)  # type: ignore[arg-type]  # whatever is shown
    except AssertionError:
        return False
    return True


def _shown(call: Call) -> set[str]:
    """All that can be read in what was sent."""
    return set(leaves([call.parsed(name) for name in ("text", "blocks", "view", "prompts")]))
