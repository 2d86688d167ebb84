"""The terms that documents explain.

Revision 0003, after 0002.
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = '0003'
down_revision = '0002'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('term',
    sa.Column('document_id', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('short_key', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('long_key', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('generation', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('short', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('long', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('document_id', 'short_key', 'long_key')
    )
    with op.batch_alter_table('term', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_term_long_key'), ['long_key'], unique=False)
        batch_op.create_index(batch_op.f('ix_term_short_key'), ['short_key'], unique=False)


def downgrade() -> None:
    with op.batch_alter_table('term', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_term_short_key'))
        batch_op.drop_index(batch_op.f('ix_term_long_key'))
    op.drop_table('term')
