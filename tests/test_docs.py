"""The documentation does what it says: its specs compile, its commands run and print what is shown.

Fenced blocks are marked by the words after their language; docs/README.md says what each mark means.
"""

from __future__ import annotations

import json
import random
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import rulesc_runtime
from rulesc.cli import COMMANDS, cli
from rulesc.diagnostics import Report
from rulesc.diagnostics.render import render_json
from rulesc.document.from_text import editions_of
from rulesc.pipeline import Compiled, check, compile_spec
from rulesc.typed.builtins import FUNCTIONS
from rulesc.typed.interpret import Interpretation
from rulesc.typed.run_examples import run_example

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(p for p in DOCS.rglob("*.md") if p.parent.name != "diagnostics")
PACKAGES = ROOT / "compiler"

FENCE = re.compile(r"^```(\S*)[ ]*([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"^(p\d+> )(.*)\n", re.MULTILINE)
LEFT_OUT = re.compile(r"^(p\d+> )\.\.\.$", re.MULTILINE)  # whatever follows a prompt, over several lines


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its marks (`run`, `exit=1` ...), its text, the line it begins at."""

    language: str
    marks: tuple[str, ...]
    text: str
    line: int

    def value(self, mark: str) -> str:
        return next((m.partition("=")[2] for m in self.marks if m.startswith(f"{mark}=")), "")


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(m[1], tuple(m[2].split()), m[3], text.count("\n", 0, m.start()) + 1)
        for m in FENCE.finditer(text)
    ]


def relative(path: Path) -> str:
    return path.relative_to(DOCS).as_posix()


# ---- specs in the documentation ---------------------------------------------------------------


def write_files(page: Path, folder: Path) -> list[Path]:
    """Every block with a file name; the specs among them."""
    specs = []
    for number, block in enumerate(blocks(page)):
        spec = block.language == "yaml" and "rulesc" in block.marks
        name = block.value("file") or (f"spec{number}.yaml" if spec else "")
        if name and block.language in ("yaml", "csv"):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
            if spec:
                specs.append(path)
    return specs


WITH_SPECS = [p for p in PAGES if any("rulesc" in b.marks for b in blocks(p))]


@pytest.mark.parametrize("page", WITH_SPECS, ids=relative)
def test_specs_compile(page: Path, tmp_path: Path) -> None:
    for spec in write_files(page, tmp_path):
        for path in (spec, *(spec.with_name(f"{spec.name}@{name}") for name in editions_of(spec))):
            report = Report()
            program = check(path, report)
            assert program is not None, render_json(report.diagnostics)
            assert not report.diagnostics, render_json(report.diagnostics)


@pytest.mark.parametrize("page", WITH_SPECS, ids=relative)
def test_examples_of_specs_pass(page: Path, tmp_path: Path) -> None:
    for spec in write_files(page, tmp_path):
        program = check(spec, Report())
        assert program is not None
        for example in program.examples:
            assert run_example(program, example) == []


@pytest.mark.parametrize("page", WITH_SPECS, ids=relative)
def test_specs_play_as_they_mean(page: Path, tmp_path: Path) -> None:
    """The engine agrees with the reference interpreter, decision by decision."""
    for spec in write_files(page, tmp_path):
        report = Report()
        compiled = compile_spec(spec, report)
        assert compiled is not None, render_json(report.diagnostics)
        package = tmp_path / "generated" / compiled.program.game
        package.mkdir(parents=True)
        for name, content in compiled.files.items():
            (package / name).write_bytes(content)
        module = rulesc_runtime.load(compiled.program.game, tmp_path / "generated")
        for players in range(compiled.program.players[0], compiled.program.players[1] + 1):
            for seed in range(3):
                play_both(module.Game(players=players, chance="explicit"), compiled, seed)


def play_both(game: rulesc_runtime.Game, compiled: Compiled, seed: int) -> None:
    chooser = random.Random(seed)
    state = game.new_initial_state()
    options = {o.name: game.k[1 + i] for i, o in enumerate(compiled.program.options)}
    position = Interpretation(compiled.program, game.num_players(), options).start()
    while not state.is_terminal():
        chance = state.is_chance_node()
        assert position.kind == ("chance" if chance else "decision"), state.history()
        legal = [kind for kind, _ in position.outcomes()] if chance else position.legal()
        assert legal == state.legal_actions(), state.history()
        action = chooser.choice(legal)
        state.apply_action(action)
        position = position.draw(action) if chance else position.apply(action)
    assert position.kind == "over"
    assert tuple(state.scores()) == tuple(position.scores())


# ---- fragments: lines of a spec that compiles -------------------------------------------------


def plain_lines(text: str) -> list[str]:
    """The lines without comments, clauses, layout and empty lines."""
    lines = (re.sub(r"(?<!\S)(#[^@]*|@[A-Z]+-\w+)", "", line) for line in text.splitlines())
    return [" ".join(line.split()) for line in lines if line.split()]


def fragments(page: Path) -> list[Block]:
    return [b for b in blocks(page) if b.language == "rules" and "planned" not in b.marks]


@pytest.mark.parametrize("page", [p for p in PAGES if fragments(p)], ids=relative)
def test_fragments_stand_in_a_spec(page: Path) -> None:
    """What is shown in pieces is a piece of a spec on the same page or in specs/."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "specs").rglob("*.yaml"))]
    texts += [b.text for b in blocks(page) if b.language in ("yaml", "csv") and b.value("file")]
    specs = ["\n".join(["", *plain_lines(text), ""]) for text in texts]
    for fragment in fragments(page):
        for part in re.split(r"^\.\.\.$", fragment.text, flags=re.MULTILINE):
            wanted = "\n".join(["", *plain_lines(part), ""])
            assert any(wanted in spec for spec in specs), f"{page}:{fragment.line}: in no spec:{wanted}"


# ---- commands and what they print -------------------------------------------------------------


class Walk:
    """A reader who does what a page says, in a folder of their own."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.page = page
        self.folder = folder

    def follow(self) -> None:
        found = blocks(self.page)
        for i, block in enumerate(found):
            shown = found[i + 1] if i + 1 < len(found) else None
            if block.value("edit"):
                self.edit(block)
            elif block.value("file") and block.language in ("yaml", "csv"):
                self.write(block)
            elif "run" in block.marks:
                self.run(block, shown)

    def fail(self, block: Block, text: str) -> None:
        pytest.fail(f"{self.page.relative_to(ROOT)}:{block.line}: {text}", pytrace=False)

    def write(self, block: Block) -> None:
        """A whole file, or with `section` the top-level keys of one."""
        path = self.folder / block.value("file")
        path.parent.mkdir(parents=True, exist_ok=True)
        text = block.text
        if "section" in block.marks:
            old = sections(path.read_text(encoding="utf-8"))
            text = "\n".join(part.strip("\n") + "\n" for part in {**old, **sections(text)}.values())
        path.write_text(text, encoding="utf-8")

    def edit(self, block: Block) -> None:
        """Lines with `-` in front go, lines with `+` come in their place."""
        path = self.folder / block.value("edit")
        lines = path.read_text(encoding="utf-8").splitlines()
        old = [line[1:] for line in block.text.splitlines() if line.startswith("-")]
        new = [line[1:] for line in block.text.splitlines() if line.startswith("+")]
        words = [line.split() for line in lines]
        at = [i for i in range(len(lines)) if words[i : i + len(old)] == [line.split() for line in old]]
        if len(at) != 1:
            self.fail(block, f"{len(at)} places in {path.name} read {old}")
        lines[at[0] : at[0] + len(old)] = new
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def run(self, block: Block, shown: Block | None) -> None:
        expected = shown.text if shown is not None and "output" in shown.marks else None
        typed = "".join(f"{m[2]}\n" for m in PROMPT.finditer(expected or ""))
        if block.language == "python":
            printed, code = self.python(block.text)
        else:
            printed, code = "", 0
            for line in block.text.splitlines():
                words = shlex.split(line, comments=True)
                if words:
                    text, code = self.command(words, typed)
                    printed += text
        if code != int(block.value("exit") or 0):
            self.fail(block, f"ended with {code}:\n{printed}")
        if expected is not None and shown is not None:
            wanted = LEFT_OUT.sub(r"\1...\n...", PROMPT.sub(r"\1", expected))
            if not matches(printed.splitlines(), wanted.splitlines()):
                self.fail(shown, f"printed was\n{printed}")

    def command(self, words: list[str], typed: str) -> tuple[str, int]:
        assert words[0] == "rulesc", words
        environment = {"NO_COLOR": "1", "COLUMNS": "110"}
        result = CliRunner().invoke(cli, words[1:], input=typed, env=environment)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.output, result.exit_code

    def python(self, text: str) -> tuple[str, int]:
        """In a process of its own, started in the folder that holds `generated/`."""
        paths = [str(self.folder), str(PACKAGES)]
        code = f"import sys; sys.path[:0] = {paths!r}\n{text}"
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=self.folder, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr, done.returncode


def sections(text: str) -> dict[str, str]:
    """The top-level keys of a spec, each with its lines and the comments above it."""
    parts = re.split(r"(?m)^(?=[a-z])", text)
    found = {"": parts[0]} if parts[0].strip() else {}
    return found | {part.partition(":")[0]: part for part in parts[1:]}


def matches(lines: list[str], wanted: list[str]) -> bool:
    """Whether the lines are as wanted; `...` stands for any part of a line, alone for any number of lines."""
    if not wanted:
        return not any(line.strip() for line in lines)
    if wanted[0].strip() == "...":
        return any(matches(lines[i:], wanted[1:]) for i in range(len(lines) + 1))
    return bool(lines) and same(lines[0], wanted[0]) and matches(lines[1:], wanted[1:])


def same(line: str, wanted: str) -> bool:
    parts = [re.escape(" ".join(part.split())) for part in wanted.split("...")]
    return re.fullmatch(".*".join(parts), " ".join(line.split())) is not None


FOLLOWED = [p for p in PAGES if any("run" in b.marks for b in blocks(p))]


@pytest.mark.parametrize("page", FOLLOWED, ids=relative)
def test_pages_can_be_followed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tutorial begins in an empty folder, the other pages in a checkout."""
    if page.parent.name != "tutorial":
        shutil.copytree(ROOT / "specs", tmp_path / "specs")
    monkeypatch.chdir(tmp_path)
    Walk(page, tmp_path).follow()


def test_the_tutorial_arrives_at_the_spec_of_this_repository(tmp_path: Path) -> None:
    walk = Walk(DOCS / "tutorial" / "first-game.md", tmp_path)
    for block in blocks(walk.page):
        if block.value("file"):
            walk.write(block)
    for name in ("tic_tac_toe.yaml", "tic_tac_toe/rulebook.yaml"):
        mine = (tmp_path / "specs" / name).read_text(encoding="utf-8")
        theirs = (ROOT / "specs" / name).read_text(encoding="utf-8")
        assert uncommented(mine) == uncommented(theirs)


def uncommented(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.split() and line[0] != "#"]


# ---- an erratum -------------------------------------------------------------------------------


def test_one_number_changes_the_lines_that_cite_its_clause(tmp_path: Path) -> None:
    """docs/how-to/after-an-erratum.md, measured: nothing else in the engine changes."""
    shutil.copytree(ROOT / "specs", tmp_path / "specs")
    spec = tmp_path / "specs" / "pagoda.yaml"
    before = engine_lines(spec)
    text = spec.read_text(encoding="utf-8")
    changed = re.sub(r"(?m)^(  spire_points: +)5\b", r"\g<1>6", text)
    assert changed != text
    spec.write_text(changed, encoding="utf-8")
    after = engine_lines(spec)
    assert len(before) == len(after)
    different = [new for old, new in zip(before, after, strict=True) if old != new]
    rules = [line for line in different if not line.startswith("SPEC_HASH")]
    assert rules
    assert all("P-41" in line for line in rules)


def engine_lines(spec: Path) -> list[str]:
    report = Report()
    compiled = compile_spec(spec, report)
    assert compiled is not None, render_json(report.diagnostics)
    return compiled.files["engine.py"].decode("ascii").splitlines()


# ---- nothing is left out ----------------------------------------------------------------------


def test_the_language_reference_names_every_function() -> None:
    text = (DOCS / "reference" / "language.md").read_text(encoding="utf-8")
    missing = [f.signature for f in FUNCTIONS.values() if f"`{f.name}(" not in text]
    assert not missing


def test_the_language_reference_shows_every_section_and_statement() -> None:
    """Every rule of the grammar that a writer can use occurs in the example of the page."""
    page = DOCS / "reference" / "language.md"
    spec = next(b.text for b in blocks(page) if b.value("file") == "harvest.yaml")
    words = (
        "options types tables maps payments components zones state define actions effects groups phases "
        "scoring longest rulebook rulings examples title rules when do leaves copies start table ties "
        "returns over among along of ways"
    )
    assert all(f"{word}:" in spec for word in words.split())
    statements = (
        "move all from|move all of|move many of|chosen from|draw 1|deal 1|refill|shuffle|choose|optional|"
        "one of|otherwise|any number of|up to 3 of|stop when|if |elif |else|for |while |repeat|until|times|"
        "let |end game| by |in clockwise"
    )
    assert all(statement in spec for statement in statements.split("|"))


def test_the_language_reference_shows_every_word() -> None:
    """Every word and sign of the grammar occurs in a fragment, and each fragment stands in a spec."""
    grammar = (PACKAGES / "rulesc" / "syntax" / "rules.lark").read_text(encoding="utf-8")
    rules = re.sub(r" // .*|^//.*", "", grammar, flags=re.MULTILINE)
    words = set(re.findall(r'"([^"\n]+)"', rules)) - {"order", ";"}  # unsupported; in cells of tables alone
    words |= {
        m.replace(" +", " ") for m in re.findall(r"^[A-Z_.3]+: /([a-z]+(?: \+[a-z]+)*)", rules, re.MULTILINE)
    }
    page = DOCS / "reference" / "language.md"
    shown = "\n".join(b.text for b in blocks(page) if b.language in ("rules", "yaml", "csv"))
    assert len(words) > 70
    assert [
        w
        for w in words
        if not re.search(rf"(?<!\w){re.escape(w)}(?!\w)" if w[0].isalpha() else re.escape(w), shown)
    ] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_command_reference_names_every_option(name: str) -> None:
    text = (DOCS / "reference" / "cli.md").read_text(encoding="utf-8")
    section = re.search(rf"(?ms)^## rulesc {name}\n(.*?)(?=^## |\Z)", text)
    assert section is not None
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    flags = [o for p in command.params for o in p.opts if o.startswith("--") and o != "--help"]
    missing = [flag for flag in flags if f"`{flag}" not in section[1]]
    assert not missing


def test_the_command_reference_names_the_keys_of_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (DOCS / "reference" / "cli.md").read_text(encoding="utf-8")
    done = CliRunner().invoke(cli, ["trace", str(ROOT / "specs" / "tic_tac_toe.yaml"), "--json"])
    assert done.exit_code == 0, done.output
    missing = [key for key in json.loads(done.output) if f"`{key}`" not in text]
    assert not missing


def test_the_engine_reference_names_the_whole_interface() -> None:
    text = (DOCS / "reference" / "engine.md").read_text(encoding="utf-8")
    public = [
        name
        for kind in (rulesc_runtime.Game, rulesc_runtime.State)
        for name, member in vars(kind).items()
        if not name.startswith("_") and callable(member)
    ]
    inner = {
        "initial_state_from",
        "like",
        "live_attributes",
        "board_of",
        "reopened",
        "entries",
        "check_seat",
        "step",
        "start",
        "settled",
    }
    missing = [name for name in public if name not in inner and f"{name}(" not in text]
    assert not missing


# ---- the pages themselves ---------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if not re.match(r"[a-z]+:", target):
            assert (page.parent / target).exists(), f"{page}: {target}"


def test_every_page_is_in_the_index() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    missing = [relative(p) for p in PAGES if p.name != "README.md" and f"({relative(p)})" not in index]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_files_that_pages_name_exist(page: Path) -> None:
    """Paths in backquotes that begin with a folder of the repository."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for name in re.findall(r"`((?:compiler|specs|tests|docs)/[\w./-]+)`", text):
        stands_for_any = "GAME" in name or "NAME" in name
        assert stands_for_any or page.parent.name == "tutorial" or (ROOT / name).exists(), f"{page}: {name}"
