"""The pound yard: the register, owners, the gate."""
