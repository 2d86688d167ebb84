"""What remains of a request that failed? A reference, for the person and for the log."""

import secrets
import traceback

import structlog

log = structlog.get_logger()


def logged(event: str, error: Exception, **more: str) -> str:
    """Log where something failed, without a word of what was asked; return the reference."""
    reference = secrets.token_hex(4)
    where = traceback.extract_tb(error.__traceback__)[-1]
    log.error(
        event,
        reference=reference,
        error=type(error).__name__,
        where=f"{where.name}:{where.lineno}",
        **more,
    )
    return reference
