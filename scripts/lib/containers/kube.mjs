// deploy/k8s/overlays/small in podman: `podman kube play` of each workload in the order of `apply`, as rendered but for what podman 4 does not
// read (said at the end). Services are addresses in /etc/hosts.
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { filesOf, Rendered } from "../../../deploy/k8s/installation.mjs";
import { root } from "../../../deploy/docker/installation.mjs";
import { answers, eventually, OURS, podman, rights, say, tried, walk } from "./tools.mjs";

const WORK = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "containers");
const STAGES = ["servers", "databases", "migrations", "streams", "services", "gateway"];
const OWNER = 10001;
const NOT_SHOWN = [
  "NetworkPolicies, PodDisruptionBudgets, topology spread and autoscaling: podman has no cluster; k8s.test.mjs reads them",
  "Services, DNS and the Ingress with its TLS: names are addresses in /etc/hosts here",
  "probes by the kubelet: each readiness probe was asked from outside instead; startup and liveness probes and preStop were not",
  "fsGroup and the modes of mounted files: volumes belong to the pods' user from the start",
  "StatefulSets, Jobs and the CronJob: their pods were played, by the same templates",
  "Pod Security admission: what it asks for was read from each process instead",
];

/** A folder with these files as the kubelet mounts them: root's, readable by the pods' group. */
function folderOf(workload, volume, files, mode) {
  const folder = join(WORK, "volumes", workload, volume);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    writeFileSync(path, content);
    chownSync(path, 0, OWNER);
    chmodSync(path, mode ?? 0o644);
  }
  return { name: volume, hostPath: { path: folder, type: "Directory" } };
}

class Cluster {
  constructor(rendered, secrets) {
    this.rendered = rendered;
    this.secrets = secrets;
    this.addresses = {};
    this.claims = new Set();
  }

  address(name) {
    this.addresses[name] ??= `10.89.77.${20 + Object.keys(this.addresses).length}`;
    return this.addresses[name];
  }

  /** What /etc/hosts of every pod says: each Service is the one pod behind it. */
  hostAliases() {
    const services = this.rendered.all("Service").map(({ metadata, spec }) => [metadata.name, spec.selector["app.kubernetes.io/name"]]);
    return [...services, ["inbox", "inbox"]].map(([name, pod]) => ({ ip: this.address(pod), hostnames: [name] }));
  }

  volume(workload, volume, claims) {
    if (volume.emptyDir) return volume.emptyDir.medium ? null : volume;
    if (volume.secret || volume.projected) {
      const files = Object.fromEntries(Object.entries(filesOf(volume, this.secrets)).map(([path, [secret, key]]) => [path, this.secrets[secret][key]]));
      return folderOf(workload, volume.name, files, (volume.secret ?? volume.projected).defaultMode);
    }
    if (volume.configMap) return folderOf(workload, volume.name, this.rendered.one("ConfigMap", volume.configMap.name).data, volume.configMap.defaultMode);
    const claim = `${OURS}-${volume.persistentVolumeClaim.claimName}`;
    if (!this.claims.has(claim)) claims.push(claim);
    this.claims.add(claim);
    return { name: volume.name, persistentVolumeClaim: { claimName: claim } };
  }

  /** The documents of one workload for podman. */
  documents(object, template) {
    const { name } = object.metadata;
    const claims = [];
    const spec = structuredClone(template.spec);
    const claimed = (object.spec.volumeClaimTemplates ?? []).map(({ metadata }) => ({ name: metadata.name, persistentVolumeClaim: { claimName: `${metadata.name}-${name}-0` } }));
    spec.volumes = [...(spec.volumes ?? []), ...claimed].map((one) => this.volume(name, one, claims)).filter(Boolean);
    const [container] = spec.containers;
    container.volumeMounts = container.volumeMounts.filter((mount) => spec.volumes.some((volume) => volume.name === mount.name));
    container.env = container.env?.map(({ name: key, value, valueFrom }) => ({ name: key, value: value ?? { "metadata.name": `${name}-0`, "metadata.namespace": "lintel" }[valueFrom.fieldRef.fieldPath] }));
    for (const one of ["startupProbe", "readinessProbe", "livenessProbe", "lifecycle"]) delete container[one];
    for (const one of ["topologySpreadConstraints", "serviceAccountName"]) delete spec[one];
    spec.hostAliases = this.hostAliases();
    const ends = object.kind === "Job" || object.kind === "CronJob";
    if (ends) spec.restartPolicy = "Never";
    const metadata = { name: `${OURS}-${name}`, labels: template.metadata.labels };
    const pod = ends
      ? { apiVersion: "v1", kind: "Pod", metadata, spec }
      : { apiVersion: "apps/v1", kind: "Deployment", metadata, spec: { selector: object.spec.selector, template: { metadata: { labels: template.metadata.labels }, spec } } };
    const settings = (container.envFrom ?? []).map(({ configMapRef }) => this.rendered.one("ConfigMap", configMapRef.name));
    const volumes = claims.map((claim) => ({
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: claim, annotations: { "volume.podman.io/uid": String(OWNER), "volume.podman.io/gid": String(OWNER) } },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    }));
    return [...settings, ...volumes, pod];
  }

  containerOf({ kind, metadata: { name } }) {
    return kind === "Job" || kind === "CronJob" ? `${OURS}-${name}-program` : `${OURS}-${name}-pod-0-program`;
  }

  play(object, template) {
    const { name } = object.metadata;
    const file = join(WORK, `${name}.yaml`);
    writeFileSync(file, this.documents(object, template).map((one) => JSON.stringify(one)).join("\n---\n"));
    podman("kube", "play", `--network=${OURS}`, `--ip=${this.address(name)}`, file);
  }

  /** Whether its readiness probe is answered, asked from outside the pod. */
  async ready(object, template) {
    const [{ readinessProbe, ports }] = template.spec.containers;
    const at = this.address(object.metadata.name);
    const number = (port) => ports.find(({ name }) => name === port)?.containerPort ?? port;
    const { exec, grpc, httpGet, tcpSocket } = readinessProbe;
    if (exec) return tried("exec", this.containerOf(object), ...exec.command).status === 0;
    if (grpc) return tried("exec", this.containerOf(object), "/proc/1/exe", "healthcheck").status === 0;
    if (httpGet) return answers(`http://${at}:${number(httpGet.port)}${httpGet.path}`);
    return new Promise((done) => {
      const socket = connect(number(tcpSocket.port), at, () => done(true) || socket.destroy()).on("error", () => done(false));
    });
  }

  async step(stage) {
    const workloads = this.rendered.workloads().filter(([{ metadata }]) => metadata.labels["lintel/stage"] === stage);
    for (const [object, template] of workloads) this.play(object, template);
    for (const [object, template] of workloads) {
      if (object.kind === "Job" || object.kind === "CronJob") this.ended(object);
      else await eventually(`${object.metadata.name} ready`, () => this.ready(object, template));
    }
    return workloads;
  }

  ended(object) {
    const container = this.containerOf(object);
    const code = podman("wait", container);
    if (code !== "0") throw new Error(`${object.metadata.name} ended with ${code}:\n${tried("logs", container).stderr}`);
  }
}

