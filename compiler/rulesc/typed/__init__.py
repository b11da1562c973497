"""The typed stage: what it means. Names are resolved, every expression has a type."""
