from collections.abc import AsyncIterator

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.acting import Person
from tests.fakes.slack.bolt import client
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.server import fake_slack
from tests.fakes.slack.workspace import FakeSlack


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack() as slack:
        yield slack


@pytest.fixture
def sdk(slack: FakeSlack) -> AsyncWebClient:
    return client(slack)


@pytest.fixture
def ana(slack: FakeSlack) -> Person:
    return slack.user("ana@corp.example", name="Ana Ruiz", locale="es-ES")


@pytest.fixture
def ben(slack: FakeSlack) -> Person:
    return slack.user("ben@corp.example", name="Ben")


@pytest.fixture
def dm(slack: FakeSlack, ana: Person) -> Channel:
    return slack.dm(ana)


@pytest.fixture
def general(slack: FakeSlack, ana: Person, ben: Person) -> Channel:
    return slack.channel("general", members=[ana, ben])
