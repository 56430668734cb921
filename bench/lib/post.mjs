// One POST of JSON over a kept connection, timed.
import { request } from "node:http";

/** Resolves to the status, the cookies that it set, and the milliseconds until its last byte. */
export function post(url, agent, body, headers = {}) {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const left = performance.now();
    const fields = { "content-type": "application/json", "content-length": Buffer.byteLength(text), ...headers };
    const call = request(url, { agent, method: "POST", headers: fields }, (reply) => {
      reply.resume();
      const cookies = reply.headers["set-cookie"] ?? [];
      reply.once("end", () => resolve({ status: reply.statusCode, cookies, took: performance.now() - left }));
    });
    call.once("error", reject).end(text);
  });
}
