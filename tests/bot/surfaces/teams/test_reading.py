"""What Teams tells is read to the letter: who, where, and what was said."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.events import Asked, Deleted, Edited
from bot.chat.ports import Place
from bot.surfaces.teams.events import (
    Acted,
    Happened,
    Installed,
    Invoke,
    Invoked,
    MembersChanged,
    PlaceChanged,
    Quoted,
    Rating,
    Sender,
    What,
)
from bot.surfaces.teams.mentions import spoken
from bot.surfaces.teams.reading import place_of, read
from bot.surfaces.teams.references import Kind, Reference
from tests.bot.surfaces.teams import told

MEGAN = told.mention("<at>Megan Bowen</at>", "29:megan")


def happened(activity: dict[str, Any]) -> Happened:
    read_as = read(activity)
    assert read_as is not None
    return read_as


def what(activity: dict[str, Any]) -> What:
    return happened(activity).what


def asked(activity: dict[str, Any]) -> Asked:
    event = what(activity)
    assert isinstance(event, Asked)
    return event


@pytest.mark.parametrize(
    ("text", "entities", "words"),
    [
        (
            "<at>Policy</at> what is the Policy on travel?",
            [told.mention()],
            "what is the Policy on travel?",
        ),
        ("<at>Policy</at>&nbsp;how much leave?\n", [told.mention()], "how much leave?"),
        ('<at id="0">Policy</at> how much leave?', [told.mention()], "how much leave?"),
        (
            '<at id="0">Policy</at> hi',
            [told.mention('<at id="0">Policy</at>')],
            "hi",
        ),
        ("hey <at>Policy</at>, leave?", [told.mention()], "hey , leave?"),
        ("<at>Policy</at> ask <at>Megan Bowen</at>", [told.mention(), MEGAN], "ask Megan Bowen"),
        ("<at>Megan Bowen</at> ask <at>Policy</at>", [MEGAN, told.mention()], "Megan Bowen ask"),
        ("<at>Policy</at> is <at>Policy</at> here?", [told.mention()] * 2, "is here?"),
        (
            "<at>Policy</at> who is <at>Policy</at>?",
            [told.mention(), told.mention(mentioned="29:somebody")],
            "who is Policy?",
        ),
        ("<at>Policy</at> hi", [told.mention(text=None)], "hi"),
        ("<at>Policy</at> hi", [told.mention(text=None, mentioned=told.BOT)], "hi"),
        ("<at>Policy</at> hi", [{"type": "mention", "text": "<at>Policy</at>"}], "Policy hi"),
        ("<at>Policy</at> hi", [{"type": "mention"}, None, "x", 1], "Policy hi"),
        ("<at>Policy</at> hi", [], "Policy hi"),
        ("<AT>Policy</AT > hi", [told.mention()], "hi"),
        ("<at>Pol&amp;icy</at> hi", [told.mention("<at>Pol&amp;icy</at>")], "hi"),
        ("3 &lt; 5 &amp; <at>unclosed", [told.mention()], "3 < 5 & <at>unclosed"),
        ("is it <b>9</b>?", [], "is it <b>9</b>?"),
        ("one\n\n  two \t three", [], "one\n\ntwo three"),
        ("&lt;at&gt;Policy&lt;/at&gt; hi", [told.mention()], "<at>Policy</at> hi"),
        ("", [told.mention()], ""),
        (None, [told.mention()], ""),
        (None, None, ""),
    ],
)
def test_of_a_text_only_the_mention_of_the_bot_goes(
    text: str | None, entities: object, words: str
) -> None:
    assert asked(told.in_channel(text=text, entities=entities)).text == words  # type: ignore[arg-type]


def test_the_name_of_a_bot_that_is_one_word_of_the_question_stays() -> None:
    activity = told.in_chat("<at>Policy Bot</at>&nbsp;hi, Policy Bot!", entities=[])
    activity["recipient"] = {"id": told.BOT, "name": "Policy Bot"}
    activity["entities"] = [told.mention("<at>Policy Bot</at>")]

    assert asked(activity).text == "hi, Policy Bot!"


@given(st.text(), st.text(max_size=10), st.lists(st.sampled_from(["<at>", "</at>", "Policy"])))
def test_no_text_is_too_odd_to_be_read(text: str, name: str, pieces: list[str]) -> None:
    for one in (text, "".join(pieces), text.join(pieces)):
        said = spoken(one, [told.mention(f"<at>{name}</at>"), told.mention(name)], told.BOT, name)

        assert said.is_to_bot
        assert said.text == said.text.strip()


def test_a_text_full_of_elements_is_read_at_once() -> None:
    for piece in ("<at", "<at>", "<at ", "<at></at", "&"):
        assert spoken(piece * 20_000, [told.mention()], told.BOT).is_to_bot


def test_a_private_message_is_read() -> None:
    it = happened(told.direct("and abroad?", id="1701"))
    event = asked(told.direct("and abroad?", id="1701"))

    assert it.where == Reference(
        tenant=told.TENANT,
        conversation="a:1ana",
        kind=Kind.PERSONAL,
        service_url=told.SERVICE,
        bot=told.BOT,
    )
    assert it.sender == Sender("29:ana", "aaaaaaaa-0000-0000-0000-00000000000a", "en-GB")
    assert (event.user, event.message, event.text) == ("29:ana", "1701", "and abroad?")
    assert (event.is_direct, event.is_addressed, event.is_reply) == (True, True, False)
    assert event.subject == f"{told.TENANT}/a:1ana/1701"


def test_a_reply_in_a_thread_of_a_channel_is_read() -> None:
    event, here = asked(told.in_channel(id="1701")), place_of(told.in_channel(id="1701"))

    assert (event.is_direct, event.is_addressed, event.is_reply) == (False, True, True)
    assert event.place == Place(told.TENANT, "19:policies@thread.tacv2", "1700000000000")
    assert (here.team, here.channel_type) == ("19:team@thread.tacv2", "shared")
    assert here.in_thread(None).conversation == "19:policies@thread.tacv2"
    assert here.in_thread(None).in_thread("5").root == "5"


def test_a_new_post_in_a_channel_is_no_reply() -> None:
    assert not asked(told.in_channel(id="1700000000000")).is_reply


def test_who_is_spoken_to_is_told() -> None:
    to_both = asked(
        told.in_chat("<at>Policy</at> <at>Megan Bowen</at>", entities=[told.mention(), MEGAN])
    )
    to_nobody = asked(told.in_chat("hello", entities=None))

    assert (to_both.is_addressed, to_both.is_to_others) == (True, True)
    assert (to_nobody.is_addressed, to_nobody.is_to_others) == (False, False)


@pytest.mark.parametrize("kind", [None, "", "meeting", "new"])
def test_a_conversation_of_no_known_kind_is_none_that_is_private(kind: str | None) -> None:
    place = {"id": "x", "tenantId": told.TENANT, "conversationType": kind}

    assert place_of(told.direct(conversation=place)).kind is Kind.GROUP
    assert not asked(told.direct(conversation=place)).is_addressed


@pytest.mark.parametrize(
    "more",
    [
        {"from": {"id": told.BOT}},
        {"from": {"id": "28:another"}},
        {"from": {"id": "29:x", "role": "bot"}},
    ],
    ids=str,
)
def test_what_bots_say_is_nothing(more: dict[str, Any]) -> None:
    assert read(told.direct(**more)) is None


@pytest.mark.parametrize("kind", ["typing", "messageReaction", "event", "endOfConversation", "new"])
def test_what_is_of_no_use_is_nothing(kind: str) -> None:
    assert read(told.activity(type=kind)) is None


def test_an_edit_and_a_deletion_are_read() -> None:
    edit, gone = what(told.edited("and abroad?")), what(told.deleted())

    assert isinstance(edit, Edited)
    assert (edit.now.text, edit.now.message) == ("and abroad?", "1701")
    assert isinstance(gone, Deleted)
    assert gone.subject == edit.now.subject


def test_a_button_that_sends_a_message_is_read_before_any_text() -> None:
    for text in (None, "", "Ask HR"):
        event = what(told.submitted(text=text))

        assert isinstance(event, Acted)
        assert (event.action, event.message) == ("ask_hr", "1699")
        assert event.values == {"exchange": "x1", "note": "please"}
        assert not event.is_answered_at_once


def test_a_button_that_is_answered_at_once_is_read() -> None:
    event = what(told.executed("claim", {"case": "c1", "action": "x", "msteams": {}}))

    assert isinstance(event, Acted)
    assert (event.action, event.message, event.values) == ("claim", "1699", {"case": "c1"})
    assert event.is_answered_at_once


@pytest.mark.parametrize(
    ("feedback", "text"),
    [
        ('{"feedbackText":"wrong"}', "wrong"),
        ("wrong", "wrong"),
        ("{}", ""),
        ('{"feedbackText":1}', ""),
        ("5", "5"),
        ("[" * 5_000, "[" * 5_000),
        ("", ""),
        (None, ""),
        ({"feedbackText": "wrong"}, ""),
    ],
)
def test_what_is_said_of_an_answer_is_read(feedback: object, text: str) -> None:
    event = what(told.rated("dislike", feedback))

    assert isinstance(event, Invoked)
    assert event.rating == Rating(good=False, text=text)
    assert event.message == "1699"


def test_a_rating_of_another_kind_is_none() -> None:
    event = what(told.rated("love"))

    assert isinstance(event, Invoked)
    assert event.rating is None


def test_a_rating_may_lack_the_message_that_it_is_of() -> None:
    activity = told.rated("like")
    del activity["replyToId"]

    event = what(activity)

    assert isinstance(event, Invoked)
    assert (event.message, event.rating) == (None, Rating(good=True, text="wrong"))


def test_dialogs_and_message_extensions_are_read() -> None:
    form = what(told.invoked("task/fetch", {"data": {"exchange": "x1"}, "context": {}}))
    filled = what(told.invoked("task/submit", {"data": {"note": "please"}}))
    search = what(told.searched("leave", skip=25))
    about = what(told.asked_about())

    assert isinstance(form, Invoked)
    assert (form.kind, form.data) == (Invoke.FORM_WANTED, {"exchange": "x1"})
    assert isinstance(filled, Invoked)
    assert (filled.kind, filled.data) == (Invoke.FORM_SUBMITTED, {"note": "please"})
    assert isinstance(search, Invoked)
    assert (search.kind, search.command, search.data, search.skip) == (
        *(Invoke.SEARCHED, "search"),
        *({"query": "leave"}, 25),
    )
    assert isinstance(about, Invoked)
    assert (about.kind, about.command) == (Invoke.EXTENSION_WANTED, "ask_about")
    assert about.about == Quoted("1650", "Who pays for\xa0this?")


def test_changes_of_a_place_are_read() -> None:
    added, removed = what(told.installed("add-upgrade")), what(told.installed("remove"))
    joined = what(told.joined(told.BOT, "29:ana"))
    shared = {"eventType": "channelShared", "tenant": {"id": told.TENANT}}

    assert isinstance(added, Installed)
    assert isinstance(removed, Installed)
    assert (added.is_there, removed.is_there) == (True, False)
    assert isinstance(joined, MembersChanged)
    assert (joined.added, joined.removed) == ((told.BOT, "29:ana"), ())
    change = told.activity(type="conversationUpdate", channelData=shared)
    assert what(change) == PlaceChanged("channelShared")


@given(
    st.builds(
        Reference,
        tenant=st.text(),
        conversation=st.text(),
        kind=st.sampled_from(Kind),
        service_url=st.text(),
        bot=st.text(),
        team=st.text(),
        channel_type=st.text(),
    )
)
def test_a_reference_is_kept_and_found_again_with_its_tenant(place: Reference) -> None:
    assert Reference.from_json(place.as_json()) == place
