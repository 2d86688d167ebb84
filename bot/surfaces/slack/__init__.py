"""Slack: what comes in from it, and what it is shown."""
