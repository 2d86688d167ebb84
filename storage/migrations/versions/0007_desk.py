"""What people ask HR, and what HR lets others be answered with.

Revision 0007.
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = '0007'
down_revision = "0006"
branch_labels = None
depends_on = None

TEXT = sqlmodel.sql.sqltypes.AutoString
INDEXED = (
    ('hr_case', ('asker', 'due_at')),
    ('hr_case_event', ('case_id',)),
    ('verified_answer', ('case_id', 'state')),
)


def upgrade() -> None:
    op.create_table('hr_case',
    sa.Column('id', TEXT(), nullable=False),
    sa.Column('exchange_id', TEXT(), nullable=False),
    sa.Column('asker', TEXT(), nullable=False),
    sa.Column('state', TEXT(), nullable=False),
    sa.Column('assignee', TEXT(), nullable=True),
    sa.Column('opened_at', TEXT(), nullable=False),
    sa.Column('due_at', TEXT(), nullable=False),
    sa.Column('remind_at', TEXT(), nullable=False),
    sa.ForeignKeyConstraint(['exchange_id'], ['exchange.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('exchange_id')
    )
    op.create_table('hr_case_event',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('case_id', TEXT(), nullable=False),
    sa.Column('sequence', sa.Integer(), nullable=False),
    sa.Column('kind', TEXT(), nullable=False),
    sa.Column('key', TEXT(), nullable=False),
    sa.Column('actor', TEXT(), nullable=False),
    sa.Column('at', TEXT(), nullable=False),
    sa.Column('body', sa.Text(), nullable=False),
    sa.ForeignKeyConstraint(['case_id'], ['hr_case.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('case_id', 'sequence'),
    sa.UniqueConstraint('case_id', 'kind', 'key')
    )
    op.create_table('verified_answer',
    sa.Column('id', TEXT(), nullable=False),
    sa.Column('key', TEXT(), nullable=False),
    sa.Column('case_id', TEXT(), nullable=False),
    sa.Column('question', sa.Text(), nullable=False),
    sa.Column('answer', sa.Text(), nullable=False),
    sa.Column('owner', TEXT(), nullable=False),
    sa.Column('until', sa.Date(), nullable=True),
    sa.Column('cited', sa.JSON(), nullable=False),
    sa.Column('organisation', TEXT(), nullable=True),
    sa.Column('audience', sa.JSON(), nullable=False),
    sa.Column('state', TEXT(), nullable=False),
    sa.Column('proposed_by', TEXT(), nullable=False),
    sa.Column('proposed_at', TEXT(), nullable=False),
    sa.Column('decided_by', TEXT(), nullable=True),
    sa.Column('decided_at', TEXT(), nullable=True),
    sa.Column('reason', TEXT(), nullable=False),
    sa.Column('withdrawn_by', TEXT(), nullable=True),
    sa.Column('withdrawn_at', TEXT(), nullable=True),
    sa.ForeignKeyConstraint(['case_id'], ['hr_case.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('key')
    )
    for table, names in INDEXED:
        with op.batch_alter_table(table, schema=None) as batch_op:
            for name in names:
                batch_op.create_index(batch_op.f(f'ix_{table}_{name}'), [name], unique=False)


def downgrade() -> None:
    for table, names in reversed(INDEXED):
        with op.batch_alter_table(table, schema=None) as batch_op:
            for name in names:
                batch_op.drop_index(batch_op.f(f'ix_{table}_{name}'))
        op.drop_table(table)
