"""What can be set for Slack, its default and its meaning."""

from pydantic import BaseModel, ConfigDict, Field, SecretStr

from bot.set_values import listed


class SlackSettings(BaseModel):
    """Slack: with a bot token the bot is there; with an app token by Socket Mode, else by HTTP."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    bot_token: SecretStr | None = Field(
        default=None, description="The bot token of the app (`xoxb-…`); without one, no Slack."
    )
    app_token: SecretStr | None = Field(
        default=None,
        description="The app-level token (`xapp-…`, scope `connections:write`) for Socket Mode: "
        "the bot calls Slack, and no address of it has to be reachable.",
    )
    signing_secret: SecretStr | None = Field(
        default=None,
        description="The signing secret, for events over HTTP at `/slack/events`; needed where "
        "there is no app token.",
    )
    api_url: str = Field(
        default="https://slack.com/api/", description="The address of Slack's Web API."
    )
    follow_ups: bool = Field(
        default=False,
        description="Whether a thread in which the bot already answers needs no new mention. The "
        "bot is then sent every message of the channels it is in, and reads none but those of its "
        "threads; the app needs the history scopes (`python -m bot slack manifest`).",
    )
    small_channel: int = Field(
        default=0,
        ge=0,
        le=100,
        description="Up to how many people a channel is small: there an answer may use what each "
        "of them may read. In all others, and with 0 in every one, what is open to everyone.",
    )
    channels: str = Field(
        default="",
        description="The ids of the only channels in which the bot answers, with commas; without "
        "one, every channel that it was invited to.",
    )
    desk_channel: str | None = Field(
        default=None,
        description="The id of HR's own private channel, where cases arrive; without one, and "
        "without one in Teams, nobody is offered to ask HR.",
    )

    @property
    def channel_ids(self) -> tuple[str, ...]:
        """The ids of the only channels; none for all."""
        return listed(self.channels)
