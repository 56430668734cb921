// deploy/k8s against `make run` and docker-compose.yml: the same programs, settings, secrets and order. And by itself: valid, confined,
// probed and drained, with no edge between pods but those that exist.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { composeFile, interpolate, isOurs, native, root } from "../docker/installation.mjs";
import { SERVICES, serviceVariables } from "../setup/service-names.mjs";
import { allowedEdges, called, outwardRules } from "./edges.mjs";
import { appliedSelectors, filesOf, madeSecrets, matches, python, Rendered } from "./installation.mjs";

const SMTP = "smtps://user:word@mail.example";
const clusters = Object.fromEntries(
  ["small", "large"].map((name) => [name, { rendered: new Rendered(`overlays/${name}`), made: madeSecrets(name, SMTP) }]),
);
const example = new Rendered("example");
const file = composeFile();
const here = native({
  LINTEL_PUBLIC_URL: "https://lintel.example",
  LINTEL_MAIL_FROM: "Lintel <no-reply@lintel.example>",
  LINTEL_SMTP_URL: SMTP,
  LINTEL_BIND: "0.0.0.0",
});
const read = (path) => readFileSync(join(root, path), "utf8");
const each = (what, check) => {
  for (const [name, cluster] of Object.entries(clusters)) test(`${name}: ${what}`, () => check(cluster, name));
};

/** What differs on purpose. A difference that is gone fails as well. */
const NOT_HERE = { secrets: "an operator makes them (secrets)", inbox: "mail leaves by the operator's server" };
const VARIABLES_ONLY_HERE = {
  SSL_CERT_FILE: "NATS has a certificate here",
  SSL_CERT_DIR: "as above",
  OTEL_EXPORTER_OTLP_ENDPOINT: "natively it is the launcher's own environment that says it",
  OTEL_RESOURCE_ATTRIBUTES: "what autoscaling knows a pod by",
  LINTEL_TLS_CERT_FILE: "programs of one machine call each other without TLS",
  LINTEL_TLS_KEY_FILE: "as above",
  LINTEL_TLS_CA_FILE: "as above",
  LINTEL_DRAIN_DELAY: "the cluster takes longer to notice than a process of the same machine",
};
const OF_ONE_PROGRAM = { LINTEL_GATEWAY__TRUSTED_PROXIES: "an ingress is in front of it" };
const OF_LARGE = { LINTEL_WORKER_THREADS: "a process has processors to itself" };
const OF_A_BUCKET = { LINTEL_FILES_CREDENTIALS_FILE: "no volume has to be on every node", LINTEL_FILES_KEY_FILE: "as above" };
const IN_A_BUCKET = ["gateway", "portfolio"];

const serving = ["gateway", ...SERVICES];
const migrations = SERVICES.map((name) => `migrate-${name}`);

test("everything is valid for the newest Kubernetes that the schemas know, the printed Secrets too", () => {
  for (const [name, { rendered, made }] of Object.entries(clusters)) {
    assert.equal(Rendered.complaints(rendered.file), "", name);
    assert.equal(Rendered.complaints(made.file), "", `${name}: secrets`);
  }
  assert.equal(Rendered.complaints(example.file), "", "example");
});

test("custom resources have no field that their operators do not know", () => {
  const program = `
import json, sys, jsonschema
schemas, objects = json.load(sys.stdin)
for one in objects:
    key = one["apiVersion"] + " " + one["kind"]
    if key not in schemas: print(key, "has no schema")
    else:
        for error in jsonschema.Draft202012Validator(schemas[key]).iter_errors(one): print(key, error.json_path, error.message)
`;
  const objects = clusters.large.rendered.objects.filter(({ apiVersion }) => apiVersion.includes("cnpg.io/"));
  assert.deepEqual(objects.map(({ kind }) => kind).sort(), ["Cluster", "ObjectStore", "ScheduledBackup"]);
  const input = JSON.stringify([JSON.parse(read("deploy/k8s/custom-resources.schema.json")), objects]);
  assert.equal(execFileSync(python, ["-c", program], { input, encoding: "utf8" }), "");
});

each("the same programs run as in containers, by the same images and commands", ({ rendered }, name) => {
  const made = rendered.workloads().map(([{ metadata }]) => metadata.name).filter((one) => one !== "backup");
  if (name === "large") made.push(rendered.one("Cluster", "postgres").metadata.name);
  assert.deepEqual(made.sort(), Object.keys(file.services).filter((one) => !(one in NOT_HERE)).sort());
  for (const one of Object.keys(NOT_HERE)) assert.ok(file.services[one], `${one} differs no more`);
  for (const [one, { image, command }] of Object.entries(file.services)) {
    if (one in NOT_HERE || (one === "postgres" && name === "large")) continue;
    const container = rendered.container(one);
    assert.equal(container.image, interpolate(image, {}), one);
    if (isOurs(one)) assert.deepEqual([...(container.command ?? []), ...(container.args ?? [])], command, one);
  }
  assert.deepEqual(rendered.container("databases").args.slice(2), file.services.databases.command.slice(3));
});

