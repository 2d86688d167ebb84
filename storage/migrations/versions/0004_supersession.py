"""Supersession.

Revision 0004, after 0003.
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = '0004'
down_revision = '0003'
branch_labels = None
depends_on = None

TEXTS = ('number', 'supersedes', 'superseded_by')


def upgrade() -> None:
    with op.batch_alter_table('document', schema=None) as batch_op:
        batch_op.add_column(sa.Column('effective_from', sa.Date(), nullable=True))
        for name in TEXTS:
            batch_op.add_column(
                sa.Column(name, sqlmodel.sql.sqltypes.AutoString(), nullable=True)
            )


def downgrade() -> None:
    with op.batch_alter_table('document', schema=None) as batch_op:
        for name in (*TEXTS, 'effective_from'):
            batch_op.drop_column(name)
