# shellcheck shell=bash
# How what belongs to a service is called, from the service's name, which is its folder's (tenancy-applications). For Rust
# the same rule is in services/shared/core/src/service_name.rs, for Node in deploy/setup/service-names.mjs.

# service_key <name>: the name where no hyphen may be, as in tenancy_applications.
service_key() { echo "${1//-/_}"; }

service_database() { echo "lintel_$(service_key "$1")"; }

# service_role <name> <owner | app | worker>: the login of one kind.
service_role() { echo "$(service_key "$1")_$2"; }

# password_file <name> <owner | app | worker>: the secret that is the login's password. That of app is the one that all three had once.
password_file() { if [[ $2 == app ]]; then echo "$1.password"; else echo "$1-$2.password"; fi; }

# service_variables <name>: what its variables begin with, before _URL and __SECTION__KEY.
service_variables() {
    local key
    key=$(service_key "$1")
    echo "LINTEL_${key^^}"
}
