# On a bare machine with Python 3.11 or newer, pip and make, each target does all the set-up it needs.

PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv
# What is checked: not your own players and games in the clone.
OURS := src tests bench tools examples
QUICK := tests/cards tests/play tests/blitz tests/davenport tests/dynasty tests/javelin tests/president \
	tests/test_contract.py tests/test_nets.py

ifneq ($(wildcard /etc/ssl/certs/ca-certificates.crt),)
# uv trusts the authorities of the system, as pip does
export UV_SYSTEM_CERTS ?= 1
endif
unexport PYTHONDONTWRITEBYTECODE  # the tests start hundreds of processes, and each would compile all modules again

.PHONY: play test quick test-busy coverage check page docs notebook train champions kernels build browser browsers icons pictures collected cluster stores deploy-check prove bench peers findings strength endgames tune golden dist release-check lock clean

play: .venv/.play  ## open a house, with HOST=0.0.0.0 for all in your network; with GAME=blitz, a game in this terminal
	@$(BIN)/cardhouse $(if $(GAME),play $(GAME),serve$(if $(HOST), --host $(HOST)))

test:  ## everything that must be green
	@$(MAKE) --no-print-directory .venv/.dev browser web/node_modules/.package-lock.json
	$(MAKE) --no-print-directory -j3 --output-sync=target check page kernels collected
	$(BIN)/pytest -n 4 --dist worksteal

quick: check  ## the daily loop: checks, rules, and the contract on small sizes; nothing is compiled
	$(BIN)/pytest -n 2 --dist worksteal -m "not contract and not compiles" $(QUICK)

test-busy:  ## the same as `make test`, while four busy loops take the processor away
	@$(MAKE) --no-print-directory .venv/.dev
	$(BIN)/python -m tests.busy $(MAKE) --no-print-directory test

coverage: .venv/.dev  ## which lines of src/ the tests reach, without browsers and the long part
	$(BIN)/coverage erase
	$(BIN)/pytest -n 2 --dist worksteal --cov --cov-report= -m "not contract and not browser"
	$(BIN)/coverage report

check: .venv/.dev
	$(BIN)/ruff check $(OURS)
	$(BIN)/ruff format --check $(OURS)
	$(BIN)/mypy
	$(BIN)/lint-imports

page: .venv/.dev web/node_modules/.package-lock.json  ## types and tests of the page, and whether what is committed is what its source makes
	$(BIN)/python -m tools.words --check
	$(BIN)/python -m tools.moves --check
	$(BIN)/python -m tools.typescript --check
	$(BIN)/python -m tools.stubs --check
	cd web && npm run -s check && npm run -s test && npm run -s build -- --outDir .built --logLevel warn
	@diff -r web/.built src/cardhouse/web || (echo "The page in src/cardhouse/web is not what web/ makes: run 'make build'."; exit 1)

build: .venv/.dev web/node_modules/.package-lock.json  ## the page, from web/ into the package, with what it takes from the games
	$(BIN)/python -m tools.words
	$(BIN)/python -m tools.moves
	$(BIN)/python -m tools.typescript
	$(BIN)/python -m tools.stubs
	cd web && npm run -s build

docs: .venv/.dev  ## the docs site, into the package: `cardhouse docs` opens it, and a house serves it at /docs
	@$(BIN)/python -m tools.site

notebook: .venv/.dev  ## run docs/study-a-game.ipynb and write its outputs
	$(BIN)/python -m tools.notebook

train: .train/.ready  ## what needs torch: the tests of the training, and docs/train-a-player.ipynb, whose outputs it writes
	.train/bin/pytest tests/rl/test_train_president.py tests/training
	.train/bin/python -m tools.notebook docs/train-a-player.ipynb

champions: .train/.ready  ## train the nets of the level `master` again: takes up to an hour; if it is interrupted, run it again to resume
	.train/bin/python -m tools.champions

browser: .venv/.dev
	@$(BIN)/python -m tests.web.browser

browsers: .venv/.dev  ## the page's main path in Firefox and in WebKit too: some minutes
	@$(BIN)/python -m tests.engines
	$(BIN)/pytest -n 2 tests/engines/paths.py

icons: browser  ## the icons of the installed page and the picture of link previews, into web/public/icons
	$(BIN)/python -m tests.web.icons

pictures: browser web/node_modules/.package-lock.json  ## screenshots of every game, into docs/pictures
	$(BIN)/python -m tests.web.pictures

kernels: .venv/.dev  ## compile all laws once for the tests
	@$(BIN)/python -m tests.kernels

collected: .venv/.dev  # import all tests once: in a new clone, each worker would compile them; what fails, the tests report
	@$(BIN)/pytest --collect-only -q > /dev/null || true

cluster: .venv/.dev  ## PostgreSQL with a standby, NATS, three houses and a proxy on this machine, for a look; Ctrl-C stops them
	@$(BIN)/python -m tools.cluster

