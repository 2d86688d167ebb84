"""Turn the bytes of a file into the sections of a document."""
