"""From a question and the passages found to an answer that can be checked."""
