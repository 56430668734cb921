# shellcheck shell=bash
# The two tiers of the tests. `make test` runs what is quick for every change; `make test-all` runs everything. In between,
# `scripts/test changed` (.ci/run) runs besides the quick tier those parts whose files have changed since they were run last, at the
# commits in tests/last-full-run. What is not known counts as changed: a file that no row names, a commit that this clone lacks.

# Each part that the quick tier leaves out or shortens, and the files whose change asks for it (patterns of the shell; * matches / too).
# The part `quick` names files that the quick tier judges alone.
tiers() {
    cat <<'TABLE'
faults services/shared/bus/* services/shared/db/src/* services/shared/db/migrations/* services/shared/runtime/*
faults services/*/src/bootstrap.rs services/*/src/jobs/* services/*/src/consumers/* tests/faults/* tests/src/*
faults gateway/src/call.rs gateway/src/clients.rs gateway/src/front/shedding.rs gateway/src/front/full_queue.rs gateway/src/retry* Cargo.lock
fire gateway/src/rest* proto/build/* gateway/src/router.rs gateway/src/call.rs gateway/src/front/limits* gateway/Cargo.toml tests/contract/*
phone web/src/ui/* web/src/theme/* web/src/app/*Bar.tsx web/src/app/*Menu.tsx web/src/app/*Frame.tsx web/src/app/Root.tsx web/src/app/Shell.tsx
phone web/index.html web/package-lock.json web/playwright.config.ts tests/browser/support/*
coverage web/vite.config.ts web/package-lock.json web/src/test/setup.ts web/src/test/globalSetup.ts web/src/test/server.ts web/src/test/browser.ts
start deploy/local/run deploy/local/lib/* deploy/local/run.test.mjs deploy/local/installation.mjs deploy/local/ports.mjs deploy/local/probe.mjs deploy/local/reset
start deploy/local/demo.mjs deploy/setup/* scripts/with-lintel scripts/env.sh Makefile services/*/src/bootstrap.rs services/*/src/main.rs services/shared/runtime/* gateway/src/main.rs
integrators proto/* docs/operate/integrators.md tests/it/integrator* gateway/src/grpc_proxy* scripts/requirements.txt
operations services/shared/auth/* services/shared/sealing/* services/shared/telemetry/* services/shared/runtime/src/tls*
operations gateway/src/front/sessions.rs gateway/src/front/server.rs deploy/setup/* deploy/local/run deploy/local/lib/* deploy/local/keys deploy/observability/* tests/it/rotation.rs tests/it/tls.rs tests/it/observability.rs
backup deploy/local/run deploy/local/lib/* deploy/local/backup* deploy/local/restore deploy/local/installation.mjs deploy/local/*-events deploy/setup/* services/*/migrations/* services/shared/db/migrations/* services/shared/files/*
crates Cargo.lock deny.toml
quick services/* web/* gateway/* deploy/* proto/* tests/browser/* tests/it/* tests/*.md tests/last-full-run tests/older-version tests/Cargo.toml docs/* findings/* bench/* scripts/* *.md
quick .sqlx/* .ci/* .config/* Cargo.toml Makefile clippy.toml rust-toolchain.toml deny.toml LICENSE .editorconfig .git-blame-ignore-revs .gitignore .dockerignore .npmrc .shellcheckrc docker-compose.yml
TABLE
}

# The parts themselves.
all_parts() { tiers | cut -d ' ' -f 1 | grep -vx quick | sort -u; }

# changed_since <commit>: the files that differ from it, committed or not; fails where the clone does not have it.
changed_since() {
    git cat-file -e "$1^{commit}" 2>/dev/null || return 1
    git diff --name-only "$1"
    git ls-files --others --exclude-standard
}

# parts_of <file>: the parts that its change asks for, one a line; all of them for a file that no row names.
parts_of() {
    local part patterns pattern found=
    while read -r part patterns; do
        set -f
        for pattern in $patterns; do
            # shellcheck disable=SC2053 # a pattern
            if [[ $1 == $pattern ]]; then
                found=1
                [[ $part == quick ]] || echo "$part"
                break
            fi
        done
        set +f
    done < <(tiers)
    [[ -n $found ]] || all_parts
}

# Where everything was run last, and by which commit a part was run by itself later: lines of `<part> <commit>` after the first.
LAST_FULL_RUN=tests/last-full-run
run_last() { awk -v part="$1" 'NR == 1 { commit = $1 } NF == 2 && $1 == part { commit = $2 } END { print commit }' "$LAST_FULL_RUN" 2>/dev/null; }

# parts_changed_since <commit>: those that the changes since then ask for.
parts_changed_since() {
    local files file
    files=$(changed_since "$1") || {
        all_parts
        return
    }
    while read -r file; do [[ -z $file ]] || parts_of "$file"; done <<<"$files" | sort -u
}

# parts_to_run <tier>: none for quick, all for all; for changed, those that changes since they were run last ask for.
parts_to_run() {
    local part commit
    declare -A asked
    case $1 in
        quick) ;;
        all) all_parts ;;
        changed)
            for part in $(all_parts); do
                commit=$(run_last "$part")
                [[ -n ${asked[${commit:-none}]+known} ]] || asked[${commit:-none}]=$(parts_changed_since "$commit")
                if grep -qx "$part" <<<"${asked[${commit:-none}]}"; then echo "$part"; fi
            done
            ;;
    esac
}
