"""What an agent may show beside its messages: a state, a title, what could be asked."""

from typing import TYPE_CHECKING

from tests.fakes.slack.api.methods import channel_of, method
from tests.fakes.slack.calls import Call
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.refusing import SlackError, check_ts
from tests.fakes.slack.states import Status
from tests.fakes.slack.texts import Body, leaves

if TYPE_CHECKING:
    from tests.fakes.slack.workspace import FakeSlack

_MOST_PROMPTS = 4
_MOST_LOADING = 10


def set_status(slack: "FakeSlack", call: Call) -> Body:
    channel, thread = _thread(slack, call)
    loading = call.parsed("loading_messages") or []
    if not isinstance(loading, list) or len(loading) > _MOST_LOADING:
        raise SlackError("invalid_arguments", "no more than 10 loading_messages")
    text = call.text("status")
    if text:
        status = Status(text, tuple(map(str, loading)), slack.clock.now())
        slack.statuses[channel.id, thread] = status
        words = {text, *status.loading}
        slack.record.add(words, channel.audience, by_app=True, how="status", channel=channel)
    else:
        slack.statuses.pop((channel.id, thread), None)
    slack.changed(channel)
    return {}


def set_title(slack: "FakeSlack", call: Call) -> Body:
    channel, thread = _thread(slack, call)
    slack.titles[channel.id, thread] = call.text("title")
    words = {call.text("title")}
    slack.record.add(words, channel.audience, by_app=True, how="title", channel=channel)
    return {}


def set_suggested_prompts(slack: "FakeSlack", call: Call) -> Body:
    """Offer what could be asked; an agent that names a thread is told yes, and nothing is done."""
    if not slack.is_agent:
        raise SlackError("not_agent_app")
    channel = channel_of(slack, call, "channel_id")
    prompts = call.parsed("prompts")
    if not isinstance(prompts, list) or not 1 <= len(prompts) <= _MOST_PROMPTS:
        raise SlackError("invalid_arguments", "prompts must be 1 to 4")
    for prompt in prompts:
        if not isinstance(prompt, dict) or not prompt.get("title") or not prompt.get("message"):
            raise SlackError("invalid_arguments", "a prompt has a title and a message")
    if call.args.get("thread_ts") is None:
        slack.prompts[channel.id] = prompts
        words = leaves([prompts, call.text("title")])
        slack.record.add(words, channel.audience, by_app=True, how="prompts", channel=channel)
    slack.changed(channel)
    return {}


def _thread(slack: "FakeSlack", call: Call) -> tuple[Channel, str]:
    channel = channel_of(slack, call, "channel_id")
    thread = check_ts(call.text("thread_ts"))
    if thread not in channel.messages:
        raise SlackError("invalid_thread_ts")
    return channel, channel.messages[thread].root


METHODS = {
    "assistant.threads.setStatus": method(
        set_status, "chat:write assistant:write", "channel_id thread_ts status"
    ),
    "assistant.threads.setTitle": method(
        set_title, "assistant:write", "channel_id thread_ts title", tier=4
    ),
    "assistant.threads.setSuggestedPrompts": method(
        set_suggested_prompts, "assistant:write", "channel_id prompts", tier=4
    ),
}
