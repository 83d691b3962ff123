"""What every portal of a run would write anew, written once: a test makes thousands of portals.

Only what is the same for each is kept: how an address is put together, and how a statement reads
in the words of one kind of database. Rows, settings and sign-ins are each test's own.
It reaches into two libraries for that, which only a test may.
"""
# ruff: noqa: SLF001 - see above

from sqlalchemy.engine import Dialect, Engine
from werkzeug.routing import Rule

ADDRESSES = {}
DIALECTS: dict[str, Dialect] = {}
STATEMENTS = {}


def keep_what_is_written_once():
    """Have werkzeug write the function that builds an address once for each rule, not each app."""
    write = Rule._compile_builder

    def kept(rule, append_unknown):
        key = (tuple(rule._trace), repr(rule.defaults), append_unknown)
        if key not in ADDRESSES:
            ADDRESSES[key] = write(rule, append_unknown)
        return ADDRESSES[key]

    Rule._compile_builder = kept


def share_statements(engine: Engine):
    """Let an engine use the statements that one before it of the same kind has compiled."""
    engine.dialect = DIALECTS.setdefault(engine.dialect.name, engine.dialect)
    engine._compiled_cache = STATEMENTS
