# Everything a person runs on Grow. `make` alone lists it.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
# Two builds at once would wait for each other.
.NOTPARALLEL:

WEB_SOURCES := $(shell find web/src web/public web/locales web/build web/scripts web/*.html web/*.ts web/*.json -type f)

.PHONY: help
help: ## List these commands
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-15s %s\n", $$1, $$2 }'

# --- Daily -----------------------------------------------------------------------------------------------------------

.PHONY: run
run: toolchains web/dist/pages/index.json ## Build everything and serve it on http://127.0.0.1:8080, with sample farmers to sign in as
	GROW_SAMPLE_RECORD=$${GROW_SAMPLE_RECORD-on} cargo run --release -p grow-cli --bin grow -- serve

.PHONY: check
check: toolchains web/node_modules/.package-lock.json ## The quick loop: format, lints, types and the rules of the domain
	cargo fmt --check
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

# --- Everything a change must pass ------------------------------------------------------------------------------------

# In order, from the quickest to tell to the slowest.
STAGES := toolchains test-tools fmt-check data-fresh web-check spec-map types-fresh web-test web-size clippy deny rust-test \
	fuzz-api e2e e2e-postgres

.PHONY: test
test: ## Everything a change must pass, on SQLite and PostgreSQL; tells the seconds of each stage
	@MAKE='$(MAKE)' scripts/run-stages $(STAGES)

.PHONY: $(STAGES)
toolchains:
	@scripts/require-toolchains

test-tools: toolchains
	scripts/install-test-tools

fmt-check:
	cargo fmt --check
	@! LC_ALL=C.UTF-8 git grep -nE '^[^|].{120}' -- '*.md' ':!docs/SPEC.md' || \
	{ echo 'These lines are longer than 120 characters.' >&2; exit 1; }

data-fresh:
	scripts/reference-demand | diff -u data/demand.csv -

web-check: web/node_modules/.package-lock.json
	cd web && npm run check

spec-map: web/node_modules/.package-lock.json ## Whether each sentence of docs/SPEC.md still has its test
	cd web && npm run -s spec-map

types-fresh: web/node_modules/.package-lock.json
	@types=web/src/shared/api/schema.d.ts; before=$$(sha256sum $$types); \
	(cd web && npm run -s types); \
	[[ $$before == $$(sha256sum $$types) ]] || { echo "$$types did not match docs/openapi.json; it does now: commit it" >&2; exit 1; }

web-test: web/node_modules/.package-lock.json
	cd web && npm test

web-size: web/dist/pages/index.json
	cd web && npm run size

clippy: web/dist/pages/index.json
	cargo clippy --workspace --all-targets -- -D warnings

deny:
	scripts/check-dependencies

rust-test: web/dist/pages/index.json ## The Rust tests, storage and HTTP on both engines
	cargo test --workspace

fuzz-api: test-tools web/dist/pages/index.json ## Requests made up from docs/openapi.json, as a guest and as a farmer
	cargo build --workspace --bin grow
	scripts/fuzz-api

e2e: web/dist/pages/index.json ## The browser tests against the real binary, on SQLite
	cargo build --workspace --bin grow
	cd web && npm run e2e

e2e-postgres: web/dist/pages/index.json ## Those of them that depend on the store, on PostgreSQL
	cargo build --workspace --bin grow
	cd web && GROW_E2E_POSTGRES=1 npm run e2e

# --- Now and then -----------------------------------------------------------------------------------------------------

.PHONY: dist
dist: toolchains web/dist/pages/index.json ## Build the binary that is shipped and measured: target/dist/grow
	cargo build --profile dist -p grow-cli --bin grow

.PHONY: bench
bench: test-tools dist ## Measure target/dist/grow beside the yardstick, and write docs/performance.md (ten minutes; close everything else)
	cargo build --profile dist -p grow-bench
	cd bench/lighthouse && npm ci && npm run -s measure > ../../target/lighthouse.md
	target/dist/grow-bench --write docs/performance.md --append target/lighthouse.md

.PHONY: screens
screens: web/dist/pages/index.json ## Photograph every screen anew into docs/screens (two minutes), and look at them
	@[[ -n $$(fc-list :lang=ta) && -n $$(fc-list :lang=hi) && -n $$(fc-list :family='Noto Color Emoji') ]] || \
	{ echo "Without fonts for Tamil, Hindi and emoji the pictures show boxes: sudo apt-get install fonts-noto-core fonts-noto-color-emoji" >&2; exit 1; }
	cargo build --workspace --bin grow
	cd web && npm run screens

.PHONY: sbom
sbom: toolchains ## Write target/grow.cdx.json: what the binary is made of, as CycloneDX
	command -v cargo-cyclonedx >/dev/null || cargo install --locked cargo-cyclonedx@0.5.9
	node scripts/sbom.mjs

.PHONY: clean
clean: ## Remove what was built; your data in grow-data/ stays
	cargo clean
	rm -rf web/dist web/node_modules

# --- Files ------------------------------------------------------------------------------------------------------------

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm ci
	@touch $@

web/dist/pages/index.json: web/node_modules/.package-lock.json $(WEB_SOURCES)
	cd web && npm run build
