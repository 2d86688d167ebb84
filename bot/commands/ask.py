"""`python -m bot ask`: one question, answered on the terminal."""

import argparse
import json
from dataclasses import asdict

from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape

from bot.answers import Abstained, Citation, Clarification, Grounded, Unavailable, places
from bot.app import application
from bot.commands import terminal
from bot.commands.failures import UnsoundError
from bot.conversation import Message, Reply
from bot.logs import set_logging
from bot.settings import read_settings


async def run(asked: argparse.Namespace) -> int:
    """Ask, and print the reply; nothing is indexed here."""
    settings = read_settings()
    set_logging(settings.log)
    message = Message(
        text=asked.question, asker=asked.asker, surface="terminal", private=not asked.channel
    )
    console = terminal.console()
    async with application(settings) as app:
        documents, _chunks = await app.stores.ledger.size()
        if documents == 0:
            raise UnsoundError("Nothing is indexed yet. Run `python -m bot sync` first.")
        reply = await app.assistant.reply(message)
    if asked.json:
        print(json.dumps(_written(reply), ensure_ascii=False, indent=2, default=str))  # noqa: T201
    else:
        _print(reply, console)
    return 0


def _written(reply: Reply) -> dict[str, object]:
    return asdict(reply) | {"outcome": type(reply.answer).__name__.lower()}


def _print(reply: Reply, console: Console) -> None:
    if reply.first:
        console.print(f"[bold]{escape(reply.first)}[/bold]\n")
    match reply.answer:
        case Grounded():
            _print_grounded(reply.answer, console)
        case Abstained(text=text, nearest=nearest):
            console.print(escape(text))
            for page in nearest:
                _print_line(console, f"  • {escape(page.title)}  [dim]{escape(page.url)}[/dim]")
        case Clarification(question=question, options=options):
            console.print(escape(question))
            for option in options:
                console.print(f"  • {escape(option)}")
        case Unavailable(text=text):
            console.print(escape(text), style="yellow")
    console.print(f"[dim]On record as {reply.exchange_id}[/dim]")


def _print_grounded(answer: Grounded, console: Console) -> None:
    if answer.frame:
        console.print(escape(answer.frame))
    sources = places(answer.citations)
    numbers = {place: number for number, place in enumerate(sources, start=1)}
    for statement in answer.statements:
        cited = sorted({numbers[citation.place] for citation in statement.citations})
        console.print(Markdown(" ".join([statement.text, *(f"[{number}]" for number in cited)])))
    if answer.missing:
        console.print(escape(answer.missing))
    for step in answer.steps:
        console.print(escape(f"  {step.expression} = {step.result}"), highlight=False)
    console.print()
    for number, (citation, *_) in enumerate(sources.values(), start=1):
        place = " › ".join([citation.title, *citation.heading])
        _print_line(
            console,
            f"[{number}] {escape(place)}{escape(_edition(citation))}"
            f"  [dim]{escape(citation.url)}[/dim]",
        )


def _print_line(console: Console, line: str) -> None:
    """Print a line with a link in it, which no break may cut in two."""
    console.print(line, highlight=False, soft_wrap=True)


def _edition(citation: Citation) -> str:
    return f", version {citation.edition}" if citation.edition else ""
