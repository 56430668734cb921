# `make help` lists what there is. Everything of substance is in deploy/local and scripts.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test demo reset fmt gen sqlx-prepare

# `make run` becomes deploy/local/run, so that SIGINT and SIGTERM reach it and its exit code counts: see become.c.
ifeq ($(MAKECMDGOALS),run)
ifeq ($(findstring n,$(firstword -$(MAKEFLAGS))),)
BECOME := $(shell mkdir -p target && \
	{ [ target/become.so -nt deploy/local/become.c ] || cc -shared -fPIC -o target/become.so deploy/local/become.c; } \
	>/dev/null 2>&1 && echo target/become.so)
ifneq ($(BECOME),)
-load $(BECOME)
endif
endif
endif

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Build and run Lintel; Ctrl-C stops everything it started
	@exec deploy/local/run

test: ## Check everything: format, lints, contracts, unit, integration, system and browser tests
	@exec scripts/test

demo: ## Fill the running installation with a believable portfolio
	@exec node deploy/local/demo.mjs

reset: ## Forget the data of the installation in LINTEL_STATE_DIR (.lintel)
	@exec deploy/local/reset

fmt: ## Format the Rust code
	@cargo fmt --all

gen: ## Write gateway/openapi.json and the SPA's types anew
	@exec scripts/generate

sqlx-prepare: ## Write the cache of checked SQL (.sqlx) anew
	@exec scripts/sqlx-prepare
