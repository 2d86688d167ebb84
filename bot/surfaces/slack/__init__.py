"""Slack: takes events in, says who asks and who listens, draws replies, and posts each once."""
