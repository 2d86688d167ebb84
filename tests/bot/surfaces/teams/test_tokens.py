"""Whoever is not Microsoft's service for Teams, speaking to this bot, is nobody: 401, each time."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.bot.surfaces.slack.posted import Kept
from tests.bot.surfaces.teams import told
from tests.bot.surfaces.teams.issuer import APP, Issuer, new_key, right
from tests.bot.surfaces.teams.posted import JSON, Bot, over_http

STRANGER = new_key()
EMULATOR = "https://sts.windows.net/d6d49420-f39b-4df7-a1dc-d59a935871db/"


def b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def by_hand(head: object, claims: object, signature: bytes = b"x" * 256) -> str:
    return f"{b64(json.dumps(head).encode())}.{b64(json.dumps(claims).encode())}.{b64(signature)}"


def hs256_with_the_public_key(issuer: Issuer) -> str:
    key = issuer.keys["k1"].public_key()
    pem = key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    head = {"alg": "HS256", "kid": "k1", "typ": "JWT"}
    signed = ".".join(by_hand(head, right()).split(".")[:2])
    return f"{signed}.{b64(hmac.new(pem, signed.encode(), hashlib.sha256).digest())}"


def tampered(issuer: Issuer) -> str:
    head, _, signature = issuer.token().split(".")
    return f"{head}.{b64(json.dumps(right(aud=APP)).encode())}.{signature}"


def other_algorithm(issuer: Issuer, name: str) -> str:
    return jwt.encode(right(), issuer.keys["k1"], algorithm=name, headers={"kid": "k1"})


def deep(issuer: Issuer) -> str:
    claims = b64(b'{"iss":' + b"[" * 2_500 + b"]" * 2_500 + b"}")
    return f"{issuer.token().split('.')[0]}.{claims}.{b64(b'x' * 256)}"


def now() -> int:
    return int(time.time())


FORGED: dict[str, Callable[[Issuer], str]] = {
    "alg none": lambda _: by_hand({"alg": "none", "kid": "k1"}, right(), b""),
    "alg none, with a signature": lambda _: by_hand({"alg": "none", "kid": "k1"}, right()),
    "alg None": lambda _: by_hand({"alg": "nOnE", "kid": "k1"}, right()),
    "HS256 with the public key": hs256_with_the_public_key,
    "RS384": lambda issuer: other_algorithm(issuer, "RS384"),
    "RS512": lambda issuer: other_algorithm(issuer, "RS512"),
    "PS256": lambda issuer: other_algorithm(issuer, "PS256"),
    "of a stranger's key": lambda _: jwt.encode(
        right(), STRANGER, algorithm="RS256", headers={"kid": "k1"}
    ),
    "of a stranger's key that comes along": lambda _: jwt.encode(
        right(), STRANGER, algorithm="RS256", headers={"kid": "k1", "jku": "http://127.0.0.1:9/"}
    ),
    "unknown key": lambda issuer: issuer.token("k9"),
    "no key": lambda issuer: issuer.token(None),
    "key of no text": lambda _: by_hand({"alg": "RS256", "kid": 1}, right()),
    "no signature": lambda issuer: ".".join([*issuer.token().split(".")[:2], ""]),
    "signature of another": lambda issuer: ".".join(
        [*issuer.token().split(".")[:2], issuer.token(nbf=0).split(".")[2]]
    ),
    "changed after it was signed": tampered,
    "critical extension": lambda issuer: issuer.token(head={"crit": ["x"], "x": 1}),
    "another bot": lambda issuer: issuer.token(aud="22222222-2222-3333-4444-555555555555"),
    "no audience": lambda issuer: issuer.token(aud=None),
    "two audiences": lambda issuer: issuer.token(aud=[APP, "other"]),
    "blank audience": lambda issuer: issuer.token(aud=""),
    "issuer of the emulator": lambda issuer: issuer.token(iss=EMULATOR, appid=APP, ver="1.0"),
    "another issuer": lambda issuer: issuer.token(iss="https://api.botframework.example"),
    "issuer with more": lambda issuer: issuer.token(iss="https://api.botframework.com/"),
    "no issuer": lambda issuer: issuer.token(iss=None),
    "token of a skill": lambda issuer: issuer.token(
        iss=EMULATOR, appid="22222222-2222-3333-4444-555555555555", ver="1.0"
    ),
    "expired 6 minutes ago": lambda issuer: issuer.token(exp=now() - 360),
    "never expires": lambda issuer: issuer.token(exp=None),
    "expires at no moment": lambda issuer: issuer.token(exp="tomorrow"),
    "expires at infinity": lambda issuer: issuer.token(exp=float("inf")),
    "not yet valid": lambda issuer: issuer.token(nbf=now() + 360),
    "from no moment on": lambda issuer: issuer.token(nbf=None),
    "issued in the future": lambda issuer: issuer.token(iat=now() + 3_600),
    "another address": lambda issuer: issuer.token(serviceurl="https://evil.example/"),
    "almost the address": lambda issuer: issuer.token(serviceurl=told.SERVICE.rstrip("/")),
    "no address": lambda issuer: issuer.token(serviceurl=None),
    "blank address": lambda issuer: issuer.token(serviceurl=""),
    "claims that are a list": lambda _: by_hand({"alg": "RS256", "kid": "k1"}, []),
    "head that is a list": lambda _: by_hand([], right()),
    "2,500 deep": deep,
    "garbage": lambda _: "abc",
    "garbage in three parts": lambda _: "abc.def.ghi",
    "encrypted": lambda issuer: f"{issuer.token()}.x.y",
}


@pytest.mark.parametrize("flaw", FORGED)
async def test_a_token_with_one_flaw_is_401_and_nothing_is_kept(
    bot: Bot, kept: Kept, flaw: str
) -> None:
    answer = await bot.say(told.direct(), FORGED[flaw](bot.issuer))

    assert answer.status == 401
    assert kept.arrivals == []


async def test_the_same_token_without_a_flaw_is_taken(bot: Bot, kept: Kept) -> None:
    answer = await bot.say(told.direct())

    assert (answer.status, answer.text) == (201, "")
    assert len(kept.arrivals) == 1


@pytest.mark.parametrize("claims", [{"exp": -240}, {"nbf": 240}])
async def test_clocks_may_be_five_minutes_apart(
    bot: Bot, kept: Kept, claims: dict[str, Any]
) -> None:
    moments: dict[str, Any] = {name: now() + seconds for name, seconds in claims.items()}

    assert (await bot.say(told.direct(), bot.issuer.token(**moments))).status == 201


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer abc",
        "Basic YWJjOmRlZg==",
        "bearer {}",
        "Bearer  {}",
        "{}",
        "Bearer {} {}",
        "Bearer {}, Bearer {}",
        "Token {}",
    ],
)
async def test_another_form_of_credentials_is_401(bot: Bot, kept: Kept, header: str) -> None:
    headers = bot.signed() | {"Authorization": header.replace("{}", bot.issuer.token())}

    assert (await bot.post(json.dumps(told.direct()).encode(), headers)).status == 401
    assert kept.arrivals == []


async def test_none_and_two_are_401_before_anything_is_read(bot: Bot, kept: Kept) -> None:
    good = bot.signed()["Authorization"]
    for headers in ([], [("Authorization", good), ("Authorization", good)]):
        async with bot.session.post(
            f"{bot.url}/api/messages", data=b"{", headers=[("Content-Type", JSON), *headers]
        ) as answer:
            assert answer.status == 401
    assert kept.arrivals == []


@pytest.mark.parametrize("endorsements", [None, [], ["webchat"], ["directline", "msteams2"]])
async def test_a_key_that_is_endorsed_for_other_channels_or_none_is_401(
    issuer: Issuer, kept: Kept, endorsements: list[str] | None
) -> None:
    issuer.endorsements = endorsements
    issuer.more = [issuer.jwk("k1") | {"kid": "k0", "endorsements": ["msteams"]}]
    async with over_http(issuer, kept) as bot:
        assert (await bot.say(told.direct())).status == 401
        assert (await bot.say(told.direct(), issuer.token("k0"))).status == 201
    assert len(kept.arrivals) == 1


@pytest.mark.parametrize("channel", ["emulator", "webchat", "directline", "", "msteams "])
async def test_another_channel_is_401_however_well_signed(
    bot: Bot, kept: Kept, channel: str
) -> None:
    assert (await bot.say(told.direct(channelId=channel))).status == 401
    assert kept.arrivals == []
