// What deploy/k8s installs, in the words of deploy/docker/installation.mjs: programs with their environments, and the steps of `apply`.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../docker/installation.mjs";

const scratch = mkdtempSync(join(tmpdir(), "lintel-k8s-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
export const python = process.env.LINTEL_TEST_PYTHON ?? join(root, "target/python/bin/python");
const bin = dirname(python);
const run = (file, args, options) => execFileSync(file, args, { encoding: "utf8", maxBuffer: 1e8, ...options });

function parse(yaml) {
  const program = "import json, sys; from ruamel.yaml import YAML; json.dump([one for one in YAML(typ='safe').load_all(sys.stdin) if one], sys.stdout)";
  return JSON.parse(run(python, ["-c", program], { input: yaml }));
}

/** A folder of deploy/k8s as kubectl renders it. */
export class Rendered {
  constructor(folder) {
    this.file = join(scratch, `${folder.replaceAll("/", "-")}.yaml`);
    writeFileSync(this.file, run(join(bin, "kubectl"), ["kustomize", join(root, "deploy/k8s", folder)]));
    this.objects = parse(readFileSync(this.file, "utf8"));
  }

  all(kind) {
    return this.objects.filter((one) => one.kind === kind);
  }

  one(kind, name) {
    const found = this.all(kind).filter(({ metadata }) => metadata.name === name);
    if (found.length !== 1) throw new Error(`${found.length} of ${kind} ${name}`);
    return found[0];
  }

  /** Everything that makes pods, with the template of them: [object, template]. */
  workloads() {
    return this.objects
      .map((one) => [one, one.kind === "CronJob" ? one.spec.jobTemplate.spec.template : one.spec?.template])
      .filter(([, template]) => template?.spec?.containers);
  }

  container(name) {
    const [, template] = this.workloads().find(([{ metadata }]) => metadata.name === name);
    return template.spec.containers[0];
  }

  /** The variables of a program as its process gets them, but those that only the cluster knows. */
  variables(name) {
    const { env = [], envFrom = [] } = this.container(name);
    const settings = envFrom.map(({ configMapRef }) => this.one("ConfigMap", configMapRef.name).data);
    const own = env.filter(({ value }) => value !== undefined).map(({ name: key, value }) => [key, value]);
    return { ...Object.assign({}, ...settings), ...Object.fromEntries(own) };
  }

  /** Its mounts: [path, volume]. */
  mounts(name) {
    const [, template] = this.workloads().find(([{ metadata }]) => metadata.name === name);
    const volumes = Object.fromEntries((template.spec.volumes ?? []).map((volume) => [volume.name, volume]));
    return template.spec.containers[0].volumeMounts.map(({ name: volume, mountPath }) => [mountPath, volumes[volume]]);
  }

  /** What kubernetes-validate says of a file with these objects; empty when all are valid. */
  static complaints(file) {
    try {
      run(join(bin, "kubernetes-validate"), ["--strict", "--quiet", "--no-warn", file], { stdio: "pipe" });
      return "";
    } catch (error) {
      return `${error.stdout}${error.stderr}`;
    }
  }
}

/** The files of a volume that come from Secrets: { file: [secret, key] }. */
export function filesOf(volume, secrets) {
  const sources = volume.projected?.sources ?? [{ secret: { ...volume.secret, name: volume.secret?.secretName } }];
  return Object.fromEntries(
    sources.flatMap(({ secret: { name, items } = {} }) =>
      (items ?? Object.keys(secrets[name] ?? {}).map((key) => ({ key, path: key }))).map(({ key, path }) => [path, [name, key]]),
    ),
  );
}

/** Runs `secrets`: { objects, secrets: { name: { file: content } }, folder: { file: content }, path }. */
export function madeSecrets(overlay, smtpUrl) {
  const path = mkdtempSync(join(scratch, "secrets-"));
  // The image's lintel-notifications, by an engine that is not there.
  const engines = mkdtempSync(join(scratch, "engines-"));
  const engine = '#!/bin/sh\nuntil [ "$1" = lintel-notifications ]; do shift; done\necho secret >"$3"; [ -z "$4" ] || echo public >"$4"\n';
  writeFileSync(join(engines, "podman"), engine, { mode: 0o755 });
  if (overlay === "large") writeFileSync(join(path, "files.credentials"), "the-id\nthe-secret\n");
  const make = () =>
    run(join(root, "deploy/k8s/secrets"), [path, overlay], { env: { PATH: `${engines}:${process.env.PATH}`, LINTEL_IMAGE: "lintel:local", LINTEL_SMTP_URL: smtpUrl } });
  const yaml = make();
  if (make() !== yaml) throw new Error("a second run makes other secrets");
  const objects = parse(yaml);
  const decoded = ({ data }) => Object.fromEntries(Object.entries(data).map(([file, text]) => [file, Buffer.from(text, "base64").toString().trim()]));
  const secrets = Object.fromEntries(objects.map((one) => [one.metadata.name, decoded(one)]));
  const folder = Object.fromEntries(readdirSync(path).map((file) => [file, readFileSync(join(path, file), "utf8").trim()]));
  const file = join(path, "..", `secrets-${overlay}.yaml`);
  writeFileSync(file, yaml);
  return { objects, secrets, folder, path, file };
}

/** The selectors that `apply` applies, one after the other; `there` says whether an older version runs. */
export function appliedSelectors(rendered, there) {
  const folder = mkdtempSync(join(scratch, "apply-"));
  mkdirSync(join(folder, "bin"));
  const fake = join(folder, "bin/kubectl");
  writeFileSync(
    fake,
    `#!/bin/bash\n[[ $1 != kustomize ]] || exec cat ${rendered.file}\nprintf '%s\\n' "$*" >>${folder}/record\n${there ? '[[ $* != *"get deployment"* ]] || echo deployment.apps/gateway\n' : ""}`,
  );
  chmodSync(fake, 0o755);
  symlinkSync(process.execPath, join(folder, "bin/node"));
  run(join(root, "deploy/k8s/apply"), [folder], { env: { PATH: `${folder}/bin:${process.env.PATH}` } });
  const lines = readFileSync(join(folder, "record"), "utf8").trim().split("\n");
  return lines.flatMap((line) => / apply --filename \S+ --selector (\S+)$/.exec(line)?.[1] ?? []);
}

/** Whether labels match a selector as kubectl reads one. */
export const matches = (selector, labels = {}) =>
  selector.split(",").every((term) => {
    if (term.startsWith("!")) return !(term.slice(1) in labels);
    const [key, value] = term.split("=");
    return labels[key] === value;
  });