/** The environment of a program in the words of make run, with TLS taken off its addresses once it was found there. */
function told({ rendered, made }, program) {
  const addresses = Object.fromEntries([...rendered.all("Service")].map(({ metadata: { name }, spec }) => [`${name}:${spec.ports[0].port}`, name.replace("-rw", "")]));
  const known = (value) => {
    let text = Object.entries(made.folder).reduce((old, [name, content]) => old.replaceAll(content, `<${name}>`), value);
    if (text.startsWith("postgres://")) {
      assert.match(text, /\?sslmode=verify-full&sslrootcert=\/run\/ca\/ca.crt$/, program);
      text = text.replace(/\?.*$/, "").replace("postgres-rw:5432", "<postgres>");
    }
    if (text.includes("@nats:")) {
      assert.match(text, /^tls:/, program);
      text = text.replace("tls:", "nats:");
    }
    if (text.startsWith("https://") && SERVICES.includes(addresses[text.slice("https://".length)])) text = text.replace("https:", "http:");
    else assert.ok(!SERVICES.some((one) => text.startsWith(`http://${one}:`)), `${program}: ${text} is called without TLS`);
    for (const [address, name] of Object.entries(addresses)) text = text.replaceAll(`://${address}`, `://<${name}>`).replaceAll(`@${address}`, `@<${name}>`);
    return text.replace("/srv/lintel/web/dist", "<pages>").replace("/var/lib/lintel/files", "<files>").replace("s3://lintel-files", "file://<files>");
  };
  const files = Object.assign({}, ...rendered.mounts(program).filter(([at]) => at === "/run/secrets").map(([, volume]) => filesOf(volume, made.secrets)));
  return Object.fromEntries(
    Object.entries(rendered.variables(program)).map(([key, value]) => {
      if (!value.startsWith("/run/secrets/")) return [key, key.endsWith("__LISTEN") ? `<${addresses[value.replace("0.0.0.0", program)]}>` : known(value)];
      const [secret, name] = files[value.slice("/run/secrets/".length)] ?? assert.fail(`${program}: ${key} names ${value}, which it does not mount`);
      const content = made.secrets[secret][name];
      if (key.endsWith("_URL_FILE")) return [key.slice(0, -"_FILE".length), known(content)];
      const kept = name.startsWith("tls.") ? name.replace("tls", `${program}-tls`) : name;
      assert.equal(content, made.folder[kept], `${program}: ${name} is not the installation's`);
      return [key, `<secret ${name}>`];
    }),
  );
}

each("every program is told the same as by make run", (cluster, name) => {
  for (const program of [...serving, ...migrations, "streams"]) {
    const mine = told(cluster, program);
    const theirs = { ...here.programs[program].environment };
    const extras = { ...VARIABLES_ONLY_HERE, ...(name === "large" ? OF_LARGE : {}), ...(name === "large" && IN_A_BUCKET.includes(program) ? OF_A_BUCKET : {}), ...(program === "gateway" ? OF_ONE_PROGRAM : {}) };
    for (const extra of Object.keys(extras)) {
      if (serving.includes(program)) assert.ok(mine[extra], `${program}: ${extra} differs no more`);
      delete mine[extra];
    }
    if (serving.includes(program)) {
      assert.equal(mine.LINTEL_PROFILE, undefined, "production is the programs' own default");
      assert.equal(theirs.LINTEL_PROFILE, "dev");
      delete theirs.LINTEL_PROFILE;
      // Who sends has the name and password of the mail server, the others know that there is one.
      if (program !== "notifications") theirs.LINTEL_SMTP_URL = "smtps://mail.example";
    }
    if (program === "streams") {
      assert.equal(Number(mine.LINTEL_NATS_REPLICAS), cluster.rendered.one("StatefulSet", "nats").spec.replicas);
      delete mine.LINTEL_NATS_REPLICAS;
    }
    assert.deepEqual(mine, theirs, program);
  }
});

