"""Verifies tokens as Apple documents them in "Generating Tokens for API Requests": ES256 (FIPS 186-4, 6.4), in plain Python."""

import json
import time
from base64 import urlsafe_b64decode
from hashlib import sha256

P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
     0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)  # fmt: skip


def add(one, other):
    if one is None or other is None:
        return one or other
    if one[0] == other[0]:
        if (one[1] + other[1]) % P == 0:
            return None
        slope = (3 * one[0] * one[0] - 3) * pow(2 * one[1], -1, P)
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, P)
    x = (slope * slope - one[0] - other[0]) % P
    return x, (slope * (one[0] - x) - one[1]) % P


def times(factor, point):
    result = None
    while factor:
        if factor & 1:
            result = add(result, point)
        point = add(point, point)
        factor >>= 1
    return result


def is_signed(text, signature, key):
    if len(signature) != 64:
        return False
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    inverse = pow(s, -1, N)
    point = add(times(int.from_bytes(sha256(text).digest(), "big") * inverse % N, G), times(r * inverse % N, key))
    return point is not None and point[0] % N == r


def decoded(part):
    return urlsafe_b64decode(part + "=" * (-len(part) % 4))


def problem(token, key, key_id, issuer, skew=0):
    """Returns what is wrong with a token; `None` if Apple accepts it. `skew` is how much Apple's clock is ahead."""
    try:
        head, claims, signature = token.split(".")
        header, payload = json.loads(decoded(head)), json.loads(decoded(claims))
        signed = is_signed(f"{head}.{claims}".encode(), decoded(signature), key)
    except ValueError as error:
        return str(error)
    now = time.time() + skew
    if header != {"alg": "ES256", "kid": key_id, "typ": "JWT"} or "=" in token:
        return f"header {header}"
    if payload.get("aud") != "appstoreconnect-v1" or payload["exp"] - payload["iat"] > 1200:
        return f"claims {payload}"
    if payload["iat"] > now or payload["exp"] < now:
        return f"time {payload}"
    if payload.get("iss") != issuer or ("iss" in payload) == ("sub" in payload):
        return f"issuer {payload}"
    return None if signed else "signature"
