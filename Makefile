# All commands of the project. `make` without a target lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
# Parallel builds would only wait for each other.
.NOTPARALLEL:

WEB_SOURCES := $(shell find web/src web/public web/locales web/build web/scripts web/*.html web/*.ts web/*.json data/crop_names.csv -type f)

.PHONY: help
help: ## List these commands
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-15s %s\n", $$1, $$2 }'

# --- Daily -----------------------------------------------------------------------------------------------------------

.PHONY: run
run: toolchains web/dist/pages/index.json ## Build everything and serve it on http://127.0.0.1:8080, with sample farmers to sign in as
	GROW_SAMPLE_RECORD=$${GROW_SAMPLE_RECORD-on} cargo run --profile quick -p grow-cli --bin grow -- serve

.PHONY: check
check: toolchains fmt-check web/node_modules/.package-lock.json ## Check format, lints and types, and run the domain tests
	node scripts/import-circles.mjs
	cd web && npm run check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo test -q -p grow-domain

.PHONY: fmt
fmt: web/node_modules/.package-lock.json ## Format Rust and TypeScript
	cargo fmt
	cd web && npx biome check --write .

.PHONY: types
types: ## Write docs/openapi.json from the code, and the TypeScript types from it
	cargo build -q --workspace --bin grow
	target/debug/grow openapi > docs/openapi.json.new
	mv docs/openapi.json.new docs/openapi.json
	cd web && npm run types

# --- Full test -------------------------------------------------------------------------------------------------------

# In order, fastest stages first.
STAGES := toolchains test-tools fmt-check circles data-fresh web-check spec-map types-fresh web-test web-size clippy deny rust-test \
	fuzz-api e2e e2e-postgres drills

.PHONY: test
test: ## Run all checks and tests, on SQLite and PostgreSQL, and report the seconds of each stage
	@MAKE='$(MAKE)' scripts/run-stages $(STAGES)

.PHONY: $(STAGES)
toolchains:
	@scripts/require-toolchains

test-tools: toolchains
	scripts/install-test-tools

fmt-check:
	cargo fmt --check
	@! LC_ALL=C.UTF-8 git grep -nE '^[^|].{120}' -- '*.md' ':!docs/SPEC.md' ':!docs/performance.md' || \
	{ echo 'These lines are longer than 120 characters.' >&2; exit 1; }

circles: ## Check that no Rust files of a crate import each other in a circle
	node --test scripts/import-circles.test.mjs
	node scripts/import-circles.mjs

data-fresh:
	scripts/reference-demand | diff -u data/demand.csv -

web-check: web/node_modules/.package-lock.json
	cd web && npm run check

spec-map: web/node_modules/.package-lock.json ## Check that docs/SPEC.md names existing tests for each sentence
	cd web && npm run -s spec-map

types-fresh: web/node_modules/.package-lock.json
	@types=web/src/shared/api/schema.d.ts; before=$$(sha256sum $$types); \
	(cd web && npm run -s types); \
	[[ $$before == $$(sha256sum $$types) ]] || { echo "$$types was out of date with docs/openapi.json. It is updated now; commit it" >&2; exit 1; }

web-test: web/node_modules/.package-lock.json
	cd web && npm test

web-size: web/dist/pages/index.json
	cd web && npm run size

clippy: web/dist/pages/index.json
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy -p grow-cli --no-default-features -- -D warnings # a release without the development sign-in

deny:
	scripts/check-dependencies

rust-test: web/dist/pages/index.json ## Run the Rust tests; those of storage and HTTP run on both databases
	cargo test --workspace

# With the features that the Rust tests have, so that nothing is compiled twice.
BUILD_GROW := cargo build --workspace --bin grow \
	--features grow-store/testing,reqwest/form,reqwest/json,tokio/io-util,tokio/test-util

fuzz-api: test-tools web/dist/pages/index.json ## Fuzz the API with requests generated from docs/openapi.json, as a guest and as a farmer
	$(BUILD_GROW)
	scripts/fuzz-api

e2e: web/dist/pages/index.json ## Run the browser tests against the real binary, on SQLite
	$(BUILD_GROW)
	cd web && npm run e2e

e2e-postgres: web/dist/pages/index.json ## Run the browser tests of whole journeys through the store, on PostgreSQL
	$(BUILD_GROW)
	cd web && GROW_E2E_POSTGRES=1 npm run e2e

drills: web/dist/pages/index.json ## Run the short drills of high availability (two minutes)
	$(BUILD_GROW)
	scripts/ha --rounds 1 --drills kill,switchover target/debug/grow || (($$? == 3)) # 3: a tool is missing

# --- Occasional ------------------------------------------------------------------------------------------------------

SEEDS ?= 10
SEQUENCES ?= 1000
.PHONY: soak
soak: web/dist/pages/index.json ## Try SEQUENCES more random sequences on the store, and walk on over the offline path with SEEDS more seeds
	$(BUILD_GROW)
	scripts/soak $(SEEDS) $(SEQUENCES)

.PHONY: ha
ha: dist ## Drill the loss of PostgreSQL's leader, five rounds of each (25 minutes), and write the table into docs/HA.md
	scripts/ha --write docs/HA.md target/dist/grow

.PHONY: offline-figures
offline-figures: web/dist/pages/index.json ## Measure how fast the app opens without a network, and sends what waits
	$(BUILD_GROW)
	cd web && GROW_FIGURES=1 npm run -s e2e -- --workers=1

.PHONY: dist
dist: toolchains web/dist/pages/index.json ## Build the optimised binary: target/dist/grow
	cargo build --profile dist -p grow-cli --bin grow

.PHONY: bench
bench: test-tools dist ## Benchmark target/dist/grow against the yardstick and write docs/performance.md (all that this machine can; needs an idle one)
	cargo build --profile dist -p grow-bench
	cd bench/lighthouse && npm ci && npm run -s measure > ../../target/lighthouse.md
	target/dist/grow-bench --write docs/performance.md --append target/lighthouse.md

.PHONY: scale
scale: test-tools dist ## Measure what grows with the number of sowings, up to 20 million (an hour), and write it into docs/SIZING.md
	cargo build --profile dist -p grow-bench
	target/dist/grow-bench scale --write docs/SIZING.md

.PHONY: screens
screens: web/dist/pages/index.json ## Take screenshots of all screens into docs/screens (five minutes), to look at
	@[[ -n $$(fc-list :lang=ta) && -n $$(fc-list :lang=hi) && -n $$(fc-list :family='Noto Color Emoji') ]] || \
	{ echo "The screenshots need fonts for Tamil, Hindi and emoji: sudo apt-get install fonts-noto-core fonts-noto-color-emoji" >&2; exit 1; }
	$(BUILD_GROW)
	cd web && npm run screens

.PHONY: sbom-tool
sbom-tool: toolchains
	command -v cargo-cyclonedx >/dev/null || cargo install --debug --locked cargo-cyclonedx@0.5.9

.PHONY: sbom
sbom: sbom-tool ## Write target/grow.cdx.json, the software bill of materials in CycloneDX format
	node scripts/sbom.mjs

.PHONY: release
release: sbom-tool web/dist/pages/index.json ## Pack the binary for operators into target/release-files, with checksum and bill of materials
	scripts/release

.PHONY: release-static
release-static: sbom-tool web/dist/pages/index.json ## The same with a static binary, for a Linux with an older or another C library than this one
	scripts/release static

.PHONY: clean
clean: ## Remove all build output; keeps the data in grow-data/
	cargo clean
	rm -rf web/dist web/node_modules

# --- Files ------------------------------------------------------------------------------------------------------------

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm ci
	@touch $@

web/dist/pages/index.json: web/node_modules/.package-lock.json $(WEB_SOURCES)
	cd web && npm run build