stores: .venv/.dev  ## all tests of the house once more, with PostgreSQL as the store
	CARDHOUSE_TEST_STORE=postgresql $(BIN)/pytest -n 4 --dist worksteal tests/house

deploy-check: .venv/.dev  ## the unit and the configurations in deploy/, with real proxies and a real house
	@$(BIN)/python -m tests.deploy.proxies
	$(BIN)/pytest tests/deploy/proxies.py

SCALE ?= 1

prove: .venv/.dev  ## the promises at their full size: a night and more; SCALE=0.01 for less, PARTS="kills fuzz" for some
	$(BIN)/python -m tests.prove $(SCALE) $(PARTS)

bench: .venv/.dev browser  ## measure all figures again: printed, kept in bench/*.json, written into the docs and the README
	$(BIN)/python -m bench.compiled
	$(BIN)/python -m bench.random_play
	$(BIN)/python -m bench.house
	$(BIN)/python -m bench.page
	$(BIN)/python -m bench.levels
	$(BIN)/python -m bench.coach
	$(BIN)/python -m bench.attacks
	$(BIN)/python -m bench.timing
	$(BIN)/python -m bench.scale
	$(BIN)/python -m bench.figures

peers: .venv/.dev .peers/.ready  ## the suites of Gymnasium, PettingZoo and OpenSpiel on our games, all kernels for a GPU, JAX and TextArena; then peers' games beside ours, in an environment of their own
	$(BIN)/pytest -n 2 tests/rl/environment_suites.py tests/rl/openspiel_suites.py tests/rl/all_kernels.py
	.peers/bin/pytest tests/rl/test_jax.py tests/bots/test_arenas.py
	.peers/bin/python -m bench.peers
	.peers/bin/python -m bench.doors
	.peers/bin/python -m bench.drivers
	$(BIN)/python -m bench.figures

findings: .venv/.dev  ## what reports say about each game, into docs/report.md: some minutes
	$(BIN)/python -m bench.findings

strength: .venv/.dev  ## how well the levels play, into docs/strength.md: about an hour, and it can be broken off
	$(BIN)/python -m bench.strength

endgames: .venv/.dev  ## how far the levels are from unbeatable in the last six cards, into docs/strength.md: some minutes
	$(BIN)/python -m bench.endgames

tune: .venv/.dev  ## look for better weights of the heuristics, into bench/tune.json: some minutes; bots.py takes them by hand
	$(BIN)/python -m bench.tune

golden: .venv/.dev  ## write the playthroughs in tests/golden again; read them before you commit them
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.golden_logs

dist: docs  ## the wheel and the source distribution, into dist/, as they are published
	rm -rf dist
	$(BIN)/hatchling build
	$(BIN)/twine check --strict dist/*

release-check: .venv/.dev  ## whether TAG=v0.2.0 can be published: the version, the changelog, the golden logs
	$(BIN)/python -m tools.release $(TAG)

lock: .venv/.uv
	$(UV) pip compile -q --universal --generate-hashes --custom-compile-command "make lock" \
		--extra compiled --extra push pyproject.toml -o requirements.lock
	$(UV) pip compile -q --universal --generate-hashes --custom-compile-command "make lock" \
		--extra gpu --extra cluster --group dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	$(UV) pip compile -q --universal --generate-hashes --custom-compile-command "make lock" \
		--extra compiled --extra push --extra cluster -c requirements.lock pyproject.toml -o requirements-cluster.lock
	printf 'hatchling\nhatch-fancy-pypi-readme\n' | $(UV) pip compile -q --universal --generate-hashes --custom-compile-command "make lock" \
		- -o requirements-build.lock

clean:
	rm -rf .venv .peers .train web/node_modules web/.built .docs src/cardhouse/docs.zip .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage*

web/node_modules/.package-lock.json: web/package-lock.json
	@node -e "const [a, b] = process.versions.node.split('.'); process.exit(a > 22 || (a == 22 && b >= 12) || (a == 20 && b >= 19) ? 0 : 1)" \
		|| (echo "The page's tests need Node 20.19, 22.12 or newer (Debian and Ubuntu: apt install nodejs npm)."; exit 1)
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

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
	$(UV) pip install -q --python .venv --compile-bytecode -r requirements-dev.lock
	@touch $@

.train/.ready: requirements-dev.lock pyproject.toml | .venv/.uv
	$(PYTHON) -m venv --clear .train
	$(UV) pip install -q --python .train -r requirements.lock -r requirements-dev.lock
	.train/bin/python -m pip install -q --disable-pip-version-check -e ".[train]"
	@touch $@

.peers/.ready: bench/peers.txt pyproject.toml | .venv/.uv
	$(PYTHON) -m venv --clear .peers
	$(UV) pip install -q --python .peers -r bench/peers.txt -e ".[compiled]"
	@touch $@
