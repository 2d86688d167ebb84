"""How a chat is held, whatever the service: a surface takes events in and shows what is said."""
