// A landlord, and their fifty properties, made through the public API as a person would make them.
import { randomUUID } from "node:crypto";
import { PROPERTIES } from "../../deploy/local/demo-portfolio.mjs";

export const PROPERTIES_WANTED = 50;

async function call(base, method, path, { body, token } = {}) {
  const headers = { "content-type": "application/json", "idempotency-key": randomUUID() };
  if (token) headers.authorization = `Bearer ${token}`;
  const reply = await fetch(new URL(path, base), { method, headers, body: body && JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply.status === 204 ? null : reply.json();
}

/** Signs up, verifies (without a mail transport the reply has the code) and signs in. */
export async function landlord(base) {
  const email = `bench-${randomUUID()}@example.com`;
  const password = randomUUID();
  const account = { name: "Bench Landlord", email, password, role: "Landlord" };
  const { verificationCode: code } = await call(base, "POST", "/api/auth/signup", { body: account });
  await call(base, "POST", "/api/auth/verify-manual", { body: { code } });
  const { token, user } = await call(base, "POST", "/api/auth/login", { body: { email, password } });
  return { token, organisation: user.organisation.id, email, password };
}

/** A landlord with fifty properties. */
export async function landlordWithProperties(base) {
  const { token, organisation } = await landlord(base);
  let last;
  for (let index = 0; index < PROPERTIES_WANTED; index += 1) {
    const kind = PROPERTIES[index % PROPERTIES.length];
    const body = { photos: [], ...kind, name: `${kind.name} ${index + 1}` };
    last = await call(base, "POST", "/api/properties", { body, token });
  }
  return { token, organisation, propertyId: last.id };
}
