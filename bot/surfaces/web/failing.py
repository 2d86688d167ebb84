"""What remains of a request that failed? A reference, for the person and for the log."""

import secrets

import structlog

from bot.faults import fault

log = structlog.get_logger()


def logged(event: str, error: Exception, **more: str) -> str:
    """Log where something failed, without a word of what was asked; return the reference."""
    reference = secrets.token_hex(4)
    log.error(event, reference=reference, **fault(error), **more)
    return reference
