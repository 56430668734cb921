# shellcheck shell=bash
# Steps of `make test`: each runs to its end even if others failed, with a heading, its time, and its output when it
# failed. Results are files, because steps run side by side.
#
# LINTEL_TEST_TRIES=3 gives what failed two more tries, by itself; a test that passes only then counts as passed and is
# listed as flaky, to be corrected.

# totals <kind> <log>: "passed failed" out of what a test runner printed; nothing when it printed no totals.
totals() {
    case $1 in
        nextest) sed -nE 's/.*Summary \[.*\] +[0-9/]+ tests? run: (.*)/\1/p' "$2" | tail -n1 | numbers_before ;;
        cargo) grep -E '^test result:' "$2" | numbers_before ;;
        vitest) sed -nE 's/^ *Tests  +(.*)/\1/p' "$2" | tail -n1 | numbers_before ;;
        playwright) grep -E '^ +[0-9]+ (passed|failed|did not run|interrupted|flaky)' "$2" | numbers_before ;;
        node) sed -nE 's/^# (pass|fail) ([0-9]+)$/\2 \1ed/p' "$2" | numbers_before ;;
    esac
}

# Adds up "12 passed, 1 failed" and its relatives; a test that timed out or did not run failed. One that passed at its second try
# passed: nextest counts it among the passed and says so in brackets, Playwright beside them.
numbers_before() {
    awk '{
        sub(/\([0-9]+ flaky\)/, "")
        gsub(/[();,|]/, " ")
        for (i = 2; i <= NF; i++) {
            if ($i == "passed" || $i == "flaky") passed += $(i - 1)
            if ($i == "failed" || $i == "interrupted" || ($i == "timed" && $(i + 1) == "out") ||
                ($i == "did" && $(i + 1) == "not")) failed += $(i - 1)
            seen = 1
        }
    } END { if (seen) print passed + 0, failed + 0 }'
}

# The runners that try a failed test again by themselves; the others' steps are run again as a whole.
retries_itself() { [[ $1 == nextest || $1 == vitest || $1 == playwright ]]; }

# log_of <name>: what the step of that name said.
log_of() { echo "$WORK/${1//[^a-zA-Z0-9]/-}.log"; }

# step <kind> <name> <command…>: kind is check (counts as one test) or a test runner known to totals.
step() {
    local kind=$1 name=$2 log began=$SECONDS passed=0 failed=0 tries=${LINTEL_TEST_TRIES:-1}
    shift 2
    log=$(log_of "$name")
    run_step "$@"
    while ((failed && tries > 1)) && ! retries_itself "$kind"; do
        tries=$((tries - 1))
        mv "$log" "$log.before"
        run_step "$@"
        if ((failed == 0)); then
            echo "    FLAKY $name: $(tail -n 1 "$log.before")" >>"$log"
        fi
    done
    echo "$passed $failed" >"${log%.log}.result"
    report "$name" "$passed" "$failed" $((SECONDS - began)) "$log"
}

# run_step <command…>: runs it into step's log and sets step's passed and failed.
run_step() {
    local status=0 counts
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [[ $kind == check ]]; then
        counts="$((status == 0)) $((status != 0))"
    else
        counts=$(totals "$kind" "$log")
    fi
    read -r passed failed <<<"${counts:-0 0}"
    # A runner that failed without a failed test did not get to its tests, and one that ran none has proved nothing.
    if ((failed == 0 && (status != 0 || passed == 0))); then failed=1; fi
}

# flaky <log>: the tests that passed only at their second try, as nextest, vitest, Playwright and run_step name them.
flaky() {
    sed -nE -e 's/^ *FLAKY (.*)/\1/p' -e 's/^ *✓ (.*\(retry x[0-9]+\).*)/\1/p' -e 's/^ *(✓|ok) +[0-9]+ (.*\(retry #[0-9]+\)).*/\2/p' "$1"
}

# One write, so that steps running side by side do not mix their lines. A test's figures are shown in every case.
report() {
    local verdict=ok output='' figures again
    if (($3)); then
        verdict=FAILED
        output=$(printf '\n%s\n-- end of %s' "$(cat "$5")" "$1")
    fi
    figures=$(sed -nE 's/^[# ]*figures: (.*)/        \1/p' "$5")
    [[ -z $figures ]] || output=$'\n'$figures$output
    again=$(flaky "$5")
    [[ -z $again ]] || output=$'\n'"        flaky: ${again//$'\n'/$'\n        flaky: '}"$output
    [[ -z ${STEPS:-} ]] || printf '%s\t%s\n' "$4" "$1" >>"$STEPS"
    printf '%-7s %-42s %5d passed %3d failed %5d s%s\n' "$verdict" "$1" "$2" "$3" "$4" "$output"
}

# The last line, and whether everything passed.
verdict() {
    local passed failed
    read -r passed failed < <(cat "$WORK"/*.result | awk '{ passed += $1; failed += $2 } END { print passed + 0, failed + 0 }')
    echo "$passed passed, $failed failed"
    ((failed == 0 && passed > 0))
}
