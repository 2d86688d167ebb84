"""`python -m bot …`: what can be typed, and what goes wrong said in a sentence."""

import argparse
import asyncio
import sys
from collections.abc import Callable, Coroutine, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from bot import typed

Command = Callable[[argparse.Namespace], Coroutine[Any, Any, int]]

_FAILED = 1

_EXAMPLES = """\
examples:
  python -m bot demo
  python -m bot sync
  python -m bot ask "Can I expense lunch with a client?" --as EMAIL
  python -m bot doctor

Without a folder set, everything runs on the sample company. To use your own policies:
  POLICYBOT_FOLDER__PATH=handbook python -m bot sync
"""

_MANIFEST = """\
from nothing to an app:
  python -m bot slack manifest > manifest.yml
  api.slack.com/apps > Create New App > From a manifest: choose the workspace, paste, create
  Install App > Install to Workspace: the bot token        POLICYBOT_SLACK__BOT_TOKEN=xoxb-...
  Basic Information > App-Level Tokens, with the scope
  connections:write: the app token                         POLICYBOT_SLACK__APP_TOKEN=xapp-...
  python -m bot doctor

Beside each scope stands what it is for. What is set counts: with POLICYBOT_SLACK__FOLLOW_UPS the
history scopes are there; with a signing secret, no app token and POLICYBOT_URL it is over HTTP.
An app that is there already: paste it under "App Manifest", and install the app again.
"""

_PACKAGE = """\
from nothing to an app:
  portal.azure.com > Create a resource > Azure Bot: Type of App: Single Tenant,
  Creation type: Create new Microsoft App ID
  Configuration: Microsoft App ID and App Tenant ID        POLICYBOT_TEAMS__APP_ID=...
                                                           POLICYBOT_TEAMS__TENANT_ID=...
  Manage Password > New client secret: its Value           POLICYBOT_TEAMS__APP_PASSWORD=...
  the https address at which Microsoft reaches `serve`     POLICYBOT_URL=https://...
  python -m bot teams package --out policybot.zip
  what it then says is next
  python -m bot doctor --teams-package policybot.zip

What is set counts: --app-id, --host and --follow-ups are what POLICYBOT_TEAMS__APP_ID,
POLICYBOT_URL and POLICYBOT_TEAMS__FOLLOW_UPS say unless they are named. The same options make the
same file. Teams takes a changed one in place of an old one only with a higher --version.
"""

_CONFLICTS = """\
what to do with a finding:
  one page is old        set `status: superseded` on it, or `supersedes: PATH` on the newer one
  they hold elsewhere    say where: `region: Spain` on one, `region: Germany` on the other
  one repeats the other  let it link to the other instead of giving the figure again
  both are right         they hold for different people or cases: say so in the sentences

Sentences are compared by their words, within one language; the report is for people to read, and
shows text of all pages, restricted ones included. Nothing is changed.
"""


_CASES = """\
how to finish a draft:
  expected   answer, abstain (no policy tells) or clarify (a fact is missing)
  relevant   for an answer, the pages that carry it: [{"path": "leave/annual-leave.md"}]; `cited`
             says what was used, which may be what was wrong
  key_facts  what it must say, other spellings after a bar: ["23 days|twenty-three days"]
  draft      take it out, and the line counts; or take out the whole line

then:
  python -m bot evaluate --corpus DIR --access FILE --questions FILE.jsonl --out RUN.jsonl --answers

The file holds what people wrote, under their names, and lies outside the record: who is erased
later stays in it. Keep it as carefully as the database, and no longer than it is needed.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, and return the exit status: 0 done, 1 failed, 2 asked for in a wrong way."""
    asked = _parser().parse_args(arguments)
    # Each command brings its own imports: `--help` does not wait for an embedding model.
    command: Command = import_module(f"bot.commands.{asked.command}").run
    try:
        return asyncio.run(_spoken(command, asked))
    except KeyboardInterrupt:
        return 130


async def _spoken(command: Command, asked: argparse.Namespace) -> int:
    """Run a command; a failure that we know is told in its own words."""
    try:
        return await command(asked)
    except _known() as error:
        print(f"policybot: {error}", file=sys.stderr)  # noqa: T201  # this is the terminal
        return _FAILED


