"""The chat page: asks as one of a few known people, and draws what comes back."""
