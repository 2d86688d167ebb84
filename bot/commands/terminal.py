"""Where is printed: a terminal of its own width, or a file whose lines are never broken."""

import sys

from rich.console import Console

_WIDE = 160


def console() -> Console:
    """Make the console that commands print on."""
    return Console(width=None if sys.stdout.isatty() else _WIDE, soft_wrap=True)
