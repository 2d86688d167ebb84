"""Claude: the one place that knows Anthropic's client."""