each("apply goes in the order of make run, and leaves nothing out", ({ rendered }, name) => {
  const staged = rendered.objects.map(({ kind, metadata }) => [`${kind} ${metadata.name}`, metadata.labels ?? {}, metadata.name]);
  const order = appliedSelectors(rendered, false).map((selector) => staged.filter(([, labels]) => matches(selector, labels)));
  for (const [what] of staged) assert.equal(order.flat().filter(([one]) => one === what).length, 1, `${what} is applied once`);
  const programs = new Set(here.stages.flat());
  const stages = order.map((names) => [...new Set(names.filter(([, labels]) => "lintel/stage" in labels).map(([, , one]) => one))].filter((one) => programs.has(one)).sort());
  const wanted = here.stages.filter((names) => names[0] !== "secrets").map((names) => names.toSorted());
  assert.deepEqual(stages.filter((names) => names.length), wanted, name);
});

test("whom the gateway believes about addresses is a network that is named, not every private one", () => {
  const trusted = (rendered) => JSON.parse(rendered.variables("gateway").LINTEL_GATEWAY__TRUSTED_PROXIES);
  const all = [...Object.values(clusters).map(({ rendered }) => trusted(rendered)), trusted(example)];
  for (const networks of all) {
    assert.ok(networks.length > 0);
    for (const network of networks) assert.ok(Number(network.split("/")[1]) >= 16, network);
  }
  assert.notDeepEqual(trusted(example), trusted(clusters.small.rendered), "an installation names its own");
});

each("an upgrade replaces those that hear before those that tell", ({ rendered }) => {
  const selectors = appliedSelectors(rendered, true).filter((one) => one.includes("app.kubernetes.io/name"));
  assert.deepEqual(selectors, SERVICES.toReversed().map((name) => `lintel/stage=services,app.kubernetes.io/name=${name}`));
});

each("a program mounts its own secrets only, all of them are there, and each is read", ({ rendered, made }, name) => {
  const used = {};
  for (const [{ metadata }, template] of rendered.workloads()) {
    for (const volume of template.spec.volumes ?? []) {
      for (const [secret, key] of Object.values(filesOf(volume, made.secrets))) {
        assert.ok(made.secrets[secret]?.[key], `${metadata.name} mounts ${secret}/${key}, which is not made`);
        (used[secret] ??= new Set()).add(metadata.name);
      }
    }
  }
  if (name === "large") {
    used["postgres-superuser"] = used["postgres-tls"] = new Set(["postgres"]);
    const { bootstrap, managed, certificates } = rendered.one("Cluster", "postgres").spec;
    assert.deepEqual([bootstrap.initdb.secret.name, managed.roles[0].passwordSecret.name], ["postgres-superuser", "postgres-superuser"]);
    assert.deepEqual(certificates, { serverCASecret: "ca", serverTLSSecret: "postgres-tls" });
  }
  const sole = Object.fromEntries(Object.entries(used).filter(([secret]) => secret !== "ca").map(([secret, names]) => [secret, [...names].sort()]));
  assert.deepEqual(sole, {
    ...Object.fromEntries(serving.map((one) => [one, [one]])),
    migrations: migrations.toSorted(),
    databases: ["databases"],
    streams: ["streams"],
    nats: ["nats"],
    "postgres-superuser": ["postgres"],
    "postgres-tls": ["postgres"],
    ...(name === "small" ? { backup: ["backup"] } : {}),
  });
  assert.deepEqual(Object.keys(used).sort(), Object.keys(made.secrets).sort(), "every Secret is mounted");
  for (const one of migrations) assert.equal(Object.keys(filesOf(rendered.mounts(one).find(([at]) => at === "/run/secrets")[1], made.secrets)).length, 1, one);
  for (const one of serving) {
    const values = Object.values(rendered.variables(one));
    for (const key of Object.keys(made.secrets[one])) assert.ok(values.includes(`/run/secrets/${key}`), `nobody reads ${key} of ${one}`);
  }
  const printed = Object.values(made.secrets).flatMap((files) => Object.values(files));
  assert.ok(made.folder["ca.key"] && !printed.includes(made.folder["ca.key"]), "the authority's key stays with the operator");
  assert.ok(made.folder["backup.key"] && !printed.includes(made.folder["backup.key"]), "so does the key that opens backups");
});

each("a secret is a file: no variable holds one or is taken from one", ({ rendered, made }) => {
  for (const [{ metadata }, template] of rendered.workloads()) {
    const text = JSON.stringify(template.spec.containers);
    assert.ok(!/secretKeyRef|secretRef/.test(text), metadata.name);
  }
  const all = JSON.stringify(rendered.objects);
  for (const [name, content] of Object.entries(made.folder)) assert.ok(content === "secret" || content === "public" || !all.includes(content), name);
});

