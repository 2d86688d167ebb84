"""What `python -m bot …` does, one command a file."""
