"""What is the least that proves a request to be the service's?"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass

import jwt


@dataclass(frozen=True, slots=True)
class Signature:
    """Slack's, over the moment and the body."""

    secret: str

    def is_right(self, headers: Mapping[str, str], body: bytes) -> bool:
        moment = headers["X-Slack-Request-Timestamp"].encode()
        right = hmac.new(self.secret.encode(), b"v0:" + moment + b":" + body, hashlib.sha256)
        return hmac.compare_digest(f"v0={right.hexdigest()}", headers["X-Slack-Signature"])


@dataclass(frozen=True, slots=True)
class Token:
    """Microsoft's for one bot, signed with a key that is known."""

    public_key: bytes
    audience: str

    def is_right(self, headers: Mapping[str, str], body: bytes) -> bool:
        token = headers["Authorization"].removeprefix("Bearer ")
        try:
            jwt.decode(token, self.public_key, ["RS256"], audience=self.audience)
        except jwt.InvalidTokenError:
            return False
        return True


Vouching = Signature | Token