each("certificates are for the names by which their servers are called", ({ rendered, made }) => {
  const routes = Object.values(rendered.all("ConfigMap")).flatMap(({ data }) => [...(data["nats.conf"] ?? "").matchAll(/nats-route:\/\/([\w.-]+):/g)].map(([, host]) => host));
  const hosts = [["postgres-tls", ["postgres-rw"]], ["nats-tls", ["nats", ...routes]], ...serving.map((one) => [`${one}-tls`, [one]])];
  const { replicas } = rendered.one("StatefulSet", "nats").spec;
  assert.equal(routes.length, replicas === 1 ? 0 : replicas);
  for (const [certificate, names] of hosts) {
    for (const name of names) {
      const answer = execFileSync("openssl", ["verify", "-CAfile", join(made.path, "ca.crt"), "-verify_hostname", name, join(made.path, `${certificate}.crt`)], { encoding: "utf8" });
      assert.match(answer, /OK/, name);
    }
  }
  // What a service is called by is what its probe asks for, too; and no program can pass for another.
  for (const one of serving) {
    assert.equal(rendered.variables(one).LINTEL_TLS_CA_FILE, "/run/ca/ca.crt", one);
    assert.equal(made.secrets[one]["tls.crt"], made.folder[`${one}-tls.crt`], one);
    const { subjectAltName } = new X509Certificate(made.folder[`${one}-tls.crt`]);
    assert.ok(subjectAltName.split(", ").every((name) => name === `DNS:${one}` || name.startsWith(`DNS:${one}.lintel`)), subjectAltName);
  }
});

each("who may talk to whom is who does", ({ rendered }, name) => {
  const pods = rendered.workloads().map(([{ metadata }, { metadata: { labels }, spec }]) => [metadata.name, labels, (spec.containers[0].ports ?? []).map(({ containerPort }) => containerPort)]);
  if (name === "large") pods.push(["postgres", { ...rendered.one("Cluster", "postgres").spec.inheritedMetadata.labels, "cnpg.io/cluster": "postgres" }, [5432, 8000]]);
  const ports = Object.fromEntries(SERVICES.map((one) => [one, rendered.container(one).ports[0].containerPort]));
  const wanted = [
    ...serving.flatMap((one) => called(one).filter((other) => other !== one).map((other) => `${one} → ${other}:${ports[other]}`)),
    ...[...SERVICES, ...migrations, "databases", ...(name === "small" ? ["backup"] : ["postgres"])].map((one) => `${one} → postgres:5432`),
    ...[...serving, "streams"].map((one) => `${one} → nats:4222`),
    ...serving.map((one) => `${one} → collector:4317`),
    "nats → nats:6222",
    ...(name === "large" ? ["postgres → postgres:8000"] : []),
  ];
  const policies = rendered.all("NetworkPolicy");
  assert.deepEqual(allowedEdges(policies, pods), wanted.sort());
  const nobody = policies.find(({ metadata }) => metadata.name === "nobody").spec;
  assert.deepEqual(nobody, { podSelector: {}, policyTypes: ["Ingress", "Egress"] });
  assert.deepEqual(outwardRules(policies), [
    "collector in lintel/monitoring=true 9464",
    "gateway in lintel/ingress=true 8080,8081",
    "listings-import out 0.0.0.0/0 443",
    "listings-import out ::/0 443",
    "names out kubernetes.io/metadata.name=kube-system 53,53",
    "notifications out 0.0.0.0/0 443",
    "notifications out ::/0 443",
    "notifications out anywhere 25,465,587",
    ...(name === "large" ? ["postgres-cluster in kubernetes.io/metadata.name=cnpg-system 5432,8000", "postgres-cluster out anywhere 443,6443", "to-bucket out 0.0.0.0/0 443", "to-bucket out ::/0 443"] : []),
  ]);
});

/** The lines of a list of deploy/setup, in words. */
const listed = (name) => read(`deploy/setup/${name}`).split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split(" "));
const publications = listed("publications");
const packageOf = (subject) => subject.split(".")[2];
const ownerOf = (name) => publications.find(([, subject]) => packageOf(subject) === name)[0];

