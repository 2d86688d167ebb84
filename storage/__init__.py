"""One SQL database: people, accesses, the ledger of documents, and the record of every exchange."""
