# On a bare machine with Python 3.11 or newer, pip and make, each target does all the set-up it needs.

PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv

.PHONY: play test check unit contract prove bench golden lock clean

play: .venv/.play  ## open a house; with GAME=blitz, a game in this terminal
	@$(BIN)/cardhouse $(if $(GAME),play $(GAME),serve)

test: check unit contract  ## what must be green

check: .venv/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: .venv/.dev
	$(BIN)/pytest -n 2 --cov -m "not contract"

contract: .venv/.dev  ## 100,000 random moves of each game, everything checked at every one
	$(BIN)/pytest -n 2 -m contract

SCALE ?= 1

prove: .venv/.dev  ## the promises at their full size: a night and more; SCALE=0.01 for less, PARTS="kills fuzz" for some
	$(BIN)/python -m tests.prove $(SCALE) $(PARTS)

bench: .venv/.dev  ## take the figures anew: printed, written to bench/*.json, into the README and the rules
	$(BIN)/python -m bench.moves
	$(BIN)/python -m bench.random_play
	$(BIN)/python -m bench.house
	$(BIN)/python -m bench.readme

golden: .venv/.dev  ## write the playthroughs in tests/golden anew, to be read before they are committed
	$(BIN)/python -m tests.golden

lock: .venv/.uv
	$(UV) pip compile -q --universal --generate-hashes --custom-compile-command "make lock" \
		--extra house pyproject.toml -o requirements.lock
	$(UV) pip compile -q --universal --generate-hashes --custom-compile-command "make lock" \
		--extra house --extra gpu --group dev -c requirements.lock pyproject.toml -o requirements-dev.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage*

.venv/.uv:
	@$(PYTHON) -c "import sys; sys.exit('Cardhouse needs Python 3.11 or newer.' if sys.version_info < (3, 11) else 0)"
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check uv
	@touch $@

.venv/.play: requirements.lock pyproject.toml | .venv/.uv
	$(UV) pip install -q --python .venv -r requirements.lock
	$(UV) pip install -q --python .venv --no-deps -e .
	@touch $@

.venv/.dev: requirements-dev.lock .venv/.play
	$(UV) pip install -q --python .venv -r requirements-dev.lock
	@touch $@
