"""How Alembic reaches the database: with the portal's own engine rules, one transaction in all."""

from alembic import context
from sqlalchemy import create_engine, event, pool

from portal import registers
from portal.registers.base import db, keep_reads_and_writes_apart

assert registers.__all__, "the tables are known once the registers are imported"  # noqa: S101


def run() -> None:
    """Apply what is missing, all of it or nothing."""
    engine = create_engine(
        context.config.get_main_option("sqlalchemy.url") or "", poolclass=pool.NullPool
    )
    keep_reads_and_writes_apart(engine)
    if engine.dialect.name == "sqlite":
        # A table that is made anew must not take with it what points at it; checked afterwards.
        event.listen(engine, "connect", lambda raw, _record: raw.execute("PRAGMA foreign_keys = 0"))
    with engine.connect().execution_options(writing=True) as connection:
        context.configure(connection=connection, target_metadata=db.metadata)
        with context.begin_transaction():
            context.run_migrations()
        if engine.dialect.name == "sqlite":
            astray = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if astray is not None:
                raise RuntimeError(f"a row points at nothing: {astray}")
        connection.commit()
    engine.dispose()


run()
