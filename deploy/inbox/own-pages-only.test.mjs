// Other sites' pages read nothing in the mail inbox, neither by a request nor by a socket.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import http from "node:http";
import { test } from "node:test";

createRequire(import.meta.url)("./own-pages-only.cjs");

test("own pages and programs are answered, other origins and names are not", async () => {
  const server = http.createServer((_, answer) => answer.setHeader("access-control-allow-origin", "*").end("mails"));
  server.on("upgrade", (_, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"));
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address();
  const status = (headers) =>
    new Promise((answered, failed) => {
      const request = http.request({ host: "127.0.0.1", port, headers });
      for (const event of ["response", "upgrade"]) request.on(event, ({ statusCode }, socket) => (socket?.destroy?.(), answered(statusCode)));
      request.on("error", failed).end();
    });
  const own = `127.0.0.1:${port}`;
  const cases = [
    [{ host: own }, 200],
    [{ host: `localhost:${port}`, origin: `http://localhost:${port}` }, 200],
    [{ host: `[::1]:${port}` }, 200],
    [{ host: own, origin: "https://elsewhere.example" }, 403],
    [{ host: own, origin: "null" }, 403],
    [{ host: own, origin: `http://127.0.0.1:${port + 1}` }, 403],
    [{ host: `elsewhere.example:${port}` }, 403],
    [{ host: `elsewhere.example:${port}`, origin: `http://elsewhere.example:${port}` }, 403],
  ];
  for (const [headers, expected] of cases) {
    assert.equal(await status(headers), expected, JSON.stringify(headers));
    const upgrade = { ...headers, connection: "Upgrade", upgrade: "websocket" };
    assert.equal(await status(upgrade), expected === 200 ? 101 : 403, `a socket: ${JSON.stringify(headers)}`);
  }
  server.close();
});
