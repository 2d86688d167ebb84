"""What people see in Teams: what is said as Markdown and Adaptive Cards, by pure functions."""
