// Exit 0 when the address answers with a success within a second.
const [address] = process.argv.slice(2);
const answer = await fetch(address, { signal: AbortSignal.timeout(1000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
