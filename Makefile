# make env · make run · make test · make lint. Only Python 3.11 or later, pip and make are needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000

.PHONY: env run test lint lock clean bench-ring
env: $(VENV)/ready

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

# After a change of pyproject.toml: pin every package again, with its hashes.
lock: env
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml -o requirements/portal.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml --group dev -c requirements/portal.txt -o requirements/dev.txt

# How fast the live ring is, against a floor measured in the same run. JSON=1, SECONDS=1, PROFILE=1.
bench-ring: env
	@PYTHONPATH=tests $(BIN)/python bench/ringside.py $(if $(JSON),--json) $(if $(SECONDS),--seconds $(SECONDS)) $(if $(PROFILE),--profile)

clean:
	rm -rf $(VENV) instance/*.db instance/*.db-* instance/papers
