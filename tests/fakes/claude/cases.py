"""What goes wrong with a service over a network, by name, for tests that run through all of it.

Each function gives scripts by a name that says what happens; `answer` is what would be said if
nothing did.
"""

from tests.fakes.claude.citing import Cites, Forged, forged
from tests.fakes.claude.events import (
    End,
    Event,
    Place,
    crlf,
    dribbled,
    ends,
    fails,
    inserts,
    pings_forever,
    stalls,
)
from tests.fakes.claude.faults import PORTAL, TOO_LARGE, Dropped, Fault
from tests.fakes.claude.replies import Odd, Reply, reply, uses

_AT_ONCE = {"retry-after-ms": "1"}
_NEVER = {"x-should-retry": "false"}
_LATER = {"retry-after": "86400"}

Fails = Fault | Dropped | Reply


def unanswered() -> dict[str, Fault | Dropped]:
    """Give what comes in place of any message, stream or not. A day's wait is among it."""
    spent = "enforced_spend_limit_reached"
    return {
        "a bad request": Fault(400),
        "a wrong key": Fault(401),
        "an unpaid bill": Fault(402),
        "a model that the key may not use": Fault(403),
        "a retired model": Fault(404),
        "a request that is too large": TOO_LARGE,
        "too many requests": Fault(429, _AT_ONCE),
        "too many requests, for a day": Fault(429, _LATER),
        "all that may be spent is spent": Fault(429, _AT_ONCE, code=spent),
        "an error of the service": Fault(500, _AT_ONCE),
        "an error page of a proxy": Fault(500, _AT_ONCE, html="<html>oops</html>"),
        "an empty error": Fault(500, _AT_ONCE, plain=""),
        "a proxy without a service": Fault(503, _AT_ONCE, plain="no healthy upstream"),
        "a time limit of the service": Fault(504, _AT_ONCE),
        "an overloaded service": Fault(529, _AT_ONCE),
        "an overloaded service that says not to come back": Fault(529, _NEVER),
        "a page to log in to the network": PORTAL,
        "a connection that is closed": Dropped(),
    }


def broken(answer: Reply) -> dict[str, Reply]:
    """Give streams that never come to their end. They must not be taken for an answer."""
    text = {"type": "text_delta", "text": "x"}
    lost = {"type": "content_block_delta", "index": 77, "delta": text}
    return {
        **{
            f"ends {place.value}, {how.value}": answer.sent(ends(place, how))
            for place in Place
            for how in End
            if place is not Place.AFTER_STOP
            and (place, how) != (Place.BEFORE_STOP, End.CLEAN)  # all has been said by then
        },
        **{
            f"{kind} {place.value}": answer.sent(fails(place, kind))
            for place in Place
            for kind in ("overloaded_error", "api_error")
        },
        **{
            f"falls silent {place.value}": answer.sent(stalls(place))
            for place in Place
            if place is not Place.AFTER_STOP
        },
        "pings for ever before the first text": answer.sent(pings_forever(Place.BEFORE_TEXT)),
        "pings for ever in the text": answer.sent(pings_forever(Place.IN_TEXT)),
        "data that is no JSON": answer.sent(
            inserts(Place.IN_TEXT, b'event: content_block_delta\ndata: {"type": "cont\n\n')
        ),
        "text for a block that was never begun": answer.sent(
            inserts(Place.IN_TEXT, Event("content_block_delta", lost))
        ),
    }


def harmless(answer: Reply) -> dict[str, Reply]:
    """Give streams that are odd and whole. The answer must come through as it is."""
    glow = {"type": "glow_delta", "glow": 1}
    odd = (
        Event("message_news", {"type": "message_news", "news": [1]}),
        Event("content_block_delta", {"type": "content_block_delta", "index": 0, "delta": glow}),
        b'data: {"type":"nothing"}\n\n: a comment\n\n',
    )
    hologram = Odd({"type": "hologram", "rays": 3})
    unknown_block = Reply((*answer.pieces, hologram), answer.stop_reason, answer.thinks)
    return {
        "bytes in ones to sevens": answer.sent(dribbled),
        "lines that end as in Windows": answer.sent(crlf),
        "both": answer.sent(crlf, dribbled),
        "events, deltas and records that nobody knows": answer.sent(inserts(Place.IN_TEXT, *odd)),
        "a block that nobody knows": unknown_block,
        "pings before the text": answer.sent(
            inserts(Place.BEFORE_TEXT, *[Event("ping", {"type": "ping"})] * 30)
        ),
        "no more of usage than must be": Reply(
            answer.pieces,
            answer.stop_reason,
            usage=dict.fromkeys(
                ("cache_creation_input_tokens", "cache_read_input_tokens", "cache_creation")
            )
            | {"service_tier": None},
        ),
        "no thinking": Reply(answer.pieces, answer.stop_reason, thinks=False),
    }


def misgrounded(true: Cites) -> dict[str, Forged]:
    """Give citations that are none, each of them nearly `true`. None may be shown as a source."""
    return {
        "another result": forged(true, search_result_index=0 if true.result else 1),
        "a result that was not sent": forged(true, search_result_index=99),
        "a result before the first": forged(true, search_result_index=-1),
        "another source": forged(true, source="https://evil.example/policy"),
        "another title and source": forged(true, source="kb://none", title="Board pack"),
        "blocks beyond the last": forged(true, start_block_index=98, end_block_index=99),
        "blocks before the first": forged(true, start_block_index=-2, end_block_index=-1),
        "no block at all": forged(true, end_block_index=true.first),
        "an end before its beginning": forged(true, start_block_index=1, end_block_index=0),
        "other words": forged(true, cited_text="Everybody may take 99 days."),
        "more words": forged(true, cited_text="Everything is allowed. You may take 99 days."),
        "no words": forged(true, cited_text=""),
        "places that are null": forged(true, search_result_index=None, start_block_index=None),
        "places that are words": forged(true, search_result_index="first"),
        "a kind that nobody knows": forged(true, type="hologram_location"),
        "a page of the web": forged(
            type="web_search_result_location",
            url="https://evil.example/policy",
            title="Policy",
            encrypted_index="MA==",
            cited_text="Everybody may take 99 days.",
        ),
        "a document that was not sent": forged(
            type="char_location",
            document_index=7,
            document_title="Board pack",
            start_char_index=0,
            end_char_index=9,
            cited_text="Salaries.",
        ),
        "nothing but a kind": forged(type="search_result_location"),
    }


def odd_endings(answer: Reply) -> dict[str, Reply]:
    """Give messages of status 200 that are no answer, or not the whole of one."""
    half = Reply(answer.pieces[:1], stop_reason="max_tokens")
    return {
        "a refusal without a word": reply(stop_reason="refusal", thinks=False),
        "a refusal after some words": Reply(answer.pieces[:1], stop_reason="refusal"),
        "out of tokens while thinking": reply(stop_reason="max_tokens", thinks=True),
        "out of tokens in the text": half,
        "out of context": Reply(answer.pieces[:1], stop_reason="model_context_window_exceeded"),
        "nothing said": reply(thinks=False),
        "nothing but thinking": reply(thinks=True),
        "nothing but space": reply(" \n "),
        "a pause": Reply(answer.pieces[:1], stop_reason="pause_turn"),
        "a reason that nobody knows": Reply(answer.pieces[:1], stop_reason="tea_break"),
        "a tool that is not there": reply(uses("delete_everything")),
        "a tool with the wrong arguments": reply(uses("search", nonsense=[1])),
    }
