# The daily commands. Everything else is a script of its own: CONTRIBUTING.md lists them. Works with GNU make 3.81, which macOS has.

PREFIX ?= /usr/local
SWIFT ?= swift
export SWIFT

.DEFAULT_GOAL := help
.PHONY: help demo test lint darwin announcing faults fuzz budget bench install

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

test: ## Run all tests, a warning is an error
	@scripts/setup tests
	scripts/test

lint: ## Check the format of the sources, the syntax of the scripts and the security of the workflows
	@scripts/lint

darwin: ## Type-check everything for macOS 13, Intel and Apple silicon, on Linux (PyPI; says where it is left out)
	@scripts/setup
	@Darwin/check

demo: ## Release a sample app to a repository in a temporary folder (KEEP=1 keeps it)
	@scripts/build --product martlet
	@scripts/demo

announcing: ## Send announcements to real servers on this machine (PyPI)
	@scripts/peers announcing

faults: ## Let every file operation and request of a release fail, and every one be its last; takes an hour (Linux)
	@scripts/test faults

fuzz: ## Look for inputs that break the parsers (TARGET=version SECONDS=60 INPUT=file)
	@scripts/setup
	@FUZZ_SECONDS="$(SECONDS)" FUZZ_INPUT="$(INPUT)" scripts/fuzz $(TARGET)

budget: ## Compare instructions and processes of twelve commands with Benchmarks/budget.txt (Linux)
	@scripts/budget

bench: ## Measure Martlet beside what one would take instead (QUICK=1, SUBJECTS=bump, RECORD=1)
	@scripts/setup
	@Benchmarks/run $(SUBJECTS)

install: ## Install a release build into PREFIX=/usr/local, below DESTDIR, with manual pages and completion
	@scripts/setup
	@binary=$$(scripts/build installed) && scripts/dist place "$$binary" "$(DESTDIR)$(PREFIX)"
