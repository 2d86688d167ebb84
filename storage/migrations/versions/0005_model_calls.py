"""What models are asked, and what it costs.

Revision 0005, after 0004.
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = '0005'
down_revision = '0004'
branch_labels = None
depends_on = None

INDEXED = ('at', 'exchange_id', 'asker')


def upgrade() -> None:
    op.create_table('model_call',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('at', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('exchange_id', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('asker', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('purpose', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('model', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('input_tokens', sa.Integer(), nullable=False),
    sa.Column('cache_read_tokens', sa.Integer(), nullable=False),
    sa.Column('cache_written_tokens', sa.Integer(), nullable=False),
    sa.Column('output_tokens', sa.Integer(), nullable=False),
    sa.Column('dollars', sa.Float(), nullable=True),
    sa.Column('milliseconds', sa.Float(), nullable=False),
    sa.Column('first_token', sa.Float(), nullable=True),
    sa.Column('attempts', sa.Integer(), nullable=False),
    sa.Column('failed', sa.JSON(), nullable=False),
    sa.Column('stop_reason', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('request_id', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('outcome', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.ForeignKeyConstraint(['exchange_id'], ['exchange.id'], ),
    sa.PrimaryKeyConstraint('id')
    )
    with op.batch_alter_table('model_call', schema=None) as batch_op:
        for name in INDEXED:
            batch_op.create_index(batch_op.f(f'ix_model_call_{name}'), [name], unique=False)


def downgrade() -> None:
    with op.batch_alter_table('model_call', schema=None) as batch_op:
        for name in INDEXED:
            batch_op.drop_index(batch_op.f(f'ix_model_call_{name}'))
    op.drop_table('model_call')
