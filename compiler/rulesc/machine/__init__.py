"""The machine stage: what happens. Flow has become blocks, decisions and chance points."""
