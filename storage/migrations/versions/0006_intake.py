"""What came in from a chat and is to be worked on, and what of ours is shown there.

Revision 0006, after 0005.
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = '0006'
down_revision = '0005'
branch_labels = None
depends_on = None

UNFINISHED = sa.text('finished_at IS NULL')


def upgrade() -> None:
    op.create_table('inbox',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('surface', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('event_id', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('subject', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('lane', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('body', sa.Text(), nullable=True),
    sa.Column('received_at', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('attempts', sa.Integer(), nullable=False),
    sa.Column('fence', sa.Integer(), nullable=False),
    sa.Column('owner', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('free_at', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('given_up_at', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('finished_at', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('surface', 'event_id'),
    sa.UniqueConstraint('surface', 'subject')
    )
    with op.batch_alter_table('inbox', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_inbox_finished_at'), ['finished_at'], unique=False)
        batch_op.create_index(
            'ix_inbox_unfinished', ['surface', 'lane', 'id'], unique=False,
            sqlite_where=UNFINISHED, postgresql_where=UNFINISHED,
        )

    op.create_table('delivery',
    sa.Column('key', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('surface', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('place_id', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('place', sa.JSON(), nullable=False),
    sa.Column('state', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('reference', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('digest', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('begun_at', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('changed_at', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('key')
    )
    with op.batch_alter_table('delivery', schema=None) as batch_op:
        batch_op.create_index('ix_delivery_reference', ['surface', 'place_id', 'reference'], unique=False)


def downgrade() -> None:
    op.drop_table('delivery')
    op.drop_table('inbox')
