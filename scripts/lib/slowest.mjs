// The slowest tests of a run, out of what its runners left in a folder: slowest.mjs <folder> <how many>
//   *.junit.xml   of nextest
//   *.log         of Playwright and vitest (list reporters, vitest a file at a time) and of node's tests (TAP)
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, count] = process.argv.slice(2);
const UNITS = { ms: 0.001, s: 1, m: 60 };
const seconds = (number, unit) => Number(number) * UNITS[unit];

function ofNextest(text) {
  return [...text.matchAll(/<testcase name="([^"]*)" classname="([^"]*)"[^>]* time="([\d.]+)"/g)].map(([, name, program, time]) => ({
    name: `${program} ${name}`,
    time: Number(time),
  }));
}

function ofList(text) {
  return [...text.matchAll(/^ *(?:✓|✘|ok|x) +(?:\d+ )?(.*?)(?: \(([\d.]+)(ms|s|m)\)| (\d+)(ms))$/gm)].map(([, name, long, unit, short, ms]) => ({
    name,
    time: seconds(long ?? short, unit ?? ms),
  }));
}

function ofTap(text) {
  return [...text.matchAll(/^(?:not )?ok \d+ - (.*)\n +---\n +duration_ms: ([\d.]+)/gm)].map(([, name, time]) => ({
    name,
    time: Number(time) / 1000,
  }));
}

const read = (file) => readFileSync(join(folder, file), "utf8");
const tests = readdirSync(folder).flatMap((file) => {
  if (file.endsWith(".junit.xml")) return ofNextest(read(file));
  return file.endsWith(".log") ? [read(file)].flatMap((text) => [...ofList(text), ...ofTap(text)]) : [];
});
tests.sort((one, other) => other.time - one.time);
for (const { name, time } of tests.slice(0, Number(count))) console.log(`${time.toFixed(1).padStart(7)} s  ${name}`);
