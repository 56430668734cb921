import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Finds the installation to test: LINTEL_E2E_URL and LINTEL_E2E_INBOX name one that runs, LINTEL_STATE_DIR its
 * state folder; without them one is started by
 * the same launcher as `make run`, with a state folder and ports of its own, and stopped at the end.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['LINTEL_E2E_URL'] !== undefined) return undefined
  const state = await mkdtemp(join(tmpdir(), 'lintel-browser-'))
  const [http, grpc, inbox] = await Promise.all([freePort(), freePort(), freePort()])
  const launcher = spawn(join(root, 'deploy/local/run'), {
    env: {
      ...process.env,
      LINTEL_STATE_DIR: state,
      LINTEL_HTTP_PORT: String(http),
      LINTEL_GRPC_PORT: String(grpc),
      LINTEL_INBOX_PORT: String(inbox),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    await ended(launcher)
    await rm(state, { recursive: true, force: true })
  }
  try {
    await ready(launcher)
  } catch (error) {
    await stop()
    throw error
  }
  process.env['LINTEL_STATE_DIR'] = state
  process.env['LINTEL_E2E_URL'] = `http://127.0.0.1:${String(http)}`
  process.env['LINTEL_E2E_INBOX'] = `http://127.0.0.1:${String(inbox)}`
  return stop
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/** Resolves when sign-up works, fails when the launcher ends before. */
async function ready(launcher: ChildProcess): Promise<void> {
  if (launcher.stdout === null) throw new Error('the launcher has no output')
  for await (const line of createInterface({ input: launcher.stdout })) {
    if (line.startsWith('Lintel is ready:')) return
  }
  throw new Error('Lintel did not start')
}

function ended(launcher: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (launcher.exitCode !== null) return resolve()
    launcher.once('exit', () => resolve())
    launcher.kill('SIGTERM')
  })
}
