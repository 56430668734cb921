// The mail inbox answers its own page and programs, and no other site's page: it holds links that open accounts, and maildev by itself
// lets any origin read them. Loaded into it before it starts (node --require); an address is a loopback name or an IP, so that no name
// of somebody else's stands for it.
const http = require("node:http");
const { isIP } = require("node:net");

function isOwn({ host = "", origin }) {
  const [, name] = /^\[?([^\]]*?)\]?(?::\d+)?$/.exec(host) ?? [];
  const known = name === "localhost" || name === "inbox" || isIP(name ?? "") !== 0;
  return known && (origin === undefined || origin === `http://${host}`);
}

const emit = http.Server.prototype.emit;
http.Server.prototype.emit = function (event, request, answer, ...rest) {
  if ((event !== "request" && event !== "upgrade") || isOwn(request.headers)) return emit.call(this, event, request, answer, ...rest);
  if (event === "upgrade") answer.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  else answer.writeHead(403).end();
  return true;
};
