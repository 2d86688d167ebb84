"""What does a piece of code ask of Slack? Told from its text: nothing is run."""

import ast
import inspect
from functools import cache

from slack_sdk.web.async_client import AsyncWebClient

from tests.bot.surfaces.slack.names import BOT_EVENTS


@cache
def sdk_methods() -> dict[str, frozenset[str]]:
    """Which methods of the Web API does each method of Slack's own client call?"""
    tree = ast.parse(inspect.getsource(AsyncWebClient))
    functions = {
        node.name: node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef)
    }

    def calls(name: str, above: frozenset[str] = frozenset()) -> frozenset[str]:
        found: set[str] = set()
        for node in ast.walk(functions[name]):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr == "api_call" and isinstance(node.args[0], ast.Constant):
                found.add(str(node.args[0].value))
            elif node.func.attr in functions and node.func.attr not in above | {name}:
                found |= calls(node.func.attr, above | {name})
        return frozenset(found)

    return {name: calls(name) for name in functions if calls(name)}


def called(source: str) -> set[str]:
    """Name the Web API methods: called, handed on as a callable, or named in a text of their own.

    A name that no one reads here is still told by its text: `METHOD = "chat.update"`. A name put
    together while the code runs cannot be told, and is an error.
    """
    known = sdk_methods()
    names = frozenset[str]().union(*known.values())
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=attr) if attr in known:
                found |= known[attr]
            case ast.Constant(value=str(text)) if text in names:
                found.add(text)
            case ast.Call(func=ast.Attribute(attr="api_call"), args=[ast.JoinedStr(), *_]):
                raise ValueError(f"{ast.unparse(node)}: a method that cannot be told from the code")
            case _:
                pass
    return found


def heard(source: str) -> set[str]:
    """Name the events: each stands as a text of its own, messages by `message` alone."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value} & (BOT_EVENTS | {"message"})
    return found