each("each internal call goes along an edge that there is, with the certificate of a caller that the contract names", ({ rendered, made }) => {
  const pods = rendered.workloads().map(([{ metadata }, { metadata: { labels }, spec }]) => [metadata.name, labels, (spec.containers[0].ports ?? []).map(({ containerPort }) => containerPort)]);
  const edges = allowedEdges(rendered.all("NetworkPolicy"), pods);
  const calls = listed("internal-calls").map(([caller, call]) => [caller, ownerOf(call.split(".")[0]), call]);
  // Who makes an internal call to whom; another pair is added here on purpose.
  assert.deepEqual([...new Set(calls.map(([caller, callee]) => `${caller} → ${callee}`))].sort(), [
    "gateway → identity",
    "gateway → portfolio",
    "notifications → identity",
    "notifications → portfolio",
    "notifications → tenancy-applications",
    "portfolio → tenancy-applications",
    "tenancy-applications → identity",
    "tenancy-applications → portfolio",
    "viewings-maintenance → identity",
    "viewings-maintenance → portfolio",
    "viewings-maintenance → tenancy-applications",
  ]);
  for (const [caller, callee, call] of calls) {
    assert.ok(edges.includes(`${caller} → ${callee}:${rendered.container(callee).ports[0].containerPort}`), `${caller} does not reach ${call}`);
    assert.match(rendered.variables(caller)[`${serviceVariables(callee)}_URL`], /^https:/, call);
    for (const file of ["tls.crt", "tls.key", "service.key"]) assert.ok(made.secrets[caller][file], `${caller} shows no ${file} for ${call}`);
    const shown = new X509Certificate(made.secrets[caller]["tls.crt"]);
    for (const one of serving) assert.equal(shown.checkHost(one) !== undefined, one === caller, `${call}: ${caller} shown as ${one}`);
  }
});

each("each program has its own user of NATS, with the subjects of its edges and no others", ({ made }) => {
  const written = made.secrets.nats["authorization.conf"];
  const users = Object.fromEntries(
    [...written.matchAll(/user: "([^"]+)", password: "([^"]+)", permissions: \{\s+publish: (\{.*\})\s+subscribe: (\{.*\}) \} \}/g)].map(([, user, password, publish, subscribe]) => [user, { password, publish, subscribe }]),
  );
  assert.deepEqual(Object.keys(users).sort(), [...serving, "streams"].sort());
  assert.ok(!/user: "?lintel/.test(written), "a new installation has no user for all");
  assert.equal(new Set(Object.values(users).map(({ password }) => password)).size, serving.length + 1, "each has its own password");
  for (const one of [...serving, "streams"]) {
    const { username, password } = new URL(made.secrets[one]["nats.url"]);
    assert.deepEqual([username, password], [one, users[one].password]);
  }
  const may = (user, subject) => users[user].publish.startsWith("{ allow") && users[user].publish.split("deny")[0].includes(`"${subject}"`);
  for (const [publisher, subject] of publications) assert.deepEqual(serving.filter((one) => may(one, subject)), [publisher], subject);
  for (const [durable, filter] of listed("subscriptions")) {
    const stream = `EVT_${packageOf(filter).toUpperCase()}`;
    const hearer = durable.replace(/-[^-]+$/, "");
    for (const subject of [`$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`, `$JS.ACK.${stream}.${durable}.>`]) {
      assert.deepEqual(serving.filter((one) => may(one, subject)), [hearer], subject);
    }
  }
  for (const one of [...SERVICES, "streams"]) assert.equal(users[one].subscribe, `{ allow: ["_INBOX_${one}.>"] }`);
  assert.deepEqual(users.gateway, { password: users.gateway.password, publish: '{ deny: [">"] }', subscribe: '{ allow: ["lintel.evt.>", "_INBOX_gateway.>"] }' });
});

each("each login of PostgreSQL has a password of its own, and a program those of its logins", ({ made }) => {
  const passwords = [];
  for (const one of SERVICES) {
    const key = one.replaceAll("-", "_");
    for (const [secret, file, login] of [[one, "database.url", "app"], [one, "database-worker.url", "worker"], ["migrations", `${one}.url`, "owner"]]) {
      const { username, password } = new URL(made.secrets[secret][file]);
      assert.equal(username, `${key}_${login}`);
      passwords.push(password);
    }
  }
  assert.equal(new Set(passwords).size, 3 * SERVICES.length);
});

