"""Bring documents, groups and permissions from where a company keeps them."""
