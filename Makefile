# Two commands for a newcomer:  make shell  and  make test.  `make help` lists the rest.
#
# Everything is installed into .venv, made anew when pyproject.toml, setup.py or a kernel in C changes. Another Python:
# make clean, then make shell PYTHON=python3.13

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := -m pip --disable-pip-version-check --quiet install
# What an installation is made from, besides the Python files, which are used where they lie.
BUILT_FROM := pyproject.toml setup.py $(wildcard tensorplay/backends/kernels/*.[ch])

# The type check sees what a user of the package sees: an installed wheel, in an environment of its own.
WHEEL_VENV := .venv-wheel
WHEEL_DIR := build/wheel
MYPY := "$(CURDIR)/$(WHEEL_VENV)/bin/mypy" --config-file "$(CURDIR)/pyproject.toml" --cache-dir "$(CURDIR)/.mypy_cache"

.PHONY: help shell test check lint types layers faces faces-current picture bench clean environment
.DELETE_ON_ERROR:

help:
	@echo "make shell    install into $(VENV) and start the shell"
	@echo "make test     install into $(VENV) and run the whole test suite"
	@echo "make check    lint, format, types, layers and generated faces, as in continuous integration"
	@echo "make faces    write the functions and methods anew from the declarations of operations"
	@echo "make picture  draw the picture of the README anew, from a real terminal"
	@echo "make bench    run the benchmarks"
	@echo "make clean    remove the environments and what was built"

shell: $(VENV)/shell.stamp
	@$(BIN)/tensorplay

test: $(VENV)/test.stamp
	$(BIN)/pytest --numprocesses=auto --dist=loadgroup

check: lint types layers faces-current

lint: $(VENV)/test.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(WHEEL_VENV)/stamp
	rm -rf build
	$(WHEEL_VENV)/bin/python -m pip --disable-pip-version-check --quiet wheel . --no-deps --no-build-isolation --wheel-dir $(WHEEL_DIR)
	$(WHEEL_VENV)/bin/python $(INSTALL) $(WHEEL_DIR)/*.whl
	$(WHEEL_VENV)/bin/python $(INSTALL) --no-deps --force-reinstall $(WHEEL_DIR)/*.whl
	cd $(WHEEL_DIR) && $(MYPY) --package tensorplay
	cd $(WHEEL_DIR) && $(MYPY) "$(CURDIR)/scripts"

layers: $(VENV)/test.stamp
	$(BIN)/pytest tests/test_layers.py

faces: $(VENV)/test.stamp
	$(BIN)/python scripts/make_faces.py

faces-current: $(VENV)/test.stamp
	$(BIN)/python scripts/make_faces.py --check

picture: $(VENV)/test.stamp
	$(BIN)/python scripts/readme_picture.py

bench: $(VENV)/test.stamp
	@for script in benchmarks/bench_*.py benchmarks/permutation.py; do echo "$$script"; $(BIN)/python "$$script" || exit 1; done

# For scripts that add to the environment of `make test` before it runs.
environment: $(VENV)/test.stamp

clean:
	rm -rf $(VENV) $(WHEEL_VENV) build tensorplay.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The three environments. A stamp is touched when its installation has succeeded.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "tensorplay needs Python 3.11 or newer, $(PYTHON) is " + sys.version.split()[0] + ": say which one with  make shell PYTHON=python3.12")'
	@echo "making $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/shell.stamp: $(BUILT_FROM) | $(VENV)/bin/python
	@echo "installing tensorplay into $(VENV) …"
	@$(BIN)/python $(INSTALL) --editable .
	@touch $@

$(VENV)/test.stamp: $(BUILT_FROM) | $(VENV)/bin/python
	@echo "installing tensorplay and its test tools into $(VENV) …"
	@$(BIN)/python $(INSTALL) --editable '.[test]'
	@touch $@ $(VENV)/shell.stamp

$(WHEEL_VENV)/stamp: pyproject.toml setup.py | $(VENV)/test.stamp
	@echo "making $(WHEEL_VENV) for the type check …"
	@$(PYTHON) -m venv $(WHEEL_VENV)
	@$(WHEEL_VENV)/bin/python $(INSTALL) 'setuptools>=77' 'mypy>=2.0' pyte
	@touch $@
