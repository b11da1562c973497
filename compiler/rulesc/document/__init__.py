"""The document stage: YAML with positions, shape-checked, language text left as it is written."""
