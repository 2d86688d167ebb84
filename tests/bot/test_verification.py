from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.escalation_wording import Wrong
from bot.privacy import Privacy
from bot.verification import Verification, needs_audience
from connectors.verified import document_id
from storage.cases import Case
from storage.database import Database
from storage.moments import now
from storage.people import Known, People
from storage.verified import Entry, EntryState
from tests.bot.hr_desk import ANA, ASKED, IVO, MARTA, House, refused
from tests.sealed import entries_in, sealer

GIVEN = "Whoever moves has two days, paid, however far the new home is."
FORM: dict[str, Any] = {
    "question": "Are there days off for moving house?",
    "answer": GIVEN,
    "owner": IVO,
    "until": None,
}


class Desk:
    """The desk of a house, and the verified answers that come of it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.house = House(database)
        self.people = People(database)
        self.taken_out: list[str] = []
        self.verification = Verification(
            entries_in(database),
            self.house.desk,
            self.house.exchanges,
            self.people,
            take_out=self._take_out,
        )

    async def _take_out(self, document_id: str) -> None:
        self.taken_out.append(document_id)

    async def answered(self) -> Case:
        case = await self.house.opened()
        await self.house.desk.claim(case.id, MARTA, key="1")
        await self.house.desk.ask_back(case.id, MARTA, "Where?", key="2")
        text = "My new flat is on the other side of the river."
        await self.house.desk.answer_back(case.id, ANA, text, key="3")
        return await self.house.desk.reply(case.id, MARTA, "Two, Ana.", key="4")

    async def proposed(self, **more: object) -> Entry:
        case = await self.answered()
        return await self.verification.propose(case.id, MARTA, **(FORM | more), key="p")


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    database = Database(tmp_path / "policybot.sqlite")
    await database.open()
    desk = Desk(database)
    await desk.people.replace(
        "folder",
        [
            Known(ANA, "Ana Ruiz", "", (("group:staff", None),)),
            Known(MARTA, "Marta Soler", "", (("group:hr", None),)),
            Known(IVO, "Ivo Lund", "", (("group:hr", None),)),
        ],
    )
    yield desk
    await database.close()


async def test_a_second_person_of_hr_lets_an_answer_in(desk: Desk) -> None:
    entry = await desk.proposed(owner=IVO.upper(), until=date(2099, 1, 1))
    verification = desk.verification

    for by, wrong in ((MARTA, Wrong.OWN_PROPOSAL), (ANA, Wrong.OWN_CASE)):
        assert (await refused(verification.approve(entry.id, by))).wrong is wrong
    approved = await verification.approve(entry.id, IVO)

    assert (entry.state, entry.proposal.owner) == (EntryState.PROPOSED, IVO)
    assert entry.proposal.cited == ("folder:leave.md",)
    assert not needs_audience(entry)
    assert (approved.state, approved.decided_by) == (EntryState.APPROVED, IVO)
    assert await verification.approve(entry.id, IVO) == approved
    again = await refused(verification.approve(entry.id, "eva@corp.example"))
    assert (again.wrong, again.who) == (Wrong.DECIDED, IVO)
    assert await verification.all(EntryState.APPROVED) == [approved]


async def test_what_the_case_rests_on_is_known_when_its_exchange_was_erased(desk: Desk) -> None:
    case = await desk.answered()
    await Privacy(desk.database, sealer(desk.database), texts_days=90).erase(ANA, by=ANA)

    entry = await desk.verification.propose(case.id, MARTA, **FORM, key="p")

    assert entry.proposal.cited == ("folder:leave.md",)
    assert (await refused(desk.house.desk.draft(case.exchange_id, ANA))).wrong is Wrong.GONE


async def test_of_a_case_whose_texts_are_gone_no_answer_is_made(desk: Desk) -> None:
    case = await desk.answered()
    await desk.house.desk.resolve(case.id, MARTA, key="5")
    assert (await desk.verification.draft(case.id, MARTA)).told.question
    privacy = Privacy(desk.database, sealer(desk.database), texts_days=90)
    await privacy.forget_old_texts(now() + timedelta(days=91))

    for proposing in (
        desk.verification.draft(case.id, MARTA),
        desk.verification.propose(case.id, MARTA, **FORM, key="p"),
    ):
        assert (await refused(proposing)).wrong is Wrong.CASE_GONE
    drafting = desk.house.desk.draft(case.exchange_id, ANA)
    assert (await refused(drafting)).wrong is Wrong.GONE


async def test_only_a_case_that_was_answered_becomes_an_answer_for_others(desk: Desk) -> None:
    open_case = await desk.house.opened()
    gone = await desk.house.opened()
    await desk.house.desk.withdraw(gone.id, ANA, key="1")

    for case, wrong in ((open_case, Wrong.UNANSWERED), (gone, Wrong.WITHDRAWN)):
        proposing = desk.verification.propose(case.id, MARTA, **FORM, key="p")
        assert (await refused(proposing)).wrong is wrong


@pytest.mark.parametrize(
    ("more", "wrong", "what"),
    [
        ({"answer": "As Ruiz was told."}, Wrong.TELLS_NAME, "Ruiz"),
        ({"question": "Why does ana get two?"}, Wrong.TELLS_NAME, "ana"),
        ({"answer": "Ask ivo@corp.example."}, Wrong.TELLS_ADDRESS, "ivo@corp.example"),
        ({"answer": "Ask +34 912 345 678."}, Wrong.TELLS_NUMBER, "+34 912 345 678"),
        (
            {"question": "How many days do I get when I move?"},
            Wrong.TELLS_WORDS,
            "How many days do I get when I",
        ),
        (
            {"answer": "If the flat is on the other side of the river, two."},
            Wrong.TELLS_WORDS,
            "flat is on the other side of the",
        ),
        ({"answer": " "}, Wrong.EMPTY, ""),
        ({"until": date(2020, 1, 1)}, Wrong.OVER, ""),
        ({"owner": "eva@corp.example"}, Wrong.UNKNOWN_OWNER, "eva@corp.example"),
        ({"owner": ANA}, Wrong.OWN_CASE, ""),
    ],
)
async def test_what_may_not_be_proposed_is_refused_with_what_is_wrong(
    desk: Desk, more: dict[str, object], wrong: Wrong, what: str
) -> None:
    error = await refused(desk.proposed(**more))

    assert (error.wrong, error.what) == (wrong, what)
    assert what in str(error)
    assert await desk.verification.all(*EntryState) == []


async def test_a_text_is_objected_to_before_it_is_proposed(desk: Desk) -> None:
    case = await desk.answered()

    error = await desk.verification.objection(case.id, "As Ruiz was told.")

    assert error is not None
    assert (error.wrong, error.what) == (Wrong.TELLS_NAME, "Ruiz")
    assert await desk.verification.objection(case.id, GIVEN) is None


async def test_the_question_of_a_case_without_its_text_is_recognised_all_the_same(
    desk: Desk,
) -> None:
    case = await desk.house.open(await desk.house.asked(), with_text=False)
    await desk.house.desk.claim(case.id, MARTA, key="1")
    await desk.house.desk.reply(case.id, MARTA, "Two.", key="2")

    form = FORM | {"question": "How many days do I get when I move?"}
    error = await refused(desk.verification.propose(case.id, MARTA, **form, key="p"))

    assert error.wrong is Wrong.TELLS_WORDS


async def test_a_case_has_one_answer_at_a_time_and_another_once_that_is_gone(desk: Desk) -> None:
    entry = await desk.proposed()
    case_id = entry.proposal.case_id
    propose = desk.verification.propose

    assert await propose(case_id, MARTA, **FORM, key="p") == entry
    error = await refused(propose(case_id, IVO, **FORM, key="q"))
    assert (error.wrong, error.who) == (Wrong.PROPOSED_ALREADY, MARTA)

    out = await desk.verification.refuse(entry.id, IVO, reason="Say since when.")
    assert (out.state, out.reason) == (EntryState.REFUSED, "Say since when.")
    assert await desk.verification.refuse(entry.id, IVO) == out
    assert (await refused(desk.verification.approve(entry.id, IVO))).wrong is Wrong.DECIDED
    other = await propose(case_id, IVO, **FORM, key="q")
    assert [one.id for one in await desk.verification.of_case(case_id)] == [entry.id, other.id]


async def test_where_nothing_was_cited_groups_have_to_be_named_and_everyone_only_by_name(
    desk: Desk,
) -> None:
    nothing = {"kind": "abstained", "answer": {"text": "They don't tell.", "nearest": []}}
    case = await desk.house.open(await desk.house.asked(ASKED, nothing))
    await desk.house.desk.claim(case.id, MARTA, key="1")
    await desk.house.desk.reply(case.id, MARTA, "Two.", key="2")
    entry = await desk.verification.propose(case.id, MARTA, **FORM, key="p")

    assert needs_audience(entry)
    assert (await refused(desk.verification.approve(entry.id, IVO))).wrong is Wrong.NO_AUDIENCE
    unknown = await refused(desk.verification.approve(entry.id, IVO, audience=["group:hrr"]))
    assert (unknown.wrong, unknown.what) == (Wrong.UNKNOWN_AUDIENCE, "group:hrr")
    approved = await desk.verification.approve(entry.id, IVO, audience=["everyone"])
    assert approved.audience == ("everyone",)


async def test_its_owner_withdraws_an_answer_and_anybody_of_hr_once_the_owner_has_left(
    desk: Desk,
) -> None:
    entry = await desk.proposed()
    withdraw = desk.verification.withdraw
    assert (await refused(withdraw(entry.id, IVO))).wrong is Wrong.NOT_IN_FORCE
    await desk.verification.approve(entry.id, IVO)

    error = await refused(withdraw(entry.id, MARTA))
    assert (error.wrong, error.who) == (Wrong.NOT_OWNER, IVO)
    assert desk.taken_out == []

    await desk.people.replace("folder", [])
    gone = await withdraw(entry.id, MARTA)
    assert (gone.state, gone.withdrawn_by) == (EntryState.WITHDRAWN, MARTA)
    assert desk.taken_out == [document_id(entry.id)]
    assert (await refused(withdraw("NOWHERE", MARTA))).wrong is Wrong.UNKNOWN_ENTRY


async def test_what_became_of_an_answer_is_on_record_with_the_question_it_came_of(
    desk: Desk,
) -> None:
    entry = await desk.proposed(until=now().date() + timedelta(days=1))
    await desk.verification.approve(entry.id, IVO)
    await desk.verification.withdraw(entry.id, IVO)

    case = await desk.house.desk.case(entry.proposal.case_id)
    events = await desk.house.exchanges.events(case.exchange_id)

    assert [(event.kind, event.body) for event in events[-3:]] == [
        ("verified_proposed", {"entry": entry.id, "by": MARTA}),
        ("verified_approved", {"entry": entry.id, "by": IVO}),
        ("verified_withdrawn", {"entry": entry.id, "by": IVO}),
    ]
