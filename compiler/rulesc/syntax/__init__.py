"""The syntax stage: what was written. Names are still strings."""
