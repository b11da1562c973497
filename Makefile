# Two commands do all the set-up: `make build`, then `make test`. `make help` lists the others.

PYTHON  ?= $(shell sh -c 'command -v python3.11 || command -v python3 || command -v python')
VENV    := .venv
BIN     := $(VENV)/bin
SPECS   := $(sort $(wildcard specs/*.yaml specs/gallery/*.yaml))
EDITIONS := $(sort $(foreach p,$(wildcard generated/*__*),specs/$(subst __,.yaml@,$(notdir $(p)))))
SOURCES ?= ../shared/sources

# How many processes share the work of `make mutate`.
JOBS ?= 2

# How much the long runs of `make long` play; set any of them to play more or less.
RULESC_GAMES           ?= 2000
RULESC_OTHER_GAMES     ?= 200
RULESC_PLAYOUTS        ?= 100000
RULESC_SEEKING         ?= 1000
RULESC_SPECS           ?= 1000
RULESC_REFERENCE_GAMES ?= 500
RULESC_OPEN_SPIEL      ?= 500
LONG := GAMES OTHER_GAMES PLAYOUTS SEEKING SPECS REFERENCE_GAMES OPEN_SPIEL

export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help build test check long mutate bench clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

build: $(VENV)/installed ## make .venv, install rulesc, compile specs/pagoda.yaml
	$(BIN)/rulesc build specs/pagoda.yaml

test: $(VENV)/installed-test ## install what the tests need, then lint, types, tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q -n auto --dist worksteal

check: $(VENV)/installed ## specs and editions free of findings, generated packages up to date, every clause traced
	$(BIN)/rulesc check --editions $(SPECS)
	$(BIN)/rulesc build --check $(SPECS) $(EDITIONS)
	for spec in $(SPECS); do \
	  $(BIN)/rulesc trace $$spec $(if $(wildcard $(SOURCES)),--sources $(SOURCES)) || exit 1; \
	done

long: $(VENV)/installed-test ## the tests with the long runs
	$(foreach name,$(LONG),RULESC_$(name)=$(RULESC_$(name))) $(BIN)/pytest -q -m "slow or not slow"

mutate: $(VENV)/installed ## the four games: every outcome shown, few changes that no example notices
	for game in pagoda cargo_empire rescute baruka; do \
	  $(BIN)/rulesc mutate specs/$$game.yaml --coverage || exit 1; \
	  $(BIN)/rulesc mutate specs/$$game.yaml --jobs $(JOBS) || exit 1; \
	done

bench: $(VENV)/installed ## how fast the engines are
	for spec in $(SPECS); do $(BIN)/rulesc bench $$spec || exit 1; done
	for script in $(wildcard tests/bench/*.py); do PYTHONPATH=. $(BIN)/python $$script || exit 1; done

clean: ## remove .venv and everything the tools left behind
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -rf compiler/*.egg-info *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/installed: pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; say which: make PYTHON=/path/to/python"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	$(BIN)/python -m compileall -q compiler
	touch $@

$(VENV)/installed-test: pyproject.toml $(VENV)/installed
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	touch $@
