"""The documents behind the citations, opened at the place that was cited."""
