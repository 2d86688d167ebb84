"""Where people talk to the bot: a surface takes events in and draws replies."""
