"""Conversations of a chat service, and where the people in them can be reached.

Revision 0009, after 0008.
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = '0009'
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('conversation',
    sa.Column('id', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('place', sa.JSON(), nullable=False),
    sa.Column('name', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('is_outside', sa.Boolean(), nullable=False),
    sa.Column('changed_at', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('id')
    )
    op.create_index(op.f('ix_conversation_changed_at'), 'conversation', ['changed_at'], unique=False)
    op.create_table('acquaintance',
    sa.Column('user', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('object_id', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('personal', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('met_in', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('locale', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('person', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.PrimaryKeyConstraint('user')
    )
    op.create_index(op.f('ix_acquaintance_object_id'), 'acquaintance', ['object_id'], unique=False)
    op.create_index(op.f('ix_acquaintance_personal'), 'acquaintance', ['personal'], unique=False)
    op.create_index(op.f('ix_acquaintance_person'), 'acquaintance', ['person'], unique=False)


def downgrade() -> None:
    op.drop_table('acquaintance')
    op.drop_table('conversation')
