// Lintel in podman, for scripts/containers: `compose` starts docker-compose.yml, `kube` plays deploy/k8s for one small cluster; each walks
// the first story, asks every program how it is, and ends it. `down` takes away what either left.
import { composed } from "./compose.mjs";
import { played } from "./kube.mjs";
import { OURS, say, tried } from "./tools.mjs";

/** Removes the containers, pods, volumes, secrets and the network of a run. */
function down() {
  for (const pod of tried("pod", "ps", "--quiet", "--filter", `network=${OURS}`).stdout.split("\n").filter(Boolean)) tried("pod", "rm", "--force", "--time=5", pod);
  for (const one of tried("ps", "--all", "--quiet", "--filter", `label=${OURS}`).stdout.split("\n").filter(Boolean)) tried("rm", "--force", "--time=5", one);
  for (const kind of ["volume", "secret"]) {
    for (const name of tried(kind, "ls", "--format", "{{.Name}}").stdout.split("\n").filter((one) => one.startsWith(OURS))) tried(kind, "rm", name);
  }
  tried("network", "rm", "--force", OURS);
}

const [command] = process.argv.slice(2);
down();
if (command !== "down") {
  tried("network", "create", "--subnet=10.89.77.0/24", OURS);
  try {
    await { compose: composed, kube: played }[command]();
  } catch (error) {
    say(`${command}: ${error.stderr || error.stack}`);
    process.exitCode = 1;
  }
}