each("every pod is confined, as the namespace demands", ({ rendered }) => {
  assert.equal(rendered.one("Namespace", "lintel").metadata.labels["pod-security.kubernetes.io/enforce"], "restricted");
  const accounts = rendered.all("ServiceAccount");
  for (const { metadata, automountServiceAccountToken } of accounts) assert.equal(automountServiceAccountToken, false, metadata.name);
  for (const [{ metadata: { name } }, { spec }] of rendered.workloads()) {
    assert.equal(spec.automountServiceAccountToken, false, name);
    assert.equal(spec.enableServiceLinks, false, name);
    assert.ok(accounts.some(({ metadata }) => metadata.name === spec.serviceAccountName), `${name}: ${spec.serviceAccountName}`);
    const { runAsNonRoot, runAsUser, seccompProfile } = spec.securityContext;
    assert.deepEqual([runAsNonRoot, runAsUser, seccompProfile.type], [true, 10001, "RuntimeDefault"], name);
    for (const key of ["hostNetwork", "hostPID", "hostIPC"]) assert.equal(spec[key], undefined, name);
    assert.equal(spec.containers.length, 1, name);
    const [{ securityContext, image, resources }] = spec.containers;
    assert.deepEqual(securityContext, { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } }, name);
    assert.match(image, /^[a-z0-9./-]+:(?!latest)[\w.-]+(@sha256:[0-9a-f]{64})?$/, name);
    assert.ok(resources.requests.cpu && resources.requests.memory && resources.limits.memory, name);
    assert.equal(resources.limits.cpu === undefined, name === "gateway", `${name}: a limit of CPU`);
    for (const volume of spec.volumes ?? []) {
      assert.equal(volume.hostPath, undefined, name);
      if (volume.emptyDir) assert.ok(volume.emptyDir.sizeLimit, `${name}: ${volume.name} has no bound`);
      if (volume.secret) assert.equal(volume.secret.defaultMode, 0o440, `${name}: ${volume.name}`);
    }
  }
});

each("what serves is probed where it answers, drains, and is never taken away whole", ({ rendered }, name) => {
  const lifecycle = read("services/shared/runtime/src/lifecycle.rs");
  const seconds = (constant) => Number(new RegExp(`${constant}: Duration = Duration::from_secs\\((\\d+)\\)`).exec(lifecycle)[1]);
  for (const [{ kind, metadata, spec }, template] of rendered.workloads().filter(([{ kind }]) => kind === "Deployment" || kind === "StatefulSet")) {
    const one = metadata.name;
    const [container] = template.spec.containers;
    for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"]) assert.ok(container[probe], `${one}: ${probe}`);
    const budgets = rendered.all("PodDisruptionBudget").filter(({ spec: { selector } }) => Object.entries(selector.matchLabels).every(([key, value]) => template.metadata.labels[key] === value));
    assert.deepEqual(budgets.map(({ spec: { maxUnavailable } }) => maxUnavailable), [1], `${one}: its budget`);
    assert.deepEqual(spec.selector.matchLabels, { "app.kubernetes.io/name": one }, kind);
    if (!serving.includes(one)) continue;
    const variables = rendered.variables(one);
    const delay = Number(/^(\d+)s$/.exec(variables.LINTEL_DRAIN_DELAY)[1]);
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    assert.ok(delay >= periodSeconds, `${one}: who routes by its readiness notices within the delay`);
    assert.ok(failureThreshold <= 3, one);
    assert.ok(template.spec.terminationGracePeriodSeconds > delay + seconds("CALLS_LIMIT") + seconds("DRAIN_LIMIT"), `${one}: time to drain`);
    assert.deepEqual(spec.strategy.rollingUpdate, { maxSurge: 1, maxUnavailable: 0 }, one);
    assert.deepEqual(template.spec.topologySpreadConstraints.map(({ topologyKey }) => topologyKey), ["kubernetes.io/hostname", "topology.kubernetes.io/zone"], one);
    const listens = Object.entries(variables).filter(([key]) => key.endsWith("LISTEN")).map(([, value]) => Number(value.split(":")[1]));
    assert.deepEqual(container.ports.map(({ containerPort }) => containerPort), listens, one);
    if (one === "gateway") {
      assert.deepEqual([container.startupProbe, container.readinessProbe, container.livenessProbe].map(({ httpGet }) => httpGet.path), ["/healthz", "/readyz", "/healthz"]);
    } else {
      // grpc.health.v1 says whether it should get work, asked by the program itself, which has a certificate; whether it lives is whether
      // its port accepts.
      assert.deepEqual(container.readinessProbe.exec.command, [container.args[0], "healthcheck"], one);
      assert.deepEqual([container.livenessProbe.tcpSocket.port, container.startupProbe.tcpSocket.port], ["grpc", "grpc"], one);
      assert.equal(rendered.one("Service", one).spec.clusterIP, "None", `${one}: callers find each replica`);
    }
  }
  const nats = rendered.one("StatefulSet", "nats").spec;
  assert.equal(nats.replicas, name === "large" ? 3 : 1);
  assert.ok(Object.values(rendered.all("ConfigMap")).some(({ data }) => /store_dir: \/data/.test(data["nats.conf"] ?? "")));
  assert.deepEqual(nats.volumeClaimTemplates.map(({ metadata }) => metadata.name), ["data"]);
});

