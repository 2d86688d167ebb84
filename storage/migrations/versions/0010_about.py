"""Which exchange a message answers.

Revision 0010, after 0009.
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = '0010'
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table('delivery', schema=None) as batch_op:
        batch_op.add_column(sa.Column('about', sqlmodel.sql.sqltypes.AutoString(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table('delivery', schema=None) as batch_op:
        batch_op.drop_column('about')
