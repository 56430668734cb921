# shellcheck shell=bash
# Steps of `make test`: each runs to its end whatever the others did, with a heading, its time, and its output when it
# failed. Results are files, because steps run side by side.

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

# Adds up "12 passed, 1 failed" and its relatives; a test that timed out, did not run or passed only at the second try failed.
numbers_before() {
    awk '{
        gsub(/[();,|]/, " ")
        for (i = 2; i <= NF; i++) {
            if ($i == "passed") passed += $(i - 1)
            if ($i == "failed" || $i == "interrupted" || $i == "flaky" || ($i == "timed" && $(i + 1) == "out") ||
                ($i == "did" && $(i + 1) == "not")) failed += $(i - 1)
            seen = 1
        }
    } END { if (seen) print passed + 0, failed + 0 }'
}

# step <kind> <name> <command…>: kind is check (counts as one test) or a test runner known to totals.
step() {
    local kind=$1 name=$2 log began=$SECONDS status=0 counts passed=0 failed=0
    shift 2
    log=$WORK/${name//[^a-zA-Z0-9]/-}.log
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [[ $kind == check ]]; then
        counts="$((status == 0)) $((status != 0))"
    else
        counts=$(totals "$kind" "$log")
    fi
    read -r passed failed <<<"${counts:-0 0}"
    # A runner that failed without a failed test did not get to its tests, and one that ran none has proved nothing.
    if ((failed == 0 && (status != 0 || passed == 0))); then failed=1; fi
    echo "$passed $failed" >"$WORK/${name//[^a-zA-Z0-9]/-}.result"
    report "$name" "$passed" "$failed" $((SECONDS - began)) "$log"
}

# One write, so that steps running side by side do not mix their lines. A test's figures are shown whatever its verdict.
report() {
    local verdict=ok output='' figures
    if (($3)); then
        verdict=FAILED
        output=$(printf '\n%s\n-- end of %s' "$(cat "$5")" "$1")
    fi
    figures=$(sed -nE 's/^ *figures: (.*)/        \1/p' "$5")
    [[ -z $figures ]] || output=$'\n'$figures$output
    printf '%-7s %-42s %5d passed %3d failed %5d s%s\n' "$verdict" "$1" "$2" "$3" "$4" "$output"
}

# The last line, and whether everything passed.
verdict() {
    local passed failed
    read -r passed failed < <(cat "$WORK"/*.result | awk '{ passed += $1; failed += $2 } END { print passed + 0, failed + 0 }')
    echo "$passed passed, $failed failed"
    ((failed == 0 && passed > 0))
}
