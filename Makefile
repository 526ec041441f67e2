# What there is to do with Martlet. Works with GNU make 3.81, which macOS has.

PREFIX ?= /usr/local
SWIFT ?= swift
# The sample app is as Xcode writes it.
SWIFT_FILES := Sources Tests Plugins templates Fuzzing Package.swift \
  Examples/ConfigApp Examples/ConfigPackage Examples/CoolKit Examples/CoolTool Examples/VersionPlugin \
  Examples/VersionTool

.DEFAULT_GOAL := help
.PHONY: help setup build demo plugin library docc browser test test-ship test-api race faults pipelines forges announcing darwin lint format docs \
  picture bench replay fuzz install dist bundle formula ci clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the libraries that Martlet is built with, if they are missing
	@scripts/setup

build: setup ## Build for debugging, a warning is an error
	MARTLET_STRICT=1 $(SWIFT) build

demo: setup ## Release a sample app to a repository in a temporary folder (KEEP=1 keeps it)
	$(SWIFT) build -c release --product martlet
	@scripts/demo

plugin: setup ## Build a sample package with the build-tool plugin, for two environments
	@scripts/plugin

library: ## Build a package of its own on the library, and raise a version with it
	@SWIFT="$(SWIFT)" scripts/library

docc: ## Make the site of the library in .build/docc, without a network (BASE=folder on its server)
	@SWIFT="$(SWIFT)" scripts/docc .build/docc $(BASE)

browser: setup ## Look at the matrix of environments in a headless browser (PICTURES=folder keeps a picture)
	$(SWIFT) build --product martlet
	@scripts/browser $(PICTURES)

test: ## Run all tests, a warning is an error
	@scripts/setup tests
	MARTLET_STRICT=1 SWIFT="$(SWIFT)" scripts/test

race: setup ## Let two releasers push in the same moment, fifty times (ROUNDS=50)
	MARTLET_RACE_ROUNDS=$${ROUNDS:-50} SWIFT="$(SWIFT)" scripts/test --filter F2ReleaserRaceTests

faults: ## Let every file operation of a release fail, and every one be its last; takes half an hour (Linux)
	@scripts/setup tests
	$(SWIFT) build -c release --product martlet
	@# In memory, because a disk waits at each of thousands of synchronisations; a killed process loses nothing either way.
	TMPDIR="$$([ -w /dev/shm ] && echo /dev/shm || echo "$${TMPDIR:-/tmp}")" \
	MARTLET_FAULTS=all MARTLET_TEST_BINARY="$$($(SWIFT) build -c release --show-bin-path)/martlet" \
		SWIFT="$(SWIFT)" scripts/test --filter E01FaultSweepTests

test-ship: setup ## Run the tests that start the program with the binary that is shipped
	MARTLET_TEST_BINARY="$$(scripts/build-shipped)" SWIFT="$(SWIFT)" scripts/test --filter 'CommandTests|ReliabilityTests'

test-api: setup ## Have the real toolchain compare every kind of change of a package
	MARTLET_STRICT=1 MARTLET_API=1 SWIFT="$(SWIFT)" scripts/test --filter InterfaceTests

pipelines: setup ## Hold the pipelines of `init --ci` against the schemas of their CI systems (Python, PyPI)
	$(SWIFT) build --product martlet
	@scripts/pipelines "$$($(SWIFT) build --show-bin-path)/martlet"

forges: setup ## Hold the requests to forges against GitHub's schemas and `gh`, and measure an upload (Python, PyPI)
	@SWIFT="$(SWIFT)" scripts/forges

announcing: setup ## Send announcements to real servers of Micropub, Mastodon and mail on this machine (Python, PyPI)
	@SWIFT="$(SWIFT)" scripts/announcing

darwin: setup ## Type-check everything for macOS 13, Intel and Apple silicon, on Linux (PyPI; says where it is left out)
	@scripts/darwin

lint: ## Check the format of the sources and the syntax of the scripts
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_FILES)
	@for script in $$(grep -ls '^#!/bin/sh' scripts/* Benchmarks/*); do sh -n "$$script" || exit 1; done
	@! command -v python3 >/dev/null || python3 -m py_compile Benchmarks/run Benchmarks/*.py Benchmarks/subjects/*.py \
		scripts/replay scripts/replaying/*.py Darwin/*.py Tests/ForgeServer/*.py Tests/AnnouncementServers/*.py
	@bash -n .ci/run

format: ## Format the sources
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_FILES)

docs: setup ## Write the pages of docs that come from declarations again
	MARTLET_STRICT=1 MARTLET_RECORD=1 SWIFT="$(SWIFT)" scripts/test --filter DocumentationTests

picture: setup ## Draw the moving picture of the README again
	MARTLET_STRICT=1 MARTLET_RECORD=1 SWIFT="$(SWIFT)" scripts/test --filter PlanPictureTests

bench: setup ## Measure Martlet beside what one would take instead (QUICK=1, SUBJECTS=bump, RECORD=1)
	@Benchmarks/run $(SUBJECTS)

replay: setup ## Replay releases of real repositories and compare with their maintainers (REPOSITORIES=folder OPTIONS=--init)
	@python3 -m unittest discover -q scripts/replaying
	@if [ -z "$(REPOSITORIES)" ]; then echo "name a folder of git repositories: make replay REPOSITORIES=folder" >&2; exit 2; fi
	$(SWIFT) build -c release --product martlet
	@MARTLET="$$($(SWIFT) build -c release --show-bin-path)/martlet" scripts/replay $(OPTIONS) "$(REPOSITORIES)"

fuzz: setup ## Look for inputs that break the parsers (TARGET=version SECONDS=60 INPUT=file)
	@FUZZ_SECONDS="$(SECONDS)" FUZZ_INPUT="$(INPUT)" scripts/fuzz $(TARGET)

install: setup ## Install a release build into PREFIX=/usr/local, below DESTDIR, with manual pages and completion
	@binary=$$(SWIFT="$(SWIFT)" scripts/build-shipped) && scripts/place "$$binary" "$(DESTDIR)$(PREFIX)"

dist: setup ## Make an archive for machines of this kind, to be unpacked anywhere, in .build/dist
	@binary=$$(SWIFT="$(SWIFT)" scripts/build-shipped) && scripts/dist "$$binary" .build/dist

bundle: dist ## Make an artifact bundle of the archives in .build/dist, and have a plugin use it
	@version=$$(.build/shipped/martlet --version) && \
		scripts/bundle "$$version" .build/dist .build/dist/martlet-"$$version"-*.tar.gz
	@SWIFT="$(SWIFT)" scripts/plugin-of-bundle .build/dist/martlet.artifactbundle.zip

formula: setup ## Write a formula for Homebrew, and the archive of HEAD with all packages, to .build/dist (URL= HOMEPAGE=)
	@martlet=$$(SWIFT="$(SWIFT)" scripts/build-shipped) && version=$$("$$martlet" --version) && \
		archive=.build/dist/martlet-$$version.tar.gz && \
		SWIFT="$(SWIFT)" scripts/source "$$martlet" "martlet-$$version/" "$$archive" && \
		scripts/formula "$$version" "$$archive" "$(URL)" "$(HOMEPAGE)" >.build/dist/martlet.rb && cat .build/dist/martlet.rb

ci: lint darwin test demo ## Run what continuous integration runs

clean: ## Remove what has been built
	$(SWIFT) package clean
