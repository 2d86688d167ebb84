"""How is a moment written? UTC, ISO, always to the microsecond, so that text sorts as time."""

from datetime import UTC, datetime


def now() -> datetime:
    """The present, aware and in UTC."""
    return datetime.now(UTC)


def written(moment: datetime) -> str:
    """Write an aware moment; `ValueError` for a naive one, whose zone nobody knows."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone.")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def read(text: str) -> datetime:
    """Read what `written` wrote."""
    return datetime.fromisoformat(text)
