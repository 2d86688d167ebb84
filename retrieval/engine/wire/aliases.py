"""Aliases: changes that take place all at once or not at all."""

from collections.abc import Callable, Collection, Mapping

from retrieval.engine.wire.reading import Fields, RefusedError, fields, listed, required, text

Aliases = dict[str, str]


def changed_aliases(body: object, aliases: Mapping[str, str], names: Collection[str]) -> Aliases:
    """Carry the changes of a request out on a copy; `names` are the collections there are."""
    given = fields(body, "request", "actions")
    changed = dict(aliases)
    for value in listed(required(given, "actions", "request"), "`actions`"):
        action = fields(value, "action", *_ACTIONS)
        if len(action) != 1:
            raise RefusedError(f"An action is exactly one of {', '.join(_ACTIONS)}")
        ((name, details),) = action.items()
        _ACTIONS[name](details, changed, names)
    return changed


def _create(value: object, aliases: Aliases, names: Collection[str]) -> None:
    given = fields(value, "`create_alias`", "alias_name", "collection_name")
    alias, collection = _name(given, "alias_name"), _name(given, "collection_name")
    if collection not in names:
        raise RefusedError(f"Not found: Collection `{collection}` doesn't exist!", 404)
    if alias in names:
        raise RefusedError(f"Wrong input: Collection `{alias}` already exists!", 409)
    aliases[alias] = collection


def _delete(value: object, aliases: Aliases, _: Collection[str]) -> None:
    given = fields(value, "`delete_alias`", "alias_name")
    aliases.pop(_name(given, "alias_name"), None)


def _rename(value: object, aliases: Aliases, names: Collection[str]) -> None:
    given = fields(value, "`rename_alias`", "old_alias_name", "new_alias_name")
    old, new = _name(given, "old_alias_name"), _name(given, "new_alias_name")
    if old not in aliases:
        raise RefusedError(f"Not found: Alias {old} does not exists!", 404)
    if new in names:
        raise RefusedError(f"Wrong input: Collection `{new}` already exists!", 409)
    aliases[new] = aliases.pop(old)


def _name(given: Fields, key: str) -> str:
    return text(required(given, key, "action"), f"`{key}`")


_ACTIONS: dict[str, Callable[[object, Aliases, Collection[str]], None]] = {
    "create_alias": _create,
    "delete_alias": _delete,
    "rename_alias": _rename,
}
