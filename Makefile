# Every target sets up what it needs: a fresh checkout and Python 3.11 or newer are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SETUP := $(VENV)/.ready
DATA ?= ../shared/data

.PHONY: help try test lint measure train picture clean

help:  ## show the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(SETUP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

try: $(SETUP)  ## extract the bundled pages and show the result
	$(BIN)/maintext samples

test: lint  ## run all checks and tests
	$(BIN)/python -m pytest

lint: $(SETUP)  ## ruff (lint, format) and mypy strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

measure: $(SETUP)  ## token F1 of every method on the pages of DATA
	$(BIN)/python -m maintext.evaluation.measure $(DATA)

train: $(SETUP)  ## refit the shipped Naive Bayes model on the pages of DATA
	$(BIN)/maintext train naive_bayes --data $(DATA) --output src/maintext/models/naive_bayes.json

picture: $(SETUP)  ## draw the picture of --explain in the README
	cd docs/images && ../../$(BIN)/maintext extract explain.html --explain --svg explain.svg

clean:  ## remove everything that was set up
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
