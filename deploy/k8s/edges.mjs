// Who may talk to whom: by the policies of a rendered cluster, and by what the programs' source and settings say.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../docker/installation.mjs";
import { SERVICES, serviceVariables } from "../setup/service-names.mjs";

const holds = (labels, { matchLabels = {}, matchExpressions = [] }) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values }) => {
    if (operator !== "In") throw new Error(`a policy uses ${operator}, which nobody here can read`);
    return values.includes(labels[key]);
  });

/** Whether one rule of a policy lets a pod with these labels pass, at this port. */
const allows = (rule, side, labels, port) =>
  (rule.ports ?? [{ port }]).some((one) => one.port === port) && (rule[side] ?? []).some(({ podSelector, namespaceSelector }) => podSelector && !namespaceSelector && holds(labels, podSelector));

/** The edges within the namespace that both ends allow, as "from → to:port". `pods`: [name, labels, ports]. */
export function allowedEdges(policies, pods) {
  const may = (which, side, of, other, port) =>
    policies
      .filter(({ spec }) => spec.policyTypes.includes(which) && holds(of, spec.podSelector))
      .some(({ spec }) => (spec[which.toLowerCase()] ?? []).some((rule) => allows(rule, side, other, port)));
  const edges = [];
  for (const [from, labels] of pods) {
    for (const [to, others, ports] of pods) {
      for (const port of ports) {
        if (may("Egress", "to", labels, others, port) && may("Ingress", "from", others, labels, port)) edges.push(`${from} → ${to}:${port}`);
      }
    }
  }
  return edges.sort();
}

/** Rules that reach beyond the namespace: "name in|out what ports". */
export function outwardRules(policies) {
  return policies
    .flatMap(({ metadata: { name }, spec }) => [
      ...(spec.ingress ?? []).map((rule) => ["in", rule.from, rule.ports]),
      ...(spec.egress ?? []).map((rule) => ["out", rule.to, rule.ports]),
    ].flatMap(([way, peers, ports]) => {
      const places = peers === undefined ? ["anywhere"] : peers.flatMap(({ namespaceSelector, ipBlock }) =>
        namespaceSelector ? [Object.entries(namespaceSelector.matchLabels).flat().join("=")] : ipBlock ? [ipBlock.cidr] : []);
      return places.map((place) => `${name} ${way} ${place} ${ports.map(({ port }) => port).join(",")}`);
    }))
    .sort();
}

function sources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && one.name.endsWith(".rs") && !one.parentPath.includes("/tests"))
    .map((one) => readFileSync(join(one.parentPath, one.name), "utf8"))
    .join("\n");
}

/** The services that a program calls: those whose address its source reads, and identity if it checks callers by its keys. */
export function called(program) {
  const text = sources(join(root, program === "gateway" ? "gateway/src" : `services/${program}/src`));
  return SERVICES.filter((name) => text.includes(`"${serviceVariables(name)}_URL"`) || (name === "identity" && text.includes("callers::verified(")));
}