each("every Service leads to a port of its pods, and the ingress, with TLS, to one of its Services", ({ rendered }, name) => {
  const pods = rendered.workloads().map(([, template]) => template);
  for (const { metadata, spec } of rendered.all("Service")) {
    const behind = pods.filter(({ metadata: { labels } }) => Object.entries(spec.selector).every(([key, value]) => labels[key] === value));
    assert.equal(behind.length, 1, `${metadata.name}`);
    for (const { targetPort, port } of spec.ports) {
      assert.ok(behind[0].spec.containers[0].ports.some((one) => one.name === targetPort && one.containerPort === port), `${metadata.name}: ${targetPort}`);
    }
  }
  for (const { metadata, spec } of rendered.all("Ingress")) {
    assert.deepEqual(spec.rules.map(({ host }) => host), spec.tls.flatMap(({ hosts }) => hosts), metadata.name);
    const { service } = spec.rules[0].http.paths[0].backend;
    assert.ok(rendered.one("Service", service.name).spec.ports.some(({ name: port }) => port === service.port.name), metadata.name);
  }
  assert.deepEqual(rendered.all("Ingress").map(({ metadata }) => metadata.name).sort(), ["grpc", "http"], name);
});

each("volumes are claimed, and files are where gateway and portfolio both find them", ({ rendered }, name) => {
  const claims = rendered.all("PersistentVolumeClaim");
  const users = {};
  for (const [{ metadata }, { spec }] of rendered.workloads()) {
    for (const { persistentVolumeClaim } of spec.volumes ?? []) {
      if (persistentVolumeClaim) (users[persistentVolumeClaim.claimName] ??= []).push(metadata.name);
    }
  }
  assert.deepEqual(Object.keys(users).sort(), claims.map(({ metadata }) => metadata.name).sort());
  if (name === "small") assert.deepEqual(users.files.filter((one) => one !== "backup").sort(), ["gateway", "portfolio"]);
  else {
    assert.equal(users.files, undefined, "files lie in a bucket");
    for (const one of serving) {
      assert.equal(/^s3:/.test(rendered.variables(one).LINTEL_FILES_URL ?? ""), IN_A_BUCKET.includes(one), one);
      assert.ok(!rendered.mounts(one).some(([at]) => at.includes("files")), one);
    }
  }
  assert.deepEqual(users.feeds, ["listings-import"]);
  if (name === "large") for (const { spec } of claims) assert.deepEqual(spec.accessModes, ["ReadWriteMany"]);
});

/** How many connections all replicas of all services open at most, with one more of each while a version replaces another. */
function connections(replicas) {
  return SERVICES.reduce((sum, name) => {
    const most = Number(/^max_connections = (\d+)$/m.exec(read(`services/${name}/config.default.toml`))[1]);
    return sum + (replicas(name) + 1) * (most + Math.max(1, Math.ceil(most / 4)));
  }, 0);
}

test("large: as many as there is work for, by requests in hand", () => {
  const { rendered } = clusters.large;
  const metrics = read("services/shared/telemetry/src/metrics.rs");
  const rules = read("deploy/k8s/overlays/large/adapter-rules.yaml");
  for (const one of serving) {
    const { scaleTargetRef, minReplicas, metrics: asked } = rendered.one("HorizontalPodAutoscaler", one).spec;
    assert.deepEqual(scaleTargetRef, { apiVersion: "apps/v1", kind: "Deployment", name: one });
    assert.ok(minReplicas >= 2, one);
    assert.equal(rendered.one("Deployment", one).spec.replicas, undefined, `${one}: autoscaling says how many`);
    for (const { type, pods } of asked) {
      assert.equal(type, "Pods");
      const known = [...metrics.matchAll(/UpDownCounter<i64> = "([\w.]+)"/g)].map(([, name]) => name.replaceAll(".", "_"));
      assert.ok(known.includes(pods.metric.name), `${one}: ${pods.metric.name}`);
      assert.ok(rules.includes(pods.metric.name), `the adapter does not know ${pods.metric.name}`);
    }
  }
  assert.match(rendered.container("gateway").env.find(({ name }) => name === "OTEL_RESOURCE_ATTRIBUTES").value, /^k8s\.pod\.name=\$\(POD_NAME\),k8s\.namespace\.name=\$\(POD_NAMESPACE\)$/);
  for (const label of ["k8s_pod_name", "k8s_namespace_name"]) assert.ok(rules.includes(label), label);
  assert.match(read("deploy/observability/collector.yaml"), /resource_to_telemetry_conversion:\n +enabled: true/);
});

