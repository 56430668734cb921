// `npm run lint`: the contract's types are written, then types, rules and unused parts, two at a time. What has passed is not looked at again until one of the files
// changes that the verdict comes from; only a pass of everything is remembered, in node_modules/.cache.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('..', import.meta.url))
const remembered = join(web, 'node_modules/.cache/lintel/lint')
const bin = (/** @type {string} */ name) => join(web, 'node_modules/.bin', name)

/** The longest first. */
const parts = [
  { name: 'eslint', program: bin('eslint'), options: ['.', '--max-warnings', '0'] },
  { name: 'tsc', program: bin('tsc'), options: ['--noEmit'] },
  { name: 'tsc of the tools', program: bin('tsc'), options: ['--noEmit', '-p', 'tsconfig.node.json'] },
  { name: 'knip', program: bin('knip'), options: [] },
]

/** Names and contents of every file that is or could be committed in web and in the browser journeys, the contract, and the packages that are installed. */
function digestOfInputs() {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '.', '../tests/browser']
  const files = execFileSync('git', list, { cwd: web, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0').filter(Boolean)
  const digest = createHash('sha256').update(process.version)
  for (const file of [...files.sort(), '../gateway/openapi.json', 'node_modules/.package-lock.json']) {
    const path = join(web, file)
    digest.update(`\0${file}\0`).update(existsSync(path) ? readFileSync(path) : 'gone')
  }
  return digest.digest('hex')
}

/**
 * Runs one part and says what it said if it failed.
 *
 * @param {typeof parts[number]} part
 * @returns {Promise<boolean>}
 */
function passes({ name, program, options }) {
  return new Promise((resolve) => {
    let said = ''
    const run = spawn(program, options, { cwd: web, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (/** @type {Buffer} */ text) => (said += text.toString()))
    run.on('error', (error) => {
      console.error(`${name}: ${error.message}`)
      resolve(false)
    })
    run.on('close', (code) => {
      if (code !== 0) console.error(`${name} failed:\n${said}`)
      resolve(code === 0)
    })
  })
}

// Nothing else reads types: vite and vitest leave them out.
execFileSync('npm', ['run', '--silent', 'gen'], { cwd: web })
const inputs = digestOfInputs()
if (existsSync(remembered) && readFileSync(remembered, 'utf8') === inputs) {
  console.log('Nothing has changed since everything passed.')
} else {
  const waiting = [...parts]
  /** @type {boolean[]} */
  const verdicts = []
  const worker = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) verdicts.push(await passes(part))
  }
  await Promise.all([worker(), worker()])
  if (verdicts.includes(false)) process.exit(1)
  mkdirSync(dirname(remembered), { recursive: true })
  writeFileSync(remembered, inputs)
}
