// Strangers who try a password for one address after the other, by the clock: any number at once, none of them waits for an answer.
// A thread of its own, because whoever measures another route meanwhile must not be held up by its own strangers.
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { post } from "./post.mjs";

const { url, round, rate, seconds } = workerData;
const agent = new Agent({ keepAlive: true });
const begin = performance.now();
const calls = [];
for (let number = 0; number < rate * seconds; number += 1) {
  const due = begin + (number * 1000) / rate;
  if (due > performance.now()) await sleep(due - performance.now());
  calls.push(post(url, agent, { email: `stranger-${round}-${number}@example.com`, password: "a wrong guess 1" }));
}
const statuses = (await Promise.all(calls)).map(({ status }) => status);
parentPort.postMessage({ statuses, spent: (performance.now() - begin) / 1000 });
agent.destroy();
