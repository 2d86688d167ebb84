"""Tokens of chunks, for late interaction.

Revision 0002, after 0001.
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = '0002'
down_revision = '0001'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('token_states',
    sa.Column('space', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('chunk_id', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('document_id', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('generation', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('codes', sa.LargeBinary(), nullable=False),
    sa.PrimaryKeyConstraint('space', 'chunk_id')
    )
    with op.batch_alter_table('token_states', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_token_states_document_id'), ['document_id'], unique=False)


def downgrade() -> None:
    with op.batch_alter_table('token_states', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_token_states_document_id'))

    op.drop_table('token_states')
