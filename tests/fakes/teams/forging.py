"""What would a forger send? Tokens with one flaw each, and nothing else wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes.teams import jwt
from tests.fakes.teams.keys import ISSUER, Key, channel_claims
from tests.fakes.teams.texts import Body

if TYPE_CHECKING:
    from tests.fakes.teams.service import FakeTeams

_STRANGER = 9_999  # the number of a key that Teams has never had
_EMULATOR = "https://sts.windows.net/d6d49420-f39b-4df7-a1dc-d59a935871db/"
_ELSEWHERE = "https://elsewhere.example/"


@dataclass(frozen=True, slots=True)
class Forgery:
    """An activity, and the `Authorization` header that it would come with; none is none."""

    flaw: str
    authorization: str | None
    activity: Body


def forgeries(teams: "FakeTeams", activity: Body) -> list[Forgery]:
    """Forge the token of an activity in every way; the bot must answer each with 401.

    The activity itself is a good one, which a good token would carry. Two of the forgeries
    change it, after the token was made.
    """
    forger = _Forger(teams, activity)
    bearers = {**forger.signatures(), **forger.headers(), **forger.claims()}
    good = forger.good()
    bare: dict[str, str | None] = {
        "no header": None,
        "an empty header": "",
        "no token": "Bearer",
        "another scheme": f"Basic {good}",
        "the scheme twice": f"Bearer Bearer {good}",
        "no scheme": good,
    }
    tokens = {flaw: f"Bearer {token}" for flaw, token in bearers.items()}
    forged = [Forgery(flaw, header, activity) for flaw, header in {**bare, **tokens}.items()]
    elsewhere = {**activity, "serviceUrl": _ELSEWHERE}
    another = {**activity, "channelId": "emulator"}
    return [
        *forged,
        Forgery("an activity that is to be answered elsewhere", f"Bearer {good}", elsewhere),
        Forgery("a channel that the key is not endorsed for", f"Bearer {good}", another),
    ]


class _Forger:
    def __init__(self, teams: "FakeTeams", activity: Body) -> None:
        self._teams = teams
        self._keys = teams.keys
        self._right = channel_claims(teams.app_id, activity["serviceUrl"], teams.clock.now())
        self._header = {"alg": "RS256", "kid": self._keys.current.kid, "typ": "JWT"}
        self._private = jwt.rsa_key(self._keys.current.number)

    def good(self) -> str:
        return self._keys.token(self._right)

    def signatures(self) -> dict[str, str]:
        """Sign wrongly what would be right."""
        right, header = self._right, self._header
        head, body, signature = self.good().split(".")
        stranger = jwt.rsa_key(_STRANGER)
        later = jwt.encoded(jwt.decoded(body).replace(b'"nbf"', b'"nbF"'))
        public = jwt.pem(self._private.public_key())
        return {
            "garbage": "garbage",
            "two parts": f"{head}.{body}",
            "four parts": f"{head}.{body}.{signature}.{signature}",
            "no signature": f"{head}.{body}.",
            "a claim changed afterwards": f"{head}.{later}.{signature}",
            "a signature cut short": f"{head}.{body}.{signature[:-8]}",
            "alg none": jwt.joined({**header, "alg": "none"}, right),
            "alg None": jwt.joined({**header, "alg": "None"}, right),
            "no alg": jwt.joined({"kid": header["kid"]}, right),
            "HS256 with the public key": jwt.hs256({**header, "alg": "HS256"}, right, public),
            "HS256 with the secret of the bot": jwt.hs256(
                {**header, "alg": "HS256"}, right, self._teams.secret.encode()
            ),
            "HS256 with nothing": jwt.hs256({**header, "alg": "HS256"}, right, b""),
            "ES256": jwt.es256({**header, "alg": "ES256"}, right),
            **{
                alg: jwt.rs({**header, "alg": alg}, right, self._private)
                for alg in ("RS384", "RS512", "PS256")
            },
            "another's key under the known id": jwt.rs(header, right, stranger),
        }

    def headers(self) -> dict[str, str]:
        """Name another key, or bring it along."""
        header, right = self._header, self._right
        stranger = jwt.rsa_key(_STRANGER)
        brought = jwt.jwk(stranger.public_key())
        strange = Key("key-strange", _STRANGER)
        unendorsed = self._keys.publish(self._keys.make(endorsements=()))
        elsewhere = self._keys.publish(self._keys.make(endorsements=("webchat",)))
        retired = self._keys.make()
        return {
            "a key that is unknown": self._keys.token(right, key=strange),
            "a key that was never published": self._keys.token(right, key=retired),
            "no key named": jwt.rs({"alg": "RS256", "typ": "JWT"}, right, self._private),
            "a key's id that is no text": jwt.rs({**header, "kid": 7}, right, self._private),
            "a key without endorsements": self._keys.token(right, key=unendorsed),
            "a key of another channel": self._keys.token(right, key=elsewhere),
            "a key that it brings along": jwt.rs({**header, "jwk": brought}, right, stranger),
            "a key set that it brings along": jwt.rs(
                {**header, "jku": f"{_ELSEWHERE}keys"}, right, stranger
            ),
        }

    def claims(self) -> dict[str, str]:
        """Sign rightly what is wrong."""
        now = int(self._teams.clock.now())
        app = self._teams.app_id
        flaws: dict[str, Callable[[Body], object]] = {
            "another issuer": lambda c: c.update(iss=_ELSEWHERE),
            "an issuer that begins right": lambda c: c.update(iss=f"{ISSUER}.elsewhere.example"),
            "the issuer of an emulator": lambda c: c.update(iss=_EMULATOR, appid=app),
            "no issuer": lambda c: c.pop("iss"),
            "another audience": lambda c: c.update(aud=self._teams.clock.uuid("app")),
            "an audience that begins right": lambda c: c.update(aud=f"{app}0"),
            "no audience": lambda c: c.pop("aud"),
            "an expiry that is over": lambda c: c.update(exp=now - 600, nbf=now - 4200),
            "no expiry": lambda c: c.pop("exp"),
            "an expiry that is no number": lambda c: c.update(exp="never"),
            "a beginning to come": lambda c: c.update(nbf=now + 1800),
            "another service": lambda c: c.update(serviceurl=_ELSEWHERE),
            "no service": lambda c: c.pop("serviceurl"),
        }
        return {flaw: self._keys.token(self._flawed(how)) for flaw, how in flaws.items()}

    def _flawed(self, how: Callable[[Body], object]) -> Body:
        claims = dict(self._right)
        how(claims)
        return claims
