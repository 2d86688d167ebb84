"""With which keys does the Bot Framework sign, and which of them does it publish?"""

from dataclasses import dataclass, field
from itertools import count

from tests.fakes.teams import jwt
from tests.fakes.teams.texts import Body

ISSUER = "https://api.botframework.com"
ENDORSED = ("msteams", "webchat", "directline")
_TOKEN_LIVES = 3600  # seconds


@dataclass(frozen=True, slots=True)
class Key:
    """A signing key, and the channels whose tokens it may sign."""

    kid: str
    number: int
    endorsements: tuple[str, ...] = ENDORSED

    @property
    def jwk(self) -> Body:
        public = jwt.rsa_key(self.number).public_key()
        thumbprint = jwt.thumbprint(public)
        told = {**jwt.jwk(public), "kid": self.kid, "x5t": thumbprint}
        return {**told, "endorsements": list(self.endorsements)} if self.endorsements else told


@dataclass
class Keys:
    """The keys of one issuer; `published` is what its key server shows."""

    published: list[Key] = field(default_factory=list)
    _numbers: "count[int]" = field(default_factory=count)

    def __post_init__(self) -> None:
        self.current = self.publish(self.make())

    def make(self, *, endorsements: tuple[str, ...] = ENDORSED) -> Key:
        """Make a key that nobody knows yet."""
        number = next(self._numbers)
        return Key(f"key-{number}", number, endorsements)

    def publish(self, key: Key) -> Key:
        self.published = [*self.published, key]
        return key

    def rotate(self, *, publishes: bool = True, withdraws: bool = False) -> Key:
        """Sign with another key from now on: published or not, the one before it too or not."""
        key = self.make()
        if withdraws:
            self.published = []
        if publishes:
            self.publish(key)
        self.current = key
        return key

    def token(self, claims: Body, *, key: Key | None = None, **header: object) -> str:
        """Sign claims with the current key, or with another."""
        signing = key or self.current
        private = jwt.rsa_key(signing.number)
        thumbprint = jwt.thumbprint(private.public_key())
        first = {"alg": "RS256", "kid": signing.kid, "x5t": thumbprint, "typ": "JWT"}
        return jwt.rs({**first, **header}, claims, private)


def channel_claims(app_id: str, service_url: str, now: float) -> Body:
    """Write what a token says that comes with an activity."""
    return {
        "serviceurl": service_url,
        "nbf": int(now) - 300,
        "exp": int(now) + _TOKEN_LIVES,
        "iss": ISSUER,
        "aud": app_id,
    }
