"""What goes to the driver by the short way fails as everything else does."""

import psycopg
import pytest
from sqlalchemy import column, select, table, text
from sqlalchemy.exc import DBAPIError, OperationalError

from portal.registers.base import connection, db
from portal.registers.journal import end_of_journal
from portal.registers.prepared import Prepared


def test_a_fault_of_the_driver_has_the_name_sqlalchemy_has_for_it(app):
    nowhere = Prepared(select(column("id")).select_from(table("nowhere")))
    with app.app_context():
        with pytest.raises(DBAPIError):
            nowhere.first()
        db.session.rollback()
        assert end_of_journal().id > 0, "and the next question is answered"


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)  # SQLite is a file
def test_a_connection_that_is_lost_is_let_go_and_the_next_question_is_answered(app, settings):
    with app.app_context():
        mine = connection().scalar(text("SELECT pg_backend_pid()"))
        server = settings.database_url.replace("+psycopg", "")
        with psycopg.connect(server, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", (mine,))
        with pytest.raises(OperationalError) as raised:
            end_of_journal()
        assert raised.value.connection_invalidated
        db.session.rollback()
        assert end_of_journal().id > 0
