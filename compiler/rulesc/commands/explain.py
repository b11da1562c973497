"""`rulesc explain`: the page of a diagnostic's code, from the documentation that ships with the package."""

from __future__ import annotations

from pathlib import Path

import click

from rulesc.commands.terminal import WRONG_USE, colored, console, stop


@click.command("explain", short_help="Explain the code of a message.")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Say what the code of a message means and how to put it right; without a code, list them all."""
    pages = diagnostic_pages()
    if code is None:
        for name in sorted(pages):
            click.echo(f"{name:28} {_first_sentence(pages[name])}".rstrip())
        return
    page = pages.get(code.strip().strip("[]"))
    if page is None:
        from difflib import get_close_matches

        near = get_close_matches(code, pages, n=1)
        hint = f"did you mean `{near[0]}`?" if near else "`rulesc explain` lists the codes"
        stop(f"no message has the code `{code}`", hint, WRONG_USE)
    text = page.read_text(encoding="utf-8")
    if colored():
        from rich.markdown import Markdown

        console().print(Markdown(text))
    else:
        click.echo(text.rstrip("\n"))


def diagnostic_pages() -> dict[str, Path]:
    """The pages by code: beside the package when installed, in docs/ in a checkout."""
    import rulesc.diagnostics

    package = Path(rulesc.diagnostics.__file__).parent
    checkout = package.parents[2] / "docs" / "reference" / "diagnostics"
    for folder in (package / "pages", checkout):
        pages = {path.stem: path for path in sorted(folder.glob("*.md")) if path.stem.lower() != "readme"}
        if pages:
            return pages
    return {}


def _first_sentence(page: Path) -> str:
    lines = (line.strip() for line in page.read_text(encoding="utf-8").splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")
