# shellcheck shell=bash
# Messages to the person: progress and failures go to standard error, so that standard output has only the three lines.

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
