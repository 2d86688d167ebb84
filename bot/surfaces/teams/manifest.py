"""What is the Teams app? Its manifest: what a package tells Teams, and what it says by language.

What may stand in one is Microsoft's to say: the schemas of microsoft/json-schemas under
`teams/v1.30`, and learn.microsoft.com/microsoft-365/extensibility/schema (2026-11-30).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.saying.words import words
from bot.surfaces.teams.icons import ACCENT
from bot.surfaces.teams.presentation import PRESENTATIONS, Presentation

SCHEMA = "1.30"
COLOR, OUTLINE = "color.png", "outline.png"
ASK_ABOUT = "ask_about"
SEARCH = "search"
QUERY = "query"
"""The name of what is looked for, among the parameters of a search."""

FOLLOW_UP_PERMISSIONS: Mapping[str, str] = {
    "ChannelMessage.Read.Group": "is sent every message of the channels of each team that it was "
    "added to, and reads none but those of the threads in which it answers"
}
"""What is asked of each team that the bot is added to, and for what, where threads are followed
without a mention. In group chats, which have no threads, it goes on taking a mention."""

_SCHEMAS = "https://developer.microsoft.com/en-us/json-schemas/teams"
_TRANSLATED = frozenset({"short", "full", "title", "description", "prompt"})


@dataclass(frozen=True, slots=True)
class Options:
    """What a company can choose; `host` is where Teams reaches the bot, without https://.

    `about` is the address of the company's own page on the bot; without one, that of the host.
    Who reads Teams in a language that the app has no words in sees those of `language`.
    """

    app_id: str
    host: str
    version: str = "1.0.0"
    language: str = "en"
    follow_ups: bool = False
    about: str | None = None


def permissions(*, follow_ups: bool) -> Mapping[str, str]:
    """Name what is asked of a team, each with what it is for."""
    return FOLLOW_UP_PERMISSIONS if follow_ups else {}


def manifest(options: Options) -> dict[str, object]:
    """Describe the app as Teams' manifests do."""
    said, about = PRESENTATIONS[options.language], options.about or f"https://{options.host}/"
    return {
        "$schema": f"{_SCHEMAS}/v{SCHEMA}/MicrosoftTeams.schema.json",
        "manifestVersion": SCHEMA,
        "version": options.version,
        "id": options.app_id,
        "developer": {
            "name": "policybot",
            "websiteUrl": about,
            "privacyUrl": about,
            "termsOfUseUrl": about,
        },
        "name": {"short": said.name, "full": said.full_name},
        "description": {"short": said.summary, "full": said.description},
        "icons": {"color": COLOR, "outline": OUTLINE},
        "accentColor": ACCENT,
        "localizationInfo": _languages(options.language),
        "defaultInstallScope": "personal",
        # Asked for since 1.25 of whatever can be added to a team: channels of all kinds are known.
        "supportsChannelFeatures": "tier1",
        "bots": [_bot(options, said)],
        "composeExtensions": [_extension(options, said)],
        **_consent(options),
    }


def translations(options: Options) -> dict[str, dict[str, object]]:
    """Write what is shown in each language, by the name of its file in the package."""
    return {_file(language): _translation(options, language) for language in PRESENTATIONS}


def _languages(default: str) -> dict[str, object]:
    others = [language for language in PRESENTATIONS if language != default]
    return {
        "defaultLanguageTag": default,
        "defaultLanguageFile": _file(default),
        "additionalLanguages": [{"languageTag": one, "file": _file(one)} for one in others],
    }


def _file(language: str) -> str:
    return f"{language}.json"


def _translation(options: Options, language: str) -> dict[str, object]:
    """Give each text of a manifest in a language by its place in it."""
    whole = manifest(replace(options, language=language))
    return {
        "$schema": f"{_SCHEMAS}/v{SCHEMA}/MicrosoftTeams.Localization.schema.json",
        **dict(_texts(whole, "")),
    }


def _texts(part: object, place: str) -> Iterator[tuple[str, str]]:
    match part:
        case dict():
            for name, inner in part.items():
                yield from _texts(inner, f"{place}.{name}" if place else name)
        case list():
            for at, inner in enumerate(part):
                yield from _texts(inner, f"{place}[{at}]")
        case str() if place.rpartition(".")[2] in _TRANSLATED:
            yield place, part
        case _:
            pass


def _bot(options: Options, said: Presentation) -> dict[str, object]:
    own = {"title": said.privacy, "description": said.privacy_more, "type": "basic"}
    examples = _examples(options.language)
    return {
        "botId": options.app_id,
        "scopes": ["personal", "team", "groupChat"],
        "isNotificationOnly": False,
        "supportsFiles": False,
        "commandLists": [
            {"scopes": ["personal"], "commands": [*examples, own]},
            {"scopes": ["team", "groupChat"], "commands": examples},
        ],
    }


def _examples(language: str) -> Sequence[Mapping[str, str]]:
    return [
        {"title": title, "description": question, "type": "prompt", "prompt": question}
        for title, question in words(language).home.prompts
    ]


def _extension(options: Options, said: Presentation) -> dict[str, object]:
    query = {"name": QUERY, "title": said.query, "description": said.query_more}
    return {
        "botId": options.app_id,
        "commands": [
            {
                "id": ASK_ABOUT,
                "type": "action",
                "title": said.ask_about,
                "description": said.ask_about_more,
                "context": ["message"],
                "fetchTask": True,
            },
            {
                "id": SEARCH,
                "type": "query",
                "title": said.search,
                "description": said.search_more,
                "context": ["compose", "commandBox"],
                "parameters": [{**query, "inputType": "text"}],
            },
        ],
    }


def _consent(options: Options) -> dict[str, object]:
    """Ask each team for what is needed there; Teams then wants to know whose app it is, too."""
    asked = permissions(follow_ups=options.follow_ups)
    if not asked:
        return {}
    wanted = [{"name": name, "type": "Application"} for name in asked]
    return {
        "webApplicationInfo": {"id": options.app_id, "resource": f"https://{options.host}"},
        "authorization": {"permissions": {"resourceSpecific": wanted}},
    }
