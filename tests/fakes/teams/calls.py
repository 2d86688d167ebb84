"""What did the bot call, and what was it answered?"""

from dataclasses import dataclass, field

from tests.fakes.teams.texts import Body


@dataclass(eq=False)
class Call:
    """A call of the connector.

    Its method is `send`, `reply`, `update`, `delete`, `create`, `members`, `pagedmembers`,
    `member`, `activity_members`, `team`, `channels` or `participant`.
    """

    method: str
    path: dict[str, str]
    query: dict[str, str]
    body: Body
    at: float
    size: int = 0  # bytes of the activity in it, as Teams counts them
    status: int | None = None  # None until it is answered, and where a test had it lost
    answer: Body | list[Body] = field(default_factory=dict)

    @property
    def is_ok(self) -> bool:
        return self.status is not None and self.status // 100 == 2  # success

    @property
    def conversation(self) -> str:
        """The conversation that it is addressed to, without the post in it."""
        return self.path.get("conversation", "").partition(";")[0]

    @property
    def root(self) -> str:
        """The post whose thread it is addressed to, or nothing."""
        return self.path.get("conversation", "").partition(";messageid=")[2]

    @property
    def activity_id(self) -> str:
        return self.path.get("activity", "")
