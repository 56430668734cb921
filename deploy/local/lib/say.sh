# shellcheck shell=bash
# Speaking to the person: progress and failures on standard error, so that standard output holds the three lines alone.

say() { printf '%s\n' "$*" >&2; }

# Ends with one sentence. What runs already is stopped by the EXIT trap of deploy/local/run.
refuse() {
    SAID=yes
    say "$*"
    exit 1
}

fail() { refuse "Lintel did not start: $*"; }

# Whether the reason of a failure has been told.
SAID=
