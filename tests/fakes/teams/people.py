"""Who has an account, in which tenant, and what does Teams tell of them?"""

from dataclasses import dataclass, field
from enum import StrEnum

from tests.fakes.teams.texts import Body


class Role(StrEnum):
    """What somebody is in a conversation, as `userRole` tells it."""

    USER = "user"
    GUEST = "guest"
    ANONYMOUS = "anonymous"


@dataclass(eq=False)
class Tenant:
    """A company's tenant of Entra."""

    id: str
    name: str

    def __repr__(self) -> str:
        return f"<{self.name} {self.id}>"

    @property
    def domain(self) -> str:
        return f"{self.name.lower().replace(' ', '')}.onmicrosoft.com"


@dataclass(eq=False)
class Account:
    """Somebody who can be in a conversation; `lacks` names what Teams does not tell of them.

    A guest's account is of the tenant that invited them; a federated person's is of their own.
    """

    id: str
    tenant: Tenant
    name: str
    email: str = ""
    role: Role = Role.USER
    object_id: str = ""
    upn: str = ""
    locale: str = "en-US"
    lacks: frozenset[str] = field(default_factory=frozenset)

    def __repr__(self) -> str:
        return f"<{self.name} {self.id}>"

    @property
    def mention(self) -> str:
        return f"<at>{self.name}</at>"

    @property
    def sender(self) -> Body:
        """Write them as `from` has them."""
        told = {"id": self.id, "name": self.name, "aadObjectId": self.object_id}
        return self._without_unknown(told)

    @property
    def member(self) -> Body:
        """Write them as a roster has them."""
        given, _, surname = self.name.partition(" ")
        told = {
            "id": self.id,
            "name": self.name,
            "objectId": self.object_id,
            "aadObjectId": self.object_id,
            "givenName": given,
            "surname": surname,
            "email": self.email,
            "userPrincipalName": self.upn,
            "tenantId": "" if self.role is Role.ANONYMOUS else self.tenant.id,
            "userRole": self.role.value,
        }
        return self._without_unknown(told)

    def _without_unknown(self, told: dict[str, str]) -> Body:
        lacks = self.lacks | ({"objectId"} if "aadObjectId" in self.lacks else set())
        return {key: value for key, value in told.items() if value and key not in lacks}


def principal_name(email: str, role: Role, tenant: Tenant) -> str:
    """Make the user principal name that Entra gives: a guest's tells where they come from."""
    if role is Role.GUEST:
        return f"{email.replace('@', '_')}#EXT#@{tenant.domain}"
    return email
