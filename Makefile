# `make help` lists what there is. Everything of substance is in deploy/local and scripts.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test test-all faults containers bench demo backup restore keys reset fmt gen sqlx-prepare

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Build and run Lintel; Ctrl-C stops everything it started
	@exec deploy/local/run

test: ## Check a change: format, lints, contracts, unit, integration, system and browser tests
	@exec scripts/test

test-all: ## Check everything: besides, faults in short form, both widths, the contract whole, integrators, operations, backup, crates
	@exec scripts/test all

bench: ## Measure reads, imports and pages beside their SQL and a bare stack; takes twenty minutes and a quiet machine
	@exec bench/run

faults: ## Kill, stop and starve every part of Lintel under load, three rounds each, and report what was lost
	@exec scripts/faults

containers: ## Build the image and run it under podman, by the compose file and as in Kubernetes; root, half an hour, 15 GB
	@exec scripts/containers

demo: ## Fill the running installation with a believable portfolio
	@exec node deploy/local/demo.mjs

backup: ## Back up the running installation: make backup TO=<new folder>
	@exec deploy/local/backup "$(TO)"

restore: ## Make a new installation out of a backup: make restore FROM=<backup>
	@exec deploy/local/restore "$(FROM)"

keys: ## List or rotate the keys of the running installation: make keys DO=list
	@exec deploy/local/keys "$(DO)"

reset: ## Forget the data of the installation in LINTEL_STATE_DIR (.lintel)
	@exec deploy/local/reset

fmt: ## Format the Rust code
	@cargo fmt --all

gen: ## Write gateway/openapi.json, the SPA's types, the configuration reference and proto/landed.binpb anew
	@exec scripts/generate

sqlx-prepare: ## Write the cache of checked SQL (.sqlx) anew
	@exec scripts/sqlx-prepare
