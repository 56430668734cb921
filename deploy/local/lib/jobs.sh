# shellcheck shell=bash
# Running things so that a signal is answered at once and nothing survives it. Bash runs a trap between commands or while
# it waits for a job, so every step that takes time is a job in a process group of its own.

JOB=

# run_job <command…>: like the command itself, but a signal to the launcher ends it and all it started.
run_job() {
    local status=0
    set -m
    "$@" </dev/null 3>&- &
    JOB=$!
    set +m
    wait "$JOB" || status=$?
    JOB=
    return "$status"
}

# logged <log> <command…>: keeps the command's output in the log.
logged() {
    local log=$1
    shift
    "$@" >"$log" 2>&1
}

# shown <log> <command…>: shows the output as progress too, for what takes minutes.
shown() {
    local log=$1
    shift
    "$@" 2>&1 | tee "$log" >&2
}

end_job() {
    [[ -n $JOB ]] || return 0
    kill -TERM -- "-$JOB" 2>/dev/null || true
    wait "$JOB" 2>/dev/null || true
    JOB=
}
