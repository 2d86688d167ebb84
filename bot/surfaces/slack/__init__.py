"""Slack: takes its events in, and shows replies there."""
