"""python -m retrieval.engine FOLDER: serve a folder until nobody uses it any more.

Started by `retrieval.engine.launch`; by hand only to look for what is wrong. Standard error
goes to the folder's log; when the engine cannot start, the last line says why.
"""

import argparse
import asyncio
import logging
import sys
from pathlib import Path

from retrieval.engine.folder import Folder
from retrieval.engine.launch import EXIT_FAILED, EXIT_HELD
from retrieval.engine.life import HeldError, live
from retrieval.engine.shards import DamagedError


def main() -> int:
    """Serve; tell by the exit code how it ended."""
    parser = argparse.ArgumentParser(prog="python -m retrieval.engine", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--grace", type=float, default=20.0, help="seconds to stay without users")
    arguments = parser.parse_args()
    folder = Folder(arguments.folder.resolve())
    # Not structlog: it would bring half a second to each start, for a handful of lines.
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    try:
        asyncio.run(live(folder, grace=arguments.grace))
    except HeldError as error:
        return _told(str(error), EXIT_HELD)
    except DamagedError as error:
        return _told(str(error), EXIT_FAILED)
    except OSError as error:
        return _told(
            f"The index folder {folder.root} cannot be used: {error.strerror or error} "
            f"({error.filename or folder.root}). Make room or correct its permissions.",
            EXIT_FAILED,
        )
    return 0


def _told(reason: str, code: int) -> int:
    sys.stderr.write(f"{reason}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