export async function played() {
  mkdirSync(WORK, { recursive: true });
  const rendered = new Rendered("overlays/small");
  const secrets = decoded(execFileSync(join(root, "deploy/k8s/secrets"), [join(WORK, "secrets"), "small"], {
    encoding: "utf8",
    env: { ...process.env, LINTEL_IMAGE: "localhost/lintel:local", LINTEL_SMTP_URL: "smtp://inbox:1025" },
  }));
  const cluster = new Cluster(rendered, secrets);
  podman("run", "--detach", `--label=${OURS}`, `--name=${OURS}-inbox`, `--network=${OURS}`, `--ip=${cluster.address("inbox")}`, "--env=MAILDEV_IP=0.0.0.0", "--env=MAILDEV_WEB_IP=0.0.0.0", "docker.io/maildev/maildev:2.2.1");

  const began = performance.now();
  const running = [];
  for (const stage of STAGES) running.push(...(await cluster.step(stage)));
  const url = `http://${cluster.address("gateway")}:8080`;
  say(`kube: ${running.length} workloads of overlays/small played in the order of apply, ready after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  say(`kube: the first story, in profile production, in ${await walk(url, `http://${cluster.address("inbox")}:1080`)}; pages answer: ${await answers(url)}`);

  const standing = running.filter(([{ kind }]) => kind === "Deployment" || kind === "StatefulSet");
  for (const [object] of standing) {
    const { Uid, CapEff, NoNewPrivs, Seccomp } = rights(cluster.containerOf(object));
    const confined = Uid === String(OWNER) && Number(`0x${CapEff}`) === 0 && NoNewPrivs === "1" && Seccomp === "2";
    if (!confined) throw new Error(`${object.metadata.name} may do more than it should: uid ${Uid}, capabilities ${CapEff}, seccomp ${Seccomp}`);
    if (podman("inspect", cluster.containerOf(object), "--format", "{{.HostConfig.ReadonlyRootfs}}") !== "true") throw new Error(`${object.metadata.name} can write to its image`);
  }
  say(`kube: ${standing.length} pods confined: user ${OWNER}, no capability, no new privileges, seccomp, a read-only file system`);

  await cluster.step("backup");
  const [backup] = readdirSync(podman("volume", "inspect", `${OURS}-backups`, "--format", "{{.Mountpoint}}"));
  say(`kube: the backup ${backup} was taken`);

  for (const [object] of standing.filter(([{ metadata }]) => ["services", "gateway"].includes(metadata.labels["lintel/stage"])).toReversed()) {
    podman("stop", "--time=45", cluster.containerOf(object));
    const code = podman("inspect", cluster.containerOf(object), "--format", "{{.State.ExitCode}}");
    if (code !== "0") throw new Error(`${object.metadata.name} did not drain: exit code ${code}`);
  }
  say("kube: all drained and ended with 0");
  say(`What podman cannot show of the manifests:\n${NOT_SHOWN.map((one) => `  - ${one}`).join("\n")}`);
}

/** The contents of printed Secrets: { name: { file: bytes } }. */
function decoded(yaml) {
  return Object.fromEntries(
    yaml.split(/^---$/m).filter((text) => text.trim()).map((text) => [
      /^ {2}name: (.*)$/m.exec(text)[1],
      Object.fromEntries([...text.slice(text.indexOf("\ndata:")).matchAll(/^ {2}(\S+): (\S+)$/gm)].map(([, file, content]) => [file, Buffer.from(content, "base64")])),
    ]),
  );
}
