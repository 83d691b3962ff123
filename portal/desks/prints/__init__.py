"""Papers given out: by the staff, and the page on which anybody checks one."""
