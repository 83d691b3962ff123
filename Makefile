# make env · make run · make test · make lint. Only Python 3.11 or later, pip and make are needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000

PO := $(wildcard portal/translations/*/LC_MESSAGES/messages.po)

.PHONY: env run test lint lock messages voices clean bench-ring bench-screening bench-papers bench-scale
env: $(VENV)/ready $(PO:.po=.mo)

# Catalogs are kept as text and compiled here; the tests compile what is missing too.
%.mo: %.po | $(VENV)/ready
	@$(BIN)/python -m portal.web.catalogs
	@touch $@

$(VENV)/ready: requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; say make PYTHON=python3.12, for example.")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# The database, the sample people and the November register are made at the first run and kept.
run: env
	$(BIN)/portal demo --port $(PORT)

test: env
	@BIN=$(BIN) .ci/test

lint: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# After a change of words: find the new sentences and put them, untranslated, into each catalog.
messages: env
	$(BIN)/pybabel -q extract -F babel.cfg -k N_ -k _ --no-wrap --add-location=file --sort-by-file --project=portal --version= -o messages.pot .
	$(BIN)/pybabel -q update -i messages.pot -d portal/translations --no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	@rm messages.pot

# After a change of words that are read aloud: needs espeak-ng and ffmpeg (see static/voices/README).
voices: env
	$(BIN)/python -m portal.web.voices

# After a change of pyproject.toml: pin every package again, with its hashes.
lock: env
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml -o requirements/portal.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml --group dev -c requirements/portal.txt -o requirements/dev.txt

# How fast the live ring is, against a floor measured in the same run. JSON=1, SECONDS=1, PROFILE=1.
bench-ring: env
	@PYTHONPATH=tests $(BIN)/python bench/ringside.py $(if $(JSON),--json) $(if $(SECONDS),--seconds $(SECONDS)) $(if $(PROFILE),--profile)

# How fast a card is screened against a staff list of 300,000, beside its floor. JSON=1, ROWS=1000.
bench-screening: env
	@PYTHONPATH=tests:tests/checks $(BIN)/python bench/screening.py $(if $(JSON),--json) $(if $(ROWS),--rows $(ROWS))

# How fast 500 pages of every kind are set, beside a bare page of typst. JSON=1.
bench-papers: env
	@$(BIN)/python bench/papers.py $(if $(JSON),--json)

# Pages of a town of a million animals against those of a young town. JSON=1, ROWS=100000.
bench-scale: env
	@PYTHONPATH=tests $(BIN)/python bench/town_of_years.py $(if $(JSON),--json) $(if $(ROWS),--rows $(ROWS))

clean:
	rm -rf $(VENV) instance/*.db instance/*.db-* instance/papers instance/prints
