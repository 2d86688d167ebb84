"""Where people talk to the bot. A surface takes events in and draws replies; surfaces do not know each other."""
