"""How Alembic reaches the database: with the portal's own engine rules, one transaction in all."""

from alembic import context
from sqlalchemy import create_engine, pool

from portal import registers
from portal.registers.base import db, keep_reads_and_writes_apart

assert registers.__all__, "the tables are known once the registers are imported"  # noqa: S101


def run() -> None:
    """Apply what is missing, all of it or nothing."""
    engine = create_engine(
        context.config.get_main_option("sqlalchemy.url") or "", poolclass=pool.NullPool
    )
    keep_reads_and_writes_apart(engine)
    with engine.connect().execution_options(writing=True) as connection:
        context.configure(connection=connection, target_metadata=db.metadata)
        with context.begin_transaction():
            context.run_migrations()
        connection.commit()
    engine.dispose()


run()
