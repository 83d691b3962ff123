"""People, appointments and the staff list."""