test("PostgreSQL has room for everybody's connections", () => {
  const { parameters } = clusters.large.rendered.one("Cluster", "postgres").spec.postgresql;
  const most = (name) => clusters.large.rendered.one("HorizontalPodAutoscaler", name).spec.maxReplicas;
  assert.ok(connections(most) <= 0.8 * Number(parameters.max_connections), `large: ${connections(most)}`);
  const [, small] = /max_connections=(\d+)/.exec(clusters.small.rendered.container("postgres").args.join(" "));
  assert.ok(connections(() => 1) <= 0.8 * Number(small), `small: ${connections(() => 1)}`);
});

test("a statement that fails leaves nothing that it held in PostgreSQL's log, here and in the other installations", () => {
  const silent = ["log_error_verbosity=terse", "log_parameter_max_length=0", "log_parameter_max_length_on_error=0"];
  const { parameters } = clusters.large.rendered.one("Cluster", "postgres").spec.postgresql;
  const large = Object.entries(parameters).map((pair) => pair.join("="));
  const small = clusters.small.rendered.container("postgres").args;
  const compose = read("docker-compose.yml").match(/command: \[postgres, (.*)\]/)[1].split(", ");
  const native = read("deploy/local/lib/postgres.sh").match(/PG_SILENT=\((.*)\)/)[1].split(" ");
  for (const set of [large, small, compose, native]) for (const one of silent) assert.ok(set.includes(one), `${one}: ${set}`);
  // As CSV the log has details whatever the verbosity.
  assert.ok(large.includes("log_min_messages=log"));
});

test("large: three of PostgreSQL on three nodes, none of which lacks what was acknowledged, with an archive and a nightly backup", () => {
  const { rendered } = clusters.large;
  const { spec } = rendered.one("Cluster", "postgres");
  assert.deepEqual([spec.instances, spec.affinity.podAntiAffinityType], [3, "required"]);
  assert.deepEqual(spec.postgresql.synchronous, { method: "any", number: 1, dataDurability: "required", failoverQuorum: true });
  const [plugin] = spec.plugins;
  assert.equal(plugin.isWALArchiver, true);
  rendered.one("ObjectStore", plugin.parameters.barmanObjectName);
  const backup = rendered.one("ScheduledBackup", "postgres").spec;
  assert.deepEqual([backup.cluster.name, backup.pluginConfiguration.name], ["postgres", plugin.name]);
  assert.deepEqual(spec.postgresql.pg_hba, ["hostssl all all all scram-sha-256", "host all all all reject"]);
});

test("small: the backup is of all that docs/operate/operating.md names", () => {
  const { rendered, made } = clusters.small;
  const container = rendered.container("backup");
  assert.deepEqual(container.args.slice(2), SERVICES);
  assert.equal(container.env.find(({ name }) => name === "FILES").value, rendered.mounts("backup").find(([, volume]) => volume.persistentVolumeClaim?.claimName === "files")[0]);
  const [, keys] = /for key in (.*?); do/.exec(read("deploy/setup/dump-databases"));
  const names = execFileSync("bash", ["-c", `echo ${keys}`], { encoding: "utf8" }).trim().split(" ");
  for (const name of ["postgres.password", ...names]) assert.ok(made.secrets.backup[name], name);
});

test("the example replaces every address and the image, and tells every program the rest", () => {
  const text = JSON.stringify(example.objects);
  assert.ok(!/[^.]lintel\.example|"lintel:local"/.test(text), "an address or an image of the base is left");
  for (const program of serving) {
    assert.match(example.container(program).image, /@sha256:[0-9a-f]{64}$/, program);
    const { LINTEL_PUBLIC_URL: url, ...rest } = example.variables(program);
    assert.equal(url, `https://${example.one("Ingress", "http").spec.rules[0].host}`);
    const { LINTEL_PUBLIC_URL: _, ...base } = clusters.small.rendered.variables(program);
    assert.deepEqual(Object.keys(rest).sort(), Object.keys(base).sort(), program);
  }
});

test("a variable of a program is one that the program knows", () => {
  const known = read("docs/operate/operating.md") + read("docs/reference/telemetry.md");
  for (const program of serving) {
    for (const key of Object.keys(clusters.large.rendered.variables(program)).filter((one) => one.startsWith("LINTEL_"))) {
      assert.ok(known.includes(`\`${key}\``), `${program}: ${key}`);
      assert.ok(!key.includes("__") || key.startsWith(serviceVariables(program)), `${program}: ${key} is another's`);
    }
  }
});
