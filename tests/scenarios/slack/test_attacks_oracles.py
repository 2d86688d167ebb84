"""Does anything tell that there is something which one may not read, or what was asked?"""

import json
import re
from pathlib import Path

from structlog.testing import capture_logs

from bot.app import application
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.faults import Fault
from tests.fakes.slack.screens import Shown
from tests.fakes.slack.server import fake_slack
from tests.scenarios.slack.forging import forged_form, forged_press, typed
from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    BEN,
    Office,
    running,
    settings_over,
    write_policies,
)

ASKED = (
    BANDS,
    "¿Cuánto gana al año la banda 4?",
    "Is there a page on salary bands?",
    "salary bands",
    "band",
    "What do the board and HR hide about band 4 and its 41,000 euros?",
    "Who may read hr/bands.md?",
)
_ID = re.compile(r"\bb?[0-9A-Z]{10}\b|\d{10}\.\d{6}")


async def test_a_closed_page_changes_nothing_that_is_shown(
    tmp_path: Path, models: Path, embedder: FastEmbedder
) -> None:
    shown = {}
    for name in ("with", "without"):
        folder, data = tmp_path / name / "pages", tmp_path / name / "data"
        write_policies(folder)
        if name == "without":
            (folder / "hr/bands.md").write_text("# Other\n\nNothing of the kind.\n")
        data.mkdir()
        (data / "models").symlink_to(models)
        settings = settings_over(data, folder)
        async with application(settings, model=embedder) as app:
            await app.sync()
        async with (
            fake_slack() as slack,
            running(Office(slack), settings, embedder) as bot,
        ):
            shown[name] = await _shown(bot)

    for one, other in zip(*shown.values(), strict=True):
        assert one == other


async def _shown(bot: Office) -> list[str]:
    """What Ben is shown in private, and everybody in the channel when Ana asks."""
    dm = bot.slack.dm(bot.ben)
    for person in (bot.ben, bot.ana):  # who asks for the first time is told more, at any moment
        await person.says("Hello", in_=bot.slack.dm(person))
        await bot.slack.quiet(1)
    for question in ASKED:
        await bot.ben.says(question, in_=dm)
        await bot.ana.says(bot.mention(question), in_=bot.general)
    await bot.slack.quiet(2, within=60)
    screens = [*bot.ben.screen(dm), *bot.ben.screen(bot.general)]
    replies = sorted(screens, key=lambda one: (one.channel.id, one.thread, one.ts))
    assert len(replies) > 4 * len(ASKED) - 1
    return [_masked(one) for one in replies if one.thread]


def _masked(shown: Shown) -> str:
    return _ID.sub("…", json.dumps([shown.text, shown.blocks], ensure_ascii=False))


async def test_no_log_line_tells_who_asked_what(bot: Office) -> None:
    slack, dm = bot.slack, bot.slack.dm(bot.ana)
    with capture_logs() as logs:
        await bot.ana.says(BANDS, in_=dm)
        answer = await bot.ana.sees(BANDS_ANSWER, in_=dm)
        await slack.quiet()
        await bot.ana.presses("ask_hr", on=answer)
        await slack.until(lambda: bot.ana.modal)
        await bot.ana.submits(bot.ana.modal, {"note": "canary-note"})
        await bot.vera.sees("canary-note", in_=bot.desk)
        await bot.ana.commands("/policy privacy", in_=bot.general)
        own = await bot.ana.sees(lambda one: "privacy_export" in str(one.blocks), in_=dm)
        await bot.ana.presses("privacy_export", on=own)
        await forged_press(bot.ben, "show_passage", "canary-value", in_=bot.general)
        await forged_press(bot.ben, "case_claim", "canary-value", in_=bot.desk)
        await forged_form(bot.ben, "canary-form", "canary-about", {"text": typed("canary-text")})
        await forged_form(bot.ben, "feedback_reason", "x", {"comment": typed("canary-text")})
        await forged_press(bot.ana, "answer_privately", "canary", in_=dm, actions=[{"canary": 1}])
        slack.fail("chat.postMessage", Fault(status=200, error="canary_error"))
        await bot.ana.says(BANDS, in_=dm)
        slack.fail("*", Fault(500, html="<html>canary-html</html>"), times=3)
        await bot.ana.says(f"{BANDS} again", in_=dm)
        await slack.quiet(2, within=60)

    lines = json.dumps(logs, default=str).casefold()
    secrets = (slack.bot_token, slack.signing_secret, BEN, "ana@", "vera@", "band 4", "41,000")
    told = [word for word in (*secrets, "canary-", "salary") if word in lines]
    assert not told, [line for line in logs if any(word in str(line).casefold() for word in told)]
