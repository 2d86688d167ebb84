"""What can be set, its default and its meaning. Read once, at the start; nowhere else."""

import os
from pathlib import Path
from typing import Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict
from pydantic_settings import SettingsError as NotJsonError

from bot.set_values import listed
from bot.slack_settings import SlackSettings
from bot.teams_settings import TeamsSettings
from retrieval.embedding import EMBEDDED
from retrieval.language import STEMMED
from storage.master_key import master_key

PREFIX = "POLICYBOT_"
TESTS = "POLICYBOT_TEST_"
"""What only the tests read; the program leaves these names alone."""


class SettingsError(ValueError):
    """Something that is set cannot be used."""


class _Group(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class EmbeddingSettings(_Group):
    """Which model places texts."""

    model: str = Field(
        default=EMBEDDED, description="Any model of fastembed; the default needs no network."
    )


class RerankingSettings(_Group):
    """What puts the best passages in order."""

    model: str | None = Field(
        default=None,
        description="A cross-encoder of fastembed; without one, late interaction alone.",
    )


class ChunkSettings(_Group):
    """How documents are cut."""

    tokens: int = Field(
        default=400, ge=64, le=8000, description="The most tokens of a chunk's own text."
    )


class FolderSettings(_Group):
    """A folder of policies."""

    path: Path | None = Field(
        default=None, description="The folder; without one, the sample company's."
    )
    access: Path | None = Field(
        default=None, description="The access file; without one, `access.json` in the folder."
    )
    glossary: Path | None = Field(
        default=None,
        description="What short forms stand for; without one, `glossary.json` beside the access "
        "file, where there is one.",
    )
    name: str = Field(default="folder", description="The name under which its documents are kept.")
    organisations: bool = Field(
        default=False, description="Whether each first-level folder is an organisation of its own."
    )
    url: str | None = Field(
        default=None, description="Where the folder can be opened in a browser."
    )

    @field_validator("name")
    @classmethod
    def _is_free(cls, value: str) -> str:
        if value == "verified":
            raise ValueError("this name is kept for verified answers")
        return value


class QdrantSettings(_Group):
    """A Qdrant server in place of the embedded engine."""

    url: str | None = Field(
        default=None, description="Its address; without one, the engine is embedded."
    )
    api_key: SecretStr | None = Field(default=None, description="Its key.")


class ClaudeSettings(_Group):
    """Claude, by Anthropic: what is written with its help.

    With a key, it words the answers: the passages found for a question leave the house. Contexts
    are switched on by themselves: they cost money for every page, and take its whole text out.
    """

    api_key: SecretStr | None = Field(
        default=None,
        description="The key of Anthropic's API. With one, Claude words the answers, from the "
        "passages found for each question and no others; without one, passages are quoted.",
    )
    base_url: str = Field(
        default="https://api.anthropic.com", description="The address of the API, or of a gateway."
    )
    answer_model: str = Field(
        default="claude-sonnet-5-5", description="The model that words answers."
    )
    understanding: bool = Field(
        default=True,
        description="Whether, with a key, a small model helps to understand a question before it "
        "is searched. It is sent the question and what the same person asked before it in the "
        "thread; without it, rules do it alone.",
    )
    understanding_model: str = Field(
        default="claude-haiku-5-5", description="The model that helps to understand questions."
    )
    understanding_seconds: float = Field(
        default=4.0, gt=0, le=30, description="How long it is waited for, at most."
    )
    paraphrases: bool = Field(
        default=False,
        description="Whether it also asks in other words, which are looked for, too.",
    )
    hypothetical: bool = Field(
        default=False,
        description="Whether it also makes up a passage that would answer (HyDE), which is looked "
        "for and thrown away.",
    )
    tokens_a_person: int | None = Field(
        default=None,
        ge=0,
        description="The most tokens that one person's questions may take in a day (UTC), sent and "
        "received; beyond them passages are quoted. Without one, as many as are asked for.",
    )
    tokens_a_day: int | None = Field(
        default=None, ge=0, description="The same for everybody together, and for all purposes."
    )
    masked: bool = Field(
        default=True,
        description="Whether e-mails, phone numbers and numbers of people, cards and accounts in "
        "passages give way to placeholders on the way to Claude; in the answer they are put back.",
    )
    context_model: str = Field(
        default="claude-haiku-5-5", description="The model that writes contexts of passages."
    )
    second_look: bool = Field(
        default=False,
        description="Whether a model checks once more what is answered on topics that need a "
        "person; without it, such an answer is checked by rule like any other.",
    )
    judge_model: str = Field(
        default="claude-opus-5-5", description="The model that judges answers in an evaluation."
    )
    contextual: bool = Field(
        default=False,
        description="Whether a model writes where each passage stands in its page, for the index "
        "alone. Sends the whole text of pages to the API, and costs money at each change of one.",
    )
    contextual_restricted: bool = Field(
        default=False,
        description="Whether this is done for pages, too, that not everyone may read: their text "
        "is then sent as well.",
    )

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        if not value.startswith(("https://", "http://")):
            raise ValueError(f"{value!r} is no address; it begins with https://")
        return value

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> Self:
        if self.contextual and self.api_key is None:
            raise ValueError(f"CONTEXTUAL needs a key. Set {PREFIX}CLAUDE__API_KEY")
        if self.second_look and self.api_key is None:
            raise ValueError(f"SECOND_LOOK needs a key. Set {PREFIX}CLAUDE__API_KEY")
        if (self.paraphrases or self.hypothetical) and not self.understanding:
            raise ValueError(
                "PARAPHRASES and HYPOTHETICAL come from the model that helps to understand. Set "
                f"{PREFIX}CLAUDE__UNDERSTANDING"
            )
        if self.contextual_restricted and not self.contextual:
            raise ValueError(
                f"CONTEXTUAL_RESTRICTED alone does nothing. Set {PREFIX}CLAUDE__CONTEXTUAL"
            )
        return self


class DeskSettings(_Group):
    """The HR desk: what people ask HR through the bot."""

    hours: int = Field(
        default=24, ge=1, le=720, description="After how many hours an open case is reminded of."
    )


class Settings(BaseSettings):
    """Every setting; in the environment `POLICYBOT_NAME`, or `POLICYBOT_GROUP__NAME`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter="__", extra="forbid", frozen=True
    )

    data: Path = Field(
        default_factory=lambda: _data_home() / "policybot",
        description="The folder for everything that is kept.",
    )
    languages: str = Field(
        default="en,es",
        description="The languages that people write in, by code; the first is the default.",
    )
    log: Literal["debug", "info", "warning", "error"] = Field(
        default="warning", description="From which level on events are logged, to standard error."
    )
    contacts: Path | None = Field(
        default=None,
        description="How HR is reached, the system of records, and what is said first on topics "
        "that need a person; without one, `contacts.toml` beside the access file, where there is "
        "one.",
    )
    url: str | None = Field(
        default=None,
        description="The address at which people and chat services reach this server, such as "
        "`https://policybot.corp.example`; with one, clicks on citations are counted.",
    )
    host: str = Field(default="127.0.0.1", description="Where `serve` listens.")
    port: int = Field(default=8080, ge=0, le=65535, description="The port on which it does.")
    pilot: str = Field(
        default="",
        description="The only groups (principals such as `group:people-team`, with commas) whose "
        "people are answered; without one, everybody who is known.",
    )
    sync_minutes: int = Field(
        default=15, ge=1, description="How often `serve` brings the index in step with its sources."
    )
    texts_days: int = Field(
        default=90,
        ge=1,
        description="For how many days the texts of questions and answers are kept; who asked, "
        "when, and which passages were used stay on record.",
    )
    master_key: SecretStr | None = Field(
        default=None,
        description="The key from which the keys of people's texts and of links are derived: 32 "
        "bytes in base64 (`openssl rand -base64 32`); without one, one is made in `master.key` "
        "beside the database.",
    )
    embedding: EmbeddingSettings = EmbeddingSettings()
    reranking: RerankingSettings = RerankingSettings()
    chunks: ChunkSettings = ChunkSettings()
    folder: FolderSettings = FolderSettings()
    qdrant: QdrantSettings = QdrantSettings()
    claude: ClaudeSettings = ClaudeSettings()
    slack: SlackSettings = SlackSettings()
    teams: TeamsSettings = TeamsSettings()
    desk: DeskSettings = DeskSettings()

    @field_validator("languages")
    @classmethod
    def _known_languages(cls, value: str) -> str:
        codes = [code.strip() for code in value.split(",")]
        if unknown := [code for code in codes if code not in STEMMED]:
            known = ", ".join(sorted(STEMMED))
            raise ValueError(f"{', '.join(unknown) or 'nothing'} is not among {known}")
        return ",".join(codes)

    @field_validator("master_key")
    @classmethod
    def _is_a_key(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None:
            master_key(value.get_secret_value())
        return value

    @model_validator(mode="after")
    def _lets_nobody_in(self) -> Self:
        self.teams.check_host(self.host)
        return self

    @model_validator(mode="after")
    def _has_one_desk(self) -> Self:
        if self.slack.desk_channel and self.teams.desk_channel:
            raise ValueError(
                "HR works in one place, for all who ask. Set SLACK__DESK_CHANNEL or "
                "TEAMS__DESK_CHANNEL, and not both"
            )
        return self

    @property
    def pilot_groups(self) -> tuple[str, ...]:
        """The only groups; none for everybody."""
        return listed(self.pilot)

    @property
    def language_codes(self) -> tuple[str, ...]:
        """The languages, the default first."""
        return tuple(self.languages.split(","))


def read_settings() -> Settings:
    """Read the environment; `SettingsError` names what is wrong, unknown names included."""
    try:
        settings = Settings()
    except ValidationError as error:
        wrong = "; ".join(
            f"{_name(part['loc'])}{part['msg'].removeprefix('Value error, ')}"
            for part in error.errors()
        )
        raise SettingsError(f"{wrong}.") from error
    except NotJsonError as error:  # a group's own name, set to something else than its JSON
        groups = ", ".join(name for name in names() if "__" in name)
        raise SettingsError(f"{error}. Set the parts of a group by name: {groups}.") from error
    _refuse_unknown()
    return settings


def names() -> dict[str, str]:
    """Every setting's name in the environment, with what it means."""
    found: dict[str, str] = {}
    for name, setting in Settings.model_fields.items():
        group = setting.annotation
        if isinstance(group, type) and issubclass(group, BaseModel):
            found |= {
                f"{PREFIX}{name.upper()}__{inner.upper()}": field.description or ""
                for inner, field in group.model_fields.items()
            }
        else:
            found[f"{PREFIX}{name.upper()}"] = setting.description or ""
    return found


def _refuse_unknown() -> None:
    """A name nobody reads is a setting that somebody believes in."""
    known = names()
    for name in os.environ:
        ours = name.upper().startswith(PREFIX) and not name.upper().startswith(TESTS)
        if ours and name.upper() not in known:
            raise SettingsError(f"{name} is not a setting. Known are: {', '.join(sorted(known))}.")


def _name(place: tuple[int | str, ...]) -> str:
    return f"{PREFIX}{'__'.join(str(part).upper() for part in place)}: " if place else ""


def _data_home() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
