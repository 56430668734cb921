// Requests that leave by the clock, at a constant rate from a schedule made beforehand: a late answer delays none of those
// behind it, and any number of them may be on their way. (oha could do this, but does not compile without a TLS library and
// takes six minutes of processor time to build; wrk cannot.)
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

function answered(url, agent, headers) {
  return new Promise((resolve, reject) => {
    const left = performance.now();
    const call = request(url, { agent, headers }, (reply) => {
      reply.resume();
      reply.once("end", () => resolve({ status: reply.statusCode, took: performance.now() - left }));
    });
    // A kept connection that the server has just closed, having been idle for long, says nothing of the server.
    call.once("error", (error) => (call.reusedSocket && error.code === "ECONNRESET" ? answered(url, agent, headers).then(resolve, reject) : reject(error)));
    call.end();
  });
}

/** `rate` requests a second for some seconds; resolves to how many there were, to p50 and p99 in
 * milliseconds, and to how late the sender itself was at worst, which no latency counts. */
export async function openLoop(url, headers, { rate, seconds }) {
  const agent = new Agent({ keepAlive: true });
  const fields = Object.fromEntries(headers.map((header) => header.split(/: (.*)/s).slice(0, 2)));
  const begin = performance.now() + 50;
  const calls = [];
  let latest = 0;
  for (let number = 0; number < rate * seconds; number += 1) {
    const due = begin + (number * 1000) / rate;
    if (due > performance.now()) await sleep(due - performance.now());
    latest = Math.max(latest, performance.now() - due);
    calls.push(answered(url, agent, fields));
  }
  const answers = await Promise.all(calls);
  const spent = (performance.now() - begin) / 1000;
  agent.destroy();
  const failures = answers.filter(({ status }) => status !== 200);
  if (failures.length) throw new Error(`${failures.length} of ${answers.length} failed at ${url}, one with ${failures[0].status}`);
  const times = answers.map(({ took }) => took).sort((a, b) => a - b);
  const percentile = (share) => times[Math.floor(times.length * share)];
  return { requests: times.length, rate: times.length / spent, p50: percentile(0.5), p99: percentile(0.99), late: latest };
}