def _known() -> tuple[type[Exception], ...]:
    from bot.commands.failures import KNOWN  # noqa: PLC0415  # brings heavy imports, only on a failure

    return KNOWN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Answers questions on internal policies, with citations, and only from what "
        "all who read the reply may see.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (
        _demo,
        _serve,
        _ask,
        _sync,
        _conflicts,
        _evaluate,
        _cases,
        _usage,
        _slack,
        _teams,
        _doctor,
    ):
        add(commands)
    return parser


def _demo(commands: Any) -> None:  # noqa: ANN401  # argparse keeps its type to itself
    demo = commands.add_parser(
        "demo",
        help="open a chat page on this machine",
        description="Index the sample company (or the folder that is set), open a chat page on "
        "loopback and print its address. Questions are answered while pages are still being read.",
    )
    demo.add_argument(
        "--port", type=typed.port, default=8765, help="0 takes any free one (%(default)s)"
    )


def _serve(commands: Any) -> None:  # noqa: ANN401
    commands.add_parser(
        "serve",
        help="answer in the chat services that are set",
        description="Take questions in from Slack, by Socket Mode where an app token is set and "
        "else over HTTP, and answer them until interrupted. /healthz says whether the process "
        "lives, /readyz how each part is.",
    )


def _ask(commands: Any) -> None:  # noqa: ANN401
    ask = commands.add_parser(
        "ask",
        help="ask one question",
        description="Ask one question as somebody, and print the answer with its citations.",
    )
    ask.add_argument("question")
    ask.add_argument(
        "--as", dest="asker", type=typed.email, required=True, metavar="EMAIL", help="who asks"
    )
    ask.add_argument(
        "--channel", action="store_true", help="answer for a channel: only what everyone may read"
    )
    ask.add_argument("--json", action="store_true", help="print the whole reply as JSON")


def _sync(commands: Any) -> None:  # noqa: ANN401
    sync = commands.add_parser(
        "sync",
        help="bring the index in step with the source",
        description="Read what is new or changed, rewrite accesses that changed, remove what is "
        "gone. What has not changed costs nothing.",
    )
    sync.add_argument(
        "--reembed",
        action="store_true",
        help="build the index anew for the embedding model that is set, beside the old one, "
        "and switch over when it is whole",
    )


