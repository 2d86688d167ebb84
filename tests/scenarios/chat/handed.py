"""What do the cases say that were handed over? Each test reads from them what it needs."""

import json
import re
from typing import Any

from tests.at_hand import need
from tests.conftest import SHARED

_SECURITY = SHARED / "cases" / "security_cases.json"
_CHAT = SHARED / "cases" / "chat_cases.md"
_TEAMS = SHARED / "reference" / "teams.md"


def security_input(name: str) -> str:
    """Give what a security case says."""
    need(_SECURITY.exists(), f"{_SECURITY} is not there")
    cases = json.loads(_SECURITY.read_text(encoding="utf-8"))
    told = next(case["input"] for case in cases if case["id"] == name)
    return told if isinstance(told, str) else "\n".join(told)


def model_output(name: str) -> str:
    """Give what a model is to say in a security case."""
    return re.sub(r"^model output[^:]*: ", "", security_input(name))


def chat_case(number: int) -> list[str]:
    """Give what a chat case quotes, in its order: texts and pieces of code, as they are sent."""
    need(_CHAT.exists(), f"{_CHAT} is not there")
    text = _CHAT.read_text(encoding="utf-8")
    case = re.search(rf"^{number}\. .*?(?=^\d+\. |^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert case is not None, f"There is no chat case {number}."
    return re.findall(r"`([^`\n]+)`", case[0])


def message_entity() -> dict[str, Any]:
    """Give the entity of a message as the reference has it (chat case 17)."""
    need(_TEAMS.exists(), f"{_TEAMS} is not there")
    text = _TEAMS.read_text(encoding="utf-8").partition("## 3. Messages out")[2]
    block = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert block is not None
    entity: dict[str, Any] = json.loads(block[1])["entities"][0]
    return entity
