"""For people on the machine: `pinka job run`, `pinka say`, `pinka my`, `pinka status`. It kills nothing."""
