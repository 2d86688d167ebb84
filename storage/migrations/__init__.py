"""The tables' history, one step a file."""
