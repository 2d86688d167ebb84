"""How often is Slack asked who somebody is, and who reads a channel, when many ask at once?"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.conversation import Refusal
from bot.surfaces.slack.channels import Channels
from bot.surfaces.slack.people import Roster, own
from storage.database import Database
from storage.people import People
from tests.fakes.slack.bolt import client
from tests.fakes.slack.server import fake_slack
from tests.fakes.slack.workspace import FakeSlack

MANY = 1_200  # more than one page of them


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack() as slack:
        yield slack


@pytest.fixture
async def roster(slack: FakeSlack) -> Roster:
    asking = client(slack)
    return Roster(asking, await own(asking))


async def test_somebody_is_asked_for_once_by_however_many_questions(
    slack: FakeSlack, roster: Roster
) -> None:
    ana = slack.user("ana@corp.example")

    accounts = await asyncio.gather(*(roster.account(ana.id) for _ in range(50)))

    assert {account.email for account in accounts} == {"ana@corp.example"}
    assert len(slack.called("users.info")) == 1


async def test_many_people_who_ask_at_once_are_read_from_the_list(
    slack: FakeSlack, roster: Roster
) -> None:
    people = [slack.user(f"p{n}@corp.example") for n in range(MANY)]

    accounts = await asyncio.gather(*(roster.account(person.id) for person in people))

    assert [account.email for account in accounts] == [person.email for person in people]
    assert len(slack.called("users.info")) <= 20
    assert len(slack.called("users.list")) == 2


@pytest.fixture
async def channels(slack: FakeSlack, roster: Roster, tmp_path: Path) -> AsyncIterator[Channels]:
    database = Database(tmp_path / "policybot.sqlite")
    await database.open()
    yield Channels(client(slack), roster, People(database))
    await database.close()


async def test_a_channel_is_asked_for_once_by_however_many_questions(
    slack: FakeSlack, channels: Channels
) -> None:
    channel = slack.channel("general", members=[slack.user("ana@corp.example")])

    found = await asyncio.gather(*(channels.listeners(channel.id) for _ in range(50)))

    assert len(set(found)) == 1
    assert len(slack.called("conversations.members")) == 1


async def test_what_changes_while_it_is_asked_for_is_asked_for_again(
    slack: FakeSlack, channels: Channels
) -> None:
    channel = slack.channel("general", members=[slack.user("ana@corp.example")])
    before = asyncio.create_task(channels.listeners(channel.id))
    await slack.until(lambda: bool(slack.called("conversations.members")))

    channel.is_ext_shared = True
    await channels.forget(channel.id)

    assert (await before).refused is not Refusal.EXTERNAL
    assert (await channels.listeners(channel.id)).refused is Refusal.EXTERNAL
