"""How is what happened to an exchange written, and read back, erased or not?"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from storage.sealing import Sealer

Body = Mapping[str, object]  # JSON
_ERASED = "erased"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to an exchange, with its text unsealed.

    `author` is who did it where that is not the asker: what they said is theirs. Of what was erased
    `body` says that alone, besides the little that is no text.
    """

    kind: str
    at: str
    body: dict[str, object]
    author: str | None = None

    @property
    def erased(self) -> bool:
        """Whether its texts are gone."""
        return self.body.get(_ERASED) is True


async def sealed_body(sealer: Sealer, body: Body, person: str | None) -> str:
    """Seal what happened under the key of the person whose words it holds."""
    return await sealer.seal(json.dumps(body, ensure_ascii=False, default=str), person)


async def body_of(sealer: Sealer, stored: str) -> dict[str, object]:
    """Read what happened; where its key was destroyed, that it is erased."""
    text = await sealer.unseal(stored)
    if text is None:
        return {_ERASED: True}
    body: dict[str, object] = json.loads(text)
    return body


def without_texts(body: Body, kept: tuple[str, ...]) -> dict[str, object]:
    """What stays of an event: the names that are kept, and that the others are gone, if any are."""
    left = {name: body[name] for name in (*kept, _ERASED) if name in body}
    return left if left.keys() == body.keys() else left | {_ERASED: True}
