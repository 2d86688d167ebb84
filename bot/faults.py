"""What may be logged of a failure? Its kind and its place: its words may be what was asked."""

import traceback


def fault(error: BaseException) -> dict[str, str]:
    """Tell the kind of an error and the line that raised it, as fields of a log entry."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return {"error": type(error).__name__, "where": f"{where.name}:{where.lineno}"}
