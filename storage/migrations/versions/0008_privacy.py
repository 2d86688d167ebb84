"""Keys of people, who was told, and what of the record was forgotten.

Revision 0008, after 0005.
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = '0008'
down_revision = "0007"
branch_labels = None
depends_on = None

TEXTS = ('author', 'key', 'forgotten_at')
INDEXES = {
    'ix_exchange_event_author': (['author'], False),
    'ix_exchange_event_key': (['exchange_id', 'kind', 'key'], True),
    'ix_exchange_event_kept': (['forgotten_at', 'at'], False),
    'ix_exchange_event_kind': (['kind', 'at'], False),
}


def upgrade() -> None:
    op.create_table('person_key',
    sa.Column('id', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('person', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('wrapped', sa.LargeBinary(), nullable=False),
    sa.Column('made_at', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('person')
    )
    op.create_table('notice',
    sa.Column('person', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('event', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('noticed_at', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('person')
    )
    for name in TEXTS:  # added, not rebuilt: a long record would be copied whole
        op.add_column(
            'exchange_event', sa.Column(name, sqlmodel.sql.sqltypes.AutoString(), nullable=True)
        )
    for name, (columns, unique) in INDEXES.items():
        op.create_index(name, 'exchange_event', columns, unique=unique)


def downgrade() -> None:
    for name in INDEXES:
        op.drop_index(name, 'exchange_event')
    for name in TEXTS:
        op.drop_column('exchange_event', name)
    op.drop_table('notice')
    op.drop_table('person_key')