def _conflicts(commands: Any) -> None:  # noqa: ANN401
    conflicts = commands.add_parser(
        "conflicts",
        help="report pages that repeat or contradict each other",
        description="Read every page of the source that may answer today, and report two things: "
        "pages that are nearly the same text, and pairs of sentences of different pages that speak "
        "of the same and give other amounts, durations, dates or times. Each is shown with its "
        "path, heading and the day since which it is in force.",
        epilog=_CONFLICTS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    conflicts.add_argument("--json", action="store_true", help="print the report as JSON")


def _evaluate(commands: Any) -> None:  # noqa: ANN401
    evaluate = commands.add_parser(
        "evaluate",
        help="measure retrieval and answers on golden questions",
        description="Index a folder of pages, put every question through the product as its "
        "asker, in its organisation and after its thread, and print the figures. Vectors are "
        "kept, so a second run takes seconds. The exit status is 1 if a restricted page was found.",
    )
    evaluate.add_argument("--corpus", type=Path, required=True, metavar="DIR", help="the pages")
    evaluate.add_argument(
        "--access", type=Path, required=True, metavar="FILE", help="who reads what"
    )
    evaluate.add_argument("--questions", type=Path, required=True, metavar="FILE.jsonl")
    evaluate.add_argument("--out", type=Path, required=True, metavar="RUN.jsonl")
    evaluate.add_argument(
        "--limit", type=typed.count, metavar="N", help="only the first N questions"
    )
    evaluate.add_argument("--answers", action="store_true", help="answer them too")
    evaluate.add_argument(
        "--judge",
        type=typed.number,
        nargs="?",
        const=10,
        metavar="N",
        help="have a model judge the answers as well, and print N of them to be reviewed by hand "
        "(%(const)s); needs a key, and sends each question and answer to the API",
    )


def _cases(commands: Any) -> None:  # noqa: ANN401
    cases = commands.add_parser(
        "cases",
        help="turn answers that people found bad into drafts of golden questions",
        description="Write a line of JSON for every answer that somebody's last thumb on it is "
        "down for: the question, who asked, what they asked before it, what was cited, and the "
        "reasons that were given. What the right answer is, only people know, so each line is a "
        "draft, which `evaluate` refuses until it is finished.",
        epilog=_CASES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    cases.add_argument(
        "--since", type=typed.day, metavar="DAY", help="rated from that day on (UTC), as 2026-11-30"
    )
    cases.add_argument(
        "--out", type=Path, metavar="FILE.jsonl", help="a new file; without one, they are printed"
    )
    cases.add_argument("--json", action="store_true", help="print the counts as JSON")


def _usage(commands: Any) -> None:  # noqa: ANN401
    usage = commands.add_parser(
        "usage",
        help="what models were asked, and what it cost",
        description="Print the calls of models by day (UTC), model and purpose, with tokens, the "
        "part of the prompts that was read from the cache, and dollars at list prices: an "
        "estimate, the invoice counts.",
    )
    usage.add_argument(
        "--since", type=typed.day, metavar="DAY", help="from that day on, such as 2026-11-30"
    )
    usage.add_argument("--json", action="store_true", help="print the same as JSON")


def _slack(commands: Any) -> None:  # noqa: ANN401
    slack = commands.add_parser(
        "slack",
        help="what the Slack app needs",
        description="What the Slack app needs.",
    )
    parts = slack.add_subparsers(dest="part", required=True, metavar="PART")
    manifest = parts.add_parser(
        "manifest",
        help="print the app's manifest",
        description="Print the manifest of the Slack app, to be pasted at api.slack.com/apps: "
        "what it can do, what it hears, and the least scopes for that.",
        epilog=_MANIFEST,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    manifest.add_argument(
        "--follow-ups",
        action="store_true",
        help="follow threads without a mention: the bot is sent all messages of its channels",
    )
    manifest.add_argument(
        "--http",
        type=typed.address,
        metavar="ADDRESS",
        help="have Slack post to this https address instead of Socket Mode",
    )
    manifest.add_argument("--json", action="store_true", help="print it as JSON, not as YAML")


def _teams(commands: Any) -> None:  # noqa: ANN401
    teams = commands.add_parser(
        "teams",
        help="what the Teams app needs",
        description="What the Microsoft Teams app needs.",
    )
    parts = teams.add_subparsers(dest="part", required=True, metavar="PART")
    package = parts.add_parser(
        "package",
        help="write the app's package",
        description="Write the package of the Teams app, to be uploaded in the Teams admin center: "
        "its manifest, in English and Spanish, and its icons.",
        epilog=_PACKAGE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    package.add_argument(
        "--app-id", type=typed.guid, metavar="ID", help="the bot's application (client) id"
    )
    package.add_argument(
        "--host", type=typed.host, help="the name under which Microsoft reaches the bot"
    )
    package.add_argument("--out", type=Path, required=True, metavar="FILE.zip")
    package.add_argument("--force", action="store_true", help="write over a file that is there")
    package.add_argument(
        "--version",
        type=typed.version,
        default="1.0.0",
        metavar="N.N.N",
        help="the app's (%(default)s)",
    )
    package.add_argument(
        "--language",
        choices=("en", "es"),
        help="shown to whoever has Teams in neither (the first of POLICYBOT_LANGUAGES)",
    )
    package.add_argument(
        "--follow-ups",
        action="store_true",
        help="follow threads without a mention: the bot is sent all that its teams' channels say",
    )
    package.add_argument(
        "--about",
        type=typed.address,
        metavar="ADDRESS",
        help="your own page on the bot, linked as its website, privacy and terms (the host)",
    )


def _doctor(commands: Any) -> None:  # noqa: ANN401
    doctor = commands.add_parser(
        "doctor",
        help="try each part and say what is wrong",
        description="Try each part in turn; say in a line what works, or what is wrong and what "
        "to do about it. The exit status is 1 if something does not work.",
    )
    doctor.add_argument(
        "--teams-package",
        type=Path,
        metavar="FILE.zip",
        help="compare a package of the Teams app with what is set, too",
    )
