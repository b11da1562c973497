"""The commands, one file each; `rulesc.cli` finds them by name. Heavy libraries are imported inside them."""
