"""What people see in Slack: our dataclasses as Block Kit, by pure functions."""
