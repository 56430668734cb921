// The services, and how what belongs to one is called: the rule of deploy/setup/service-names.sh for scripts in Node.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const settings = readFileSync(join(resolve(import.meta.dirname, "../.."), "deploy/local/lib/settings.sh"), "utf8");

/** The names of all services, as deploy/local starts them. */
export const SERVICES = /^SERVICES=\((.*)\)$/m.exec(settings)[1].split(" ");

/** What the variables of a service begin with, before _URL and __SECTION__KEY. */
export const serviceVariables = (name) => `LINTEL_${name.replaceAll("-", "_").toUpperCase()}`;
