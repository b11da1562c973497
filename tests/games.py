"""The specs that the suite goes through: the games in `specs/` and the gallery in `specs/gallery/`."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
GALLERY = sorted((ROOT / "specs" / "gallery").glob("*.yaml"))
SPECS = sorted([*(ROOT / "specs").glob("*.yaml"), *GALLERY], key=lambda path: path.stem)
NAMES = [path.stem for path in SPECS]
SPEC = {path.stem: path for path in SPECS}
