"""A page of headings, paragraphs and lists, written as Markdown or as HTML that prints well.

In: blocks of texts in which code stands between backticks. Out: a text in which nothing of the content can be
taken for markup.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

_CODE = re.compile(r"`([^`]+)`")
_MARKUP = re.compile(r"([\\*_\[\]<>#|~&])")

DOCTYPE = "<!DOCTYPE html>"
STYLE = """
body { font: 11pt/1.45 Georgia, "Noto Serif CJK SC", serif; }
body { max-width: 46em; margin: 2em auto; padding: 0 1em; }
h1 { margin-bottom: 0.2em; } h2 { border-bottom: 1px solid #999; margin-top: 2em; }
h3 { margin: 1.4em 0 0.2em; font-size: 1em; } p { margin: 0.3em 0; } ul { margin: 0.2em 0 0.4em; }
code { font: 0.85em/1.3 ui-monospace, Consolas, monospace; background: #f2f2ee; overflow-wrap: anywhere; }
.clause { font-size: 1.08em; } .note { color: #444; font-size: 0.9em; }
.mark { border-left: 4px solid #b5651d; padding-left: 0.6em; }
.titles { color: #444; font-style: italic; }
section { break-inside: avoid; }
@media print { body { max-width: none; margin: 0; } h2 { break-after: avoid; } a { color: inherit; } }
""".strip()


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    role: str = ""  # "clause", "note", "mark", "titles"


@dataclass(frozen=True, slots=True)
class Items:
    """A list; each item may have items of its own."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it; `name` is where links lead."""

    heading: str
    blocks: tuple[Paragraph | Items | Section, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    titles: tuple[tuple[str, str], ...]  # language, text
    language: str
    blocks: tuple[Paragraph | Items | Section, ...] = field(default=())


Block = Paragraph | Items | Section


def _by_text(page: Page) -> list[tuple[str, list[str]]]:
    """Each title with the languages in which it is called so."""
    found: dict[str, list[str]] = {}
    for language, text in page.titles:
        found.setdefault(text, []).append(language)
    return list(found.items())


# ---- Markdown ---------------------------------------------------------------------------------


def markdown(page: Page) -> str:
    lines = [f"# {_plain_markdown(page.title)}", ""]
    if len(page.titles) > 1:
        titles = [f"{text} ({', '.join(languages)})" for text, languages in _by_text(page)]
        lines += [_plain_markdown(" / ".join(titles)), ""]
    for block in page.blocks:
        lines += _markdown(block, 2)
    return "\n".join(lines).rstrip() + "\n"


def _markdown(block: Block, level: int) -> Iterator[str]:
    match block:
        case Paragraph(text, role):
            yield f"{'> ' if role == 'mark' else ''}{_in_markdown(text)}"
            yield ""
        case Items(items):
            yield from (f"- {_in_markdown(item)}" for item in items)
            yield ""
        case Section(heading, blocks):
            yield f"{'#' * level} {_in_markdown(heading)}"
            yield ""
            for inner in blocks:
                yield from _markdown(inner, level + 1)


def _in_markdown(text: str) -> str:
    return _mixed(text, _plain_markdown, lambda code: f"`{code}`")


def _plain_markdown(text: str) -> str:
    """A text in which nothing is markup; a number or a dash at its start makes no list."""
    text = _MARKUP.sub(r"\\\1", text)
    return re.sub(r"^(\d+)([.)])|^([-+])", lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", text)


# ---- HTML -------------------------------------------------------------------------------------


def as_html(page: Page) -> str:
    titles = " / ".join(
        f'<span lang="{html.escape(languages[0])}">{html.escape(text)}</span> ({", ".join(languages)})'
        for text, languages in _by_text(page)
        if len(page.titles) > 1
    )
    head = [
        DOCTYPE,
        f'<html lang="{html.escape(page.language)}">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{html.escape(page.title)}</title>",
        f"<style>\n{STYLE}\n</style></head>",
        "<body>",
        f"<h1>{html.escape(page.title)}</h1>",
    ]
    head += [f'<p class="titles">{titles}</p>'] if titles else []
    body = [line for block in page.blocks for line in _html(block, 2)]
    return "\n".join([*head, *body, "</body></html>"]) + "\n"


def _html(block: Block, level: int) -> Iterator[str]:
    match block:
        case Paragraph(text, role):
            yield f"<p{_class(role)}>{_in_html(text)}</p>"
        case Items(items):
            yield "<ul>"
            yield from (f"<li>{_in_html(item)}</li>" for item in items)
            yield "</ul>"
        case Section(heading, blocks, name):
            yield f'<section id="{html.escape(name)}">' if name else "<section>"
            yield f"<h{level}>{_in_html(heading)}</h{level}>"
            for inner in blocks:
                yield from _html(inner, level + 1)
            yield "</section>"


def _class(role: str) -> str:
    return f' class="{role}"' if role else ""


def _in_html(text: str) -> str:
    return _mixed(text, html.escape, lambda code: f"<code>{html.escape(code)}</code>")


def _mixed(text: str, plain: Callable[[str], str], code: Callable[[str], str]) -> str:
    """The plain parts and the code of a text, each in its way."""
    parts = _CODE.split(text)
    return "".join(code(part) if place % 2 else plain(part) for place, part in enumerate(parts) if part)
