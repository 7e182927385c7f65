# Each target makes .venv by itself when it is missing or out of date. No need to activate it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LESSON := 07-self-attention
INSTALLED := $(VENV)/.installed
OLDEST := $(shell sed -n 's/^requires-python = ">=\(.*\)"/\1/p' pyproject.toml)

.PHONY: demo test check bench lock clean
.DELETE_ON_ERROR:

demo: $(INSTALLED)  ## release the lesson, hand in the demo class, grade it, write the report
	$(BIN)/nbjudge release $(LESSON)
	$(BIN)/nbjudge demo $(LESSON)
	$(BIN)/nbjudge grade $(LESSON)
	$(BIN)/nbjudge report $(LESSON)

test: $(INSTALLED)  ## lint, types, and the whole test suite
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	-$(BIN)/python -m tests.browser.chromium
	$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder

check: $(INSTALLED)  ## the instructor's audit before release
	$(BIN)/nbjudge check $(LESSON)

bench: $(INSTALLED)  ## how fast a class is graded, beside stock nbgrader
	$(BIN)/python benchmarks/throughput.py

lock:  ## renew constraints.txt with versions that install on the oldest Python too
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || \
		{ echo "The lock is made with Python 3.11: newer ones leave out what only it needs. Try: make PYTHON=python3.11 lock"; exit 1; }
	$(make-venv)
	$(BIN)/pip install --quiet --disable-pip-version-check --dry-run --ignore-installed \
		--python-version $(OLDEST) --only-binary :all: --target $(VENV)/unused \
		--report $(VENV)/lock.json '.[test]' hatchling editables
	$(BIN)/python -c 'import json; \
		found = [p["metadata"] for p in json.load(open("$(VENV)/lock.json"))["install"]]; \
		lines = {p["name"] + "==" + p["version"] for p in found if p["name"] != "nbjudge"}; \
		open("constraints.txt", "w").writelines(l + "\n" for l in sorted(lines, key=str.lower))'

clean:  ## remove what grading generates; the gradebook and the hand-ins stay
	rm -rf autograded feedback reports .pytest_cache .mypy_cache .ruff_cache .hypothesis

define make-venv
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; $(PYTHON) is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
		{ echo "Python's venv module is missing. On Debian: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
endef

$(INSTALLED): pyproject.toml constraints.txt
	$(make-venv)
	PIP_CONSTRAINT=constraints.txt $(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@
