"""What one reader may see: chunks, vectors, the index, the search, and the one rule for access."""
