"""Run by Alembic: bring the database that it is handed to the tables' newest form."""

from alembic import context
from sqlmodel import SQLModel

from storage import tables

assert tables.DocumentRow.metadata is SQLModel.metadata  # noqa: S101  # the tables are known

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
)
context.run_migrations()
