"""Which models are there, and what does each refuse?"""

from dataclasses import dataclass
from typing import Any

ALL_EFFORTS = ("low", "medium", "high", "xhigh", "max")
ALL_THINKING = ("adaptive", "between_tools", "disabled", "enabled")


@dataclass(frozen=True, slots=True)
class Model:
    """One model of the service.

    `thinking` holds the types that it takes; `thinks` tells whether it does so unasked;
    `smallest_prefix` counts tokens: what is shorter is silently not cached.
    """

    id: str
    thinking: tuple[str, ...] = ("adaptive",)
    thinks: bool = True
    efforts: tuple[str, ...] = ALL_EFFORTS
    takes_forced_tools: bool = True
    takes_prefill: bool = False
    takes_system_turns: bool = True
    binds_thinking: bool = False
    lifecycle: str = "active"
    most_tokens: int = 128_000
    smallest_prefix: int = 512

    @property
    def listed(self) -> dict[str, Any]:
        """The model as the list of models tells of it."""
        supported, unsupported = {"supported": True}, {"supported": False}

        def either(*, is_supported: bool) -> dict[str, bool]:
            return supported if is_supported else unsupported

        return {
            "type": "model",
            "id": self.id,
            "display_name": self.id.replace("-", " ").title(),
            "lifecycle": self.lifecycle,
            "line": self.id.split("-")[1],
            "created_at": "2026-01-01T00:00:00Z",
            "deprecated_at": None,
            "retires_at": None,
            "max_input_tokens": 1_000_000,
            "max_tokens": self.most_tokens,
            "capabilities": {
                **dict.fromkeys(("batch", "citations", "code_execution"), supported),
                **dict.fromkeys(("image_input", "pdf_input", "structured_outputs"), supported),
                "context_management": unsupported,
                "effort": either(is_supported=bool(self.efforts))
                | {name: either(is_supported=name in self.efforts) for name in ALL_EFFORTS},
                "server_tools": unsupported
                | {"code_execution": unsupported, "web_search": unsupported},
                "thinking": supported
                | {
                    "types": {
                        kind: either(is_supported=kind in self.thinking) for kind in ALL_THINKING
                    }
                },
            },
        }


def known_models() -> dict[str, Model]:
    """Give the models that a test may ask for; some are there for what they refuse."""
    models = (
        Model("claude-haiku-5-5", binds_thinking=True),
        Model(
            "claude-sonnet-5-5",
            thinking=("adaptive", "between_tools"),
            takes_forced_tools=False,
            binds_thinking=True,
        ),
        Model("claude-opus-5-5", takes_forced_tools=False, binds_thinking=True),
        Model("claude-sonnet-5", thinking=("adaptive", "disabled"), takes_system_turns=False),
        Model("claude-opus-5", thinking=("adaptive", "disabled")),
        Model(
            "claude-haiku-4-5",
            thinking=("disabled", "enabled"),
            thinks=False,
            efforts=(),
            takes_prefill=True,
            takes_system_turns=False,
            most_tokens=64_000,
        ),
        Model("claude-opus-4-1", lifecycle="retired"),
    )
    return {model.id: model for model in models}
