# Every target sets up what it needs: a fresh checkout and Python 3.11 or newer are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
SETUP := $(VENV)/.ready
PEERS := $(VENV)/.peers
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST = $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile
BIOME := @biomejs/biome@2.6.6
DATA ?=  # labelled pages for evaluation and training; see docs/data-sets.md
SOURCES ?= all
REPORT ?= build/report
SECONDS ?= 60
WORKERS ?= auto
KERNEL := $(wildcard src/maintext/_kernel/*/*.[ch])

.PHONY: help try test test-all coverage lint lint-c lint-js format docs docs-serve browser engines integrations data evaluate structure bench gate \
	train picture tables constructs rivals fuzz memory wheels clean

help:  ## show the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(INSTALLED): pyproject.toml setup.py $(wildcard _build/*.py) $(KERNEL)
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable '.[cli]'
	@touch $@

$(SETUP): $(INSTALLED)
	$(PIP) --editable '.[dev]'
	@touch $@

$(PEERS): $(SETUP)  # pip before 23.3 cannot resolve lxml's extras
	$(PIP) --upgrade 'pip>=23.3'
	$(PIP) --editable '.[dev,peers]'
	@touch $@

try: $(INSTALLED)  ## extract the bundled pages and show the result
	$(BIN)/maintext samples
	@echo "To see why, block by block, in a browser: $(BIN)/python -m pip install -e '.[serve]' && $(BIN)/maintext serve --open"

test: lint browser  ## run all checks, and the tests that take a few minutes
	$(PYTEST) -m "not slow and not ray and not spark and not datatrove and not integrations"

test-all: lint browser engines integrations  ## run every test, also kills, load, Ray, Spark, datatrove and integrations
	$(PYTEST)

coverage: $(SETUP)  ## run the tests and print their coverage of the Python and C lines (needs gcc)
	$(BIN)/python tools/measure_coverage.py build/coverage

lint: $(SETUP) lint-c lint-js  ## ruff (lint, format), mypy strict, clang-format, biome
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lint-c: $(SETUP)  # format, and no warnings from gcc, clang and zig, as far as installed
	$(BIN)/clang-format --dry-run --Werror $(KERNEL) $(wildcard fuzz/*.[ch])
	$(BIN)/python tools/lint_kernel.py

lint-js:
	@if npx --yes $(BIOME) --version >/dev/null 2>&1; then npx --yes $(BIOME) lint --error-on-warnings; \
	else echo "no Node.js, or biome cannot be downloaded: the JavaScript is not linted"; fi

format: $(SETUP)  ## format Python and C as lint requires
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(KERNEL) $(wildcard fuzz/*.[ch])

docs: $(SETUP)  ## build the documentation site in build/site; a broken link or anchor is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build  # not --quiet: it hides warnings from strict
	@echo "build/site/index.html"

docs-serve: $(SETUP)  ## show the documentation site at http://127.0.0.1:8000, and again after each change
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve

browser:  ## install Chromium for the tests of the inspector, if possible
	@for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	(apt-get update -qq && apt-get install -y -qq chromium) >/dev/null 2>&1 \
		|| echo "no Chromium: the inspector is not tested in a browser"

engines: $(SETUP)  ## install Ray, Spark and datatrove for the tests of `maintext run`, if possible
	@$(BIN)/python -c "import ray, pyspark, datatrove" 2>/dev/null \
		|| $(PIP) --editable '.[ray,spark,datatrove]' >/dev/null 2>&1 \
		|| echo "Ray, Spark or datatrove cannot be installed: maintext run is not tested on them"
	@command -v java >/dev/null || (apt-get update -qq && apt-get install -y -qq default-jre-headless) >/dev/null 2>&1 \
		|| echo "no Java: maintext run is not tested on Spark"

integrations: $(SETUP)  ## install Scrapy, LangChain, LlamaIndex and Haystack for the tests of maintext.integrations, if possible
	@$(BIN)/python -c "import scrapy, langchain_core, llama_index.core, haystack" 2>/dev/null \
		|| $(PIP) --editable '.[haystack,langchain,llama-index,scrapy]' >/dev/null 2>&1 \
		|| echo "Scrapy, LangChain, LlamaIndex or Haystack cannot be installed: maintext.integrations is not tested with them"

data:
	@test -n "$(strip $(DATA))" \
		|| { echo "DATA is missing: make $(MAKECMDGOALS) DATA=path/to/labelled/pages (docs/data-sets.md)"; exit 2; }

evaluate: data $(PEERS)  ## run every method and public extractor on the pages of DATA; write a report to REPORT
	$(BIN)/maintext evaluate --data $(DATA) --peers all --report $(REPORT)

structure: data $(PEERS)  ## measure code, tables, headings and the like in the Markdown of auto and public extractors
	$(BIN)/maintext evaluate --data $(DATA) --methods auto --peers trafilatura,resiliparse,html2text,markdownify \
		--structure --report $(REPORT)

bench: data $(PEERS)  ## measure time, memory and growth of every method and public extractor on pages of DATA
	$(BIN)/maintext bench --data $(DATA) --peers all --hostile auto,turbohtml \
		--output build/bench.json --output build/bench.md

gate: data $(SETUP)  ## fail if a method got worse on the pages of DATA (GATE=--raise: record improvements)
	$(BIN)/maintext gate --data $(DATA) --floors gate/floors.json $(GATE)

train: data $(SETUP)  ## refit the shipped models on the pages of DATA (SOURCES=permissive: without other licences)
	$(BIN)/maintext train naive_bayes --data $(DATA) --sources $(SOURCES) --output src/maintext/model/naive_bayes.json
	$(BIN)/python tools/naive_bayes_readings.py $(DATA) src/maintext/model/naive_bayes_readings.json $(SOURCES)
	$(BIN)/maintext train auto --data $(DATA) --sources $(SOURCES) --output src/maintext/model/auto.npz --folds build/folds

picture: $(SETUP)  ## draw the picture of --explain in the README
	cd docs/images && ../../$(BIN)/maintext extract explain.html --explain --svg explain.svg

tables: $(SETUP)  ## write the generated files: the kernel's tables and enums, tables of the docs, docs/cli.md
	for name in kernel_tables feature_tables marker_tables thread_tables library_tables schema_page cli_page; do $(BIN)/python tools/$$name.py || exit 1; done

constructs: $(SETUP)  ## write docs/constructs.md from the pages in tests/constructs
	$(BIN)/python tools/construct_table.py

rivals: data $(SETUP)  ## compare the kernel with the reference and with lexbor on the pages of DATA and on fragments
	$(BIN)/python tools/compare_parsers.py pages $(DATA)
	$(BIN)/python tools/compare_parsers.py fragments 100000 1 $(DATA)

FUZZED := $(wildcard fuzz/*.[ch]) $(filter-out src/maintext/_kernel/bind/%,$(KERNEL))
FUZZ_SOURCES = -DMAINTEXT_PLAIN_MEMORY -Isrc/maintext/_kernel $(filter %.c,$(FUZZED)) -lm -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc

build/fuzz/fuzz_kernel: $(FUZZED)
	@mkdir -p build/fuzz/found
	clang -std=c11 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined $(FUZZ_SOURCES) -o $@

build/fuzz/standalone: $(FUZZED)
	@mkdir -p build/fuzz
	cc -std=c11 -g -O1 -DSTANDALONE $(FUZZ_SOURCES) -o $@

fuzz: $(SETUP) build/fuzz/fuzz_kernel  ## run the kernel on broken pages with sanitizers, for SECONDS (needs clang)
	$(BIN)/python fuzz/make_corpus.py build/fuzz
	build/fuzz/fuzz_kernel -max_total_time=$(SECONDS) -max_len=4000 -dict=build/fuzz/dictionary \
		-artifact_prefix=build/fuzz/ -print_final_stats=1 build/fuzz/found build/fuzz/corpus

memory: $(SETUP) build/fuzz/standalone  ## run the kernel under valgrind on the fuzzer's seeds
	$(BIN)/python fuzz/make_corpus.py build/fuzz
	valgrind --quiet --leak-check=full --error-exitcode=1 build/fuzz/standalone build/fuzz/corpus/*

wheels: $(SETUP)  ## build and check wheels for Linux, macOS and Windows in dist/; test the one for arm64 Linux under qemu
	$(BIN)/python -m pip install --quiet --disable-pip-version-check ziglang abi3audit
	$(BIN)/python tools/build_wheels.py

clean:  ## remove everything that was set up
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
	rm -f src/maintext/_kernel/*.so
