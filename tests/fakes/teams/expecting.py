"""What if Teams expects the replies in the body of the answer? It puts them up itself."""

import json
from typing import TYPE_CHECKING

from tests.fakes.teams import api
from tests.fakes.teams.delivering import Delivery, Dispatch
from tests.fakes.teams.messages import Message
from tests.fakes.teams.refusing import ConnectorError, malformed
from tests.fakes.teams.texts import Body

if TYPE_CHECKING:
    from tests.fakes.teams.service import FakeTeams

EXPECTS_REPLIES = "expectReplies"


def begin(teams: "FakeTeams", message: Message, activity: Body) -> Dispatch:
    """Begin to hand a message over, and put up what is answered."""
    dispatch = Dispatch({**activity, "deliveryMode": EXPECTS_REPLIES})
    teams.deliverer.spawn(_exchange(teams, message, dispatch))
    return dispatch


async def _exchange(teams: "FakeTeams", message: Message, dispatch: Dispatch) -> None:
    delivery = await teams.deliverer.hand(dispatch)
    if not delivery.is_taken:
        return
    try:
        for reply in _replies(delivery):
            api.put(teams, message.chat, message.root if message.chat.is_channel else "", reply)
    except ConnectorError as error:
        teams.refuse(EXPECTS_REPLIES, error, delivery.json)


def _replies(delivery: Delivery) -> list[Body]:
    """Read the activities that were answered."""
    try:
        body = json.loads(delivery.body)
    except ValueError:
        raise malformed("expectReplies wants activities in the body") from None
    replies = body.get("activities") if isinstance(body, dict) else None
    if not isinstance(replies, list):
        raise malformed("expectReplies wants activities in the body")
    return replies
