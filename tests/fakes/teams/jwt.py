"""How is a token signed, in all the ways that there are: the right one, and those of forgers?"""

import base64
import hashlib
import hmac
import json
from functools import cache

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils

from tests.fakes.teams.texts import Body

_HASHES = {
    "256": hashes.SHA256(),
    "384": hashes.SHA384(),
    "512": hashes.SHA512(),
}


@cache
def rsa_key(number: int) -> rsa.RSAPrivateKey:
    """Give a key, made once: the first is the first fake's first, and so on."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@cache
def ec_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def joined(header: Body, claims: Body, signature: bytes | None = b"") -> str:
    """Write a token of its parts."""
    return f"{signed_part(header, claims)}.{encoded(signature or b'')}"


def signed_part(header: Body, claims: Body) -> str:
    return ".".join(encoded(json.dumps(part).encode()) for part in (header, claims))


def rs(header: Body, claims: Body, key: rsa.RSAPrivateKey) -> str:
    """Sign with RSA, PKCS #1 or PSS as `alg` says."""
    part = signed_part(header, claims)
    digest = _HASHES[header["alg"][2:]]
    scheme = (
        padding.PSS(padding.MGF1(digest), digest.digest_size)
        if header["alg"].startswith("PS")
        else padding.PKCS1v15()
    )
    return f"{part}.{encoded(key.sign(part.encode(), scheme, digest))}"


def es256(header: Body, claims: Body) -> str:
    """Sign with a key of an elliptic curve that nobody publishes."""
    part = signed_part(header, claims)
    made = ec_key().sign(part.encode(), ec.ECDSA(hashes.SHA256()))
    r, s = utils.decode_dss_signature(made)
    return f"{part}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def hs256(header: Body, claims: Body, secret: bytes) -> str:
    """Sign with a secret, or with what everybody knows, like a public key."""
    part = signed_part(header, claims)
    return f"{part}.{encoded(hmac.digest(secret, part.encode(), 'sha256'))}"


def jwk(key: rsa.RSAPublicKey) -> Body:
    """Write a public key as a set of keys has it."""
    numbers = key.public_numbers()
    return {"kty": "RSA", "use": "sig", "n": _number(numbers.n), "e": _number(numbers.e)}


def pem(key: rsa.RSAPublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )


def thumbprint(key: rsa.RSAPublicKey) -> str:
    return encoded(hashlib.sha1(pem(key), usedforsecurity=False).digest())


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def claims_of(token: str) -> Body:
    """Read what a token says, signed or not."""
    claims: Body = json.loads(decoded(token.split(".")[1]))
    return claims


def _number(value: int) -> str:
    return encoded(value.to_bytes((value.bit_length() + 7) // 8, "big"))
