"""rulesc compiles a board game's rules into a Python engine."""
