"""How are events logged? As lines on standard error, with ids and counts and never a text."""

import logging
import sys

import structlog

# Libraries that log, where debugging is on, what they are given: values of SQL, bodies of requests.
_TALKATIVE = (
    *("aiosqlite", "anthropic", "httpcore", "httpcore2", "httpx", "httpx2"),
    *("markdown_it", "slack_bolt", "slack_sdk", "sqlalchemy"),
)


def set_logging(level: str) -> None:
    """Log events from a level on: pretty on a terminal, JSON elsewhere.

    What libraries would log of questions and pages stays out, whatever else is set for them.
    """
    for library in _TALKATIVE:
        logging.getLogger(library).setLevel(logging.WARNING)
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer()
        if sys.stderr.isatty()
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
