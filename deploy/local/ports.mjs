// Ports of the local installation.
//   ports.mjs free <count>            prints free ports of 127.0.0.1, one per line
//   ports.mjs check <NAME=host:port>… fails with one sentence naming the variable whose address cannot be had
import { createServer } from "node:net";

/** Resolves to null when the address can be bound, else to the system's error code. */
function refusal(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(error.code));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

// Below the range that the kernel hands to outgoing connections, so that nothing takes the port between now and its use.
const FIRST = 20000;
const LAST = 32000;

async function free(count) {
  const found = new Set();
  while (found.size < count) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if ((await refusal("127.0.0.1", port)) === null) found.add(port);
  }
  console.log([...found].join("\n"));
}

const REASONS = {
  EADDRINUSE: "is in use",
  EACCES: "is not allowed to this user",
  EADDRNOTAVAIL: "is no address of this machine",
};

async function check(addresses) {
  for (const entry of addresses) {
    const [, name, host, port] = /^(\w+)=(.*):(\d+)$/.exec(entry);
    const code = await refusal(host, Number(port));
    if (code === null) continue;
    const variable = code === "EADDRNOTAVAIL" ? "LINTEL_BIND" : name;
    console.log(`${host}:${port} ${REASONS[code] ?? `cannot be had (${code})`}; set ${variable} to another.`);
    process.exit(1);
  }
}

const [command, ...rest] = process.argv.slice(2);
if (command === "free") await free(Number(rest[0]));
else await check(rest);
