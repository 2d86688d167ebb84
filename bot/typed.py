"""Is what was typed of the kind that is meant? If not, that is said in a sentence."""

import argparse
import re
from datetime import date
from urllib.parse import urlsplit

_GUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_HOST = re.compile(
    r"([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]"
)
_LONGEST_HOST = 253
_HERE = (".localhost", ".local")  # with which names end that others do not know


def address(text: str) -> str:
    """Take an https address, without what a browser alone would need."""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    plain = text.isascii() and text.isprintable() and " " not in text
    if not plain or parts.scheme != "https" or not parts.hostname or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(
            f"{text!a} is not an address such as https://policybot.corp.example"
        )
    return text.rstrip("/")


def guid(text: str) -> str:
    """Take an id as Microsoft gives them, in small letters."""
    if not _GUID.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!a} is not an id such as 11111111-2222-3333-4444-555555555555; it stands in the "
            "Azure Bot's Configuration, as Microsoft App ID"
        )
    return text.lower()


def host(text: str) -> str:
    """Take the name of a host that can be reached from outside."""
    if len(text) > _LONGEST_HOST or not _HOST.fullmatch(text) or text.lower().endswith(_HERE):
        raise argparse.ArgumentTypeError(
            f"{text!a} is not a host that Microsoft can reach, such as policybot.corp.example: "
            "without https://, port and path, and no number"
        )
    return text.lower()


def version(text: str) -> str:
    """Take a version of three numbers."""
    if not re.fullmatch(r"(0|[1-9][0-9]{0,4})(\.(0|[1-9][0-9]{0,4})){2}", text):
        raise argparse.ArgumentTypeError(f"{text!a} is not a version such as 1.0.0")
    return text


def email(text: str) -> str:
    """Take an e-mail, or whatever may be one."""
    if not text.isprintable():  # what is no UTF-8 comes as lone surrogates
        raise argparse.ArgumentTypeError(f"{text!a} is not an e-mail")
    return text


def day(text: str) -> date:
    """Take a day."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text} is not a day such as 2026-11-30") from error


def number(text: str) -> int:
    """Take a number: 0 or more."""
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text} is not a number: 0 or more")
    return int(text)


def count(text: str) -> int:
    """Take a number: 1 or more."""
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text} is not a number of questions: 1 or more")
    return int(text)


def port(text: str) -> int:
    """Take a port; 0 is any that is free."""
    port = int(text) if text.isascii() and text.isdecimal() else -1
    if not 0 <= port < 1 << 16:
        raise argparse.ArgumentTypeError(f"{text} is not a port: 0 to 65535")
    return port
