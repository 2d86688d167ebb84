"""What can be set for Microsoft Teams, its default and its meaning."""

import re
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator

from bot.set_values import listed
from bot.surfaces.teams.addresses import is_loopback, is_safe

_GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class TeamsSettings(BaseModel):
    """Teams: with an app id the bot is there, and takes what Microsoft signed for it alone."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    app_id: str | None = Field(
        default=None,
        description="The application (client) id of the bot's registration; without one, no Teams.",
    )
    app_password: SecretStr | None = Field(
        default=None, description="The client secret of the same registration."
    )
    tenant_id: str | None = Field(
        default=None,
        description="The id of the company's tenant: the bot is registered for it alone, and "
        "answers nobody of another.",
    )
    service_urls: str = Field(
        default="https://smba.trafficmanager.net/",
        description="Where replies may be sent, and their token with them: beginnings of "
        "addresses, with commas. Those of the government clouds are others.",
    )
    keys_url: str = Field(
        default="https://login.botframework.com/v1/.well-known/openidconfiguration",
        description="Where it is told with which keys requests are signed.",
    )
    issuer: str = Field(
        default="https://api.botframework.com",
        description="Who signs requests; replies need a token for the same.",
    )
    login_url: str = Field(
        default="https://login.microsoftonline.com/", description="Where that token is given out."
    )
    follow_ups: bool = Field(
        default=False,
        description="Whether a thread in which the bot already answers needs no new mention. The "
        "bot is then sent every message of the channels of its teams, and reads none but those of "
        "its threads; the app needs a permission for that (`python -m bot teams package`).",
    )
    desk_channel: str | None = Field(
        default=None,
        description="The id of a channel of HR's alone (`19:…@thread.tacv2`), where cases arrive; "
        "without one, and without one in Slack, nobody is offered to ask HR.",
    )
    small_channel: int = Field(
        default=0,
        ge=0,
        le=100,
        description="Up to how many people a channel or group chat is small: there an answer may "
        "use what each of them may read. In all others, and with 0 in every one, what is open to "
        "everyone.",
    )
    channels: str = Field(
        default="",
        description="The ids of the only channels and group chats in which the bot answers, with "
        "commas; without one, every one that it was added to.",
    )
    development: bool = Field(
        default=False,
        description="Whether anybody is believed to be Teams, to try things out with the Agents "
        "Playground: without an app id, and only where `serve` listens on loopback.",
    )

    @field_validator("app_id", "tenant_id")
    @classmethod
    def _is_an_id(cls, value: str | None) -> str | None:
        if value is None:
            return None
        if not _GUID.fullmatch(value.casefold()):
            raise ValueError(f"{value!r} is no id such as 11111111-2222-3333-4444-555555555555")
        return value.casefold()

    @field_validator("app_password")
    @classmethod
    def _is_not_blank(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not value.get_secret_value().strip():
            raise ValueError("it is blank")
        return value

    @field_validator("service_urls", "keys_url", "login_url")
    @classmethod
    def _are_addresses(cls, value: str) -> str:
        for one in listed(value) or ("",):
            if not is_safe(one):
                raise ValueError(f"{one!r} is no address; it begins with https://")
        return value

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> Self:
        if self.development and (self.app_id or self.app_password):
            raise ValueError(
                "DEVELOPMENT is for trying things out without a registration. Unset it, or unset "
                "APP_ID and APP_PASSWORD"
            )
        if self.app_id is None and self.app_password is not None:
            raise ValueError("APP_PASSWORD alone does nothing. Set APP_ID to the application id")
        if self.app_id is not None and (self.app_password is None or self.tenant_id is None):
            raise ValueError(
                "APP_ID needs APP_PASSWORD, the client secret, and TENANT_ID, the company's tenant"
            )
        return self

    def check_host(self, host: str) -> None:
        """Raise ValueError where anybody would be believed who could come from outside."""
        if self.development and not is_loopback(host):
            raise ValueError(
                f"POLICYBOT_TEAMS__DEVELOPMENT believes anybody, and POLICYBOT_HOST is {host}. "
                "Listen on 127.0.0.1, or unset it"
            )

    @property
    def is_on(self) -> bool:
        """Whether Teams is served."""
        return self.app_id is not None or self.development

    @property
    def channel_ids(self) -> tuple[str, ...]:
        """The ids of the only channels; none for all."""
        return listed(self.channels)

    @property
    def allowed_service_urls(self) -> tuple[str, ...]:
        """The beginnings of addresses that replies may be sent to."""
        return listed(self.service_urls)
