from collections.abc import AsyncIterator

import pytest
from anthropic import AsyncAnthropic

from tests.fakes.claude.sdk import client
from tests.fakes.claude.server import FakeClaude, fake_claude


@pytest.fixture
async def claude() -> AsyncIterator[FakeClaude]:
    async with fake_claude() as claude:
        yield claude


@pytest.fixture
async def sdk(claude: FakeClaude) -> AsyncIterator[AsyncAnthropic]:
    async with client(claude.url) as sdk:
        yield sdk
