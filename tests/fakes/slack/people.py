"""Who has an account, in which workspace, and what does Slack tell of them?"""

from dataclasses import dataclass, field

from tests.fakes.slack.texts import Body

FLAGS = frozenset(
    {
        *("deleted", "is_bot", "is_workflow_bot", "is_app_user", "is_admin", "is_owner"),
        *("is_restricted", "is_ultra_restricted", "is_stranger", "is_invited_user"),
        "is_email_confirmed",
    }
)
_ONLY_WHEN_TRUE = ("is_stranger", "is_invited_user", "is_workflow_bot")
_ONLY_OF_THE_LIVING = (
    *("is_admin", "is_owner", "is_restricted", "is_ultra_restricted", "is_email_confirmed"),
)


@dataclass(frozen=True, slots=True)
class Enterprise:
    """An Enterprise Grid organisation."""

    id: str
    name: str


@dataclass(eq=False)
class Team:
    """A workspace."""

    id: str
    name: str
    enterprise: Enterprise | None = None

    @property
    def domain(self) -> str:
        return self.name.lower().replace(" ", "-")

    @property
    def enterprise_id(self) -> str | None:
        return self.enterprise.id if self.enterprise else None

    def is_with(self, other: "Team") -> bool:
        """Tell whether the two are one company's."""
        return self is other or (
            self.enterprise is not None and self.enterprise == other.enterprise
        )


@dataclass(eq=False)
class Account:
    """A user of Slack, person or bot; `flags` are those of the `user` object that are set."""

    id: str
    team: Team
    name: str
    email: str = ""
    locale: str = "en-US"
    flags: dict[str, bool] = field(default_factory=dict)
    bot_id: str = ""
    app_id: str = ""
    updated: int = 0

    def __repr__(self) -> str:
        return f"<{self.name} {self.id}>"

    def has(self, flag: str) -> bool:
        return self.flags.get(flag, flag == "is_email_confirmed")

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def json(self, *, with_email: bool, with_locale: bool, is_stranger: bool) -> Body:
        """Write the `user` object; a stranger's lacks the address, a deleted one's the roles."""
        told: Body = {
            "id": self.id,
            "team_id": self.team.id,
            "name": self.name.lower().replace(" ", "."),
            "deleted": self.has("deleted"),
            "real_name": self.name,
            "tz": "Europe/Madrid",
            "tz_offset": 3600,
            "is_bot": self.has("is_bot"),
            "is_app_user": self.has("is_app_user"),
            "updated": self.updated,
            "profile": self._profile(with_email=with_email and not is_stranger),
        }
        if not told["deleted"]:
            told |= {flag: self.has(flag) for flag in _ONLY_OF_THE_LIVING}
            told["is_primary_owner"] = False
        told |= {flag: True for flag in _ONLY_WHEN_TRUE if self.has(flag)}
        if is_stranger:
            told["is_stranger"] = True
        if with_locale:
            told["locale"] = self.locale
        if self.team.enterprise is not None:
            told["enterprise_user"] = {
                "id": self.id,
                "enterprise_id": self.team.enterprise.id,
                "enterprise_name": self.team.enterprise.name,
                "is_admin": False,
                "is_owner": False,
                "teams": [self.team.id],
            }
        return told

    def _profile(self, *, with_email: bool) -> Body:
        profile: Body = {
            "real_name": self.name,
            "real_name_normalized": self.name,
            "display_name": self.name.split()[0] if self.name else "",
            "team": self.team.id,
        }
        if self.bot_id:
            profile |= {"bot_id": self.bot_id, "api_app_id": self.app_id}
        if with_email and self.email and not self.has("is_bot"):
            profile["email"] = self.email
        return profile


class Directory:
    """The accounts that the app can know of, and the workspaces they are of."""

    def __init__(self, team: Team) -> None:
        self.team = team
        self.teams = {team.id: team}
        self.accounts: dict[str, Account] = {}
        self._by_email: dict[str, Account] = {}

    def add(self, account: Account) -> None:
        self.accounts[account.id] = account
        if account.email:
            self._by_email[account.email.casefold()] = account

    def is_foreign(self, account: Account) -> bool:
        """Tell whether the account is another company's."""
        return not account.team.is_with(self.team)

    def with_email(self, email: str) -> Account | None:
        """Find a live account of our own company."""
        found = self._by_email.get(email.casefold())
        if found is None or found.has("deleted") or self.is_foreign(found):
            return None
        return found
