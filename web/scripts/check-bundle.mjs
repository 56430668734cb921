// Fails when a page has grown beyond its budget: the closure of static imports of the entry and the page, from the manifest.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url).pathname
/** @type {Record<string, { file: string, imports?: string[], dynamicImports?: string[], css?: string[], assets?: string[], isDynamicEntry?: boolean }>} */
const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))

const kb = 1024
const page = (/** @type {string} */ name) => `src/features/${name}.tsx`

/** Initial scripts of a page in KB: gzip -9, brotli 11. */
const pages = [
  { name: 'dashboard', chunk: page('dashboard/DashboardPage'), gzip: 190, brotli: 168 },
  { name: 'portfolio', chunk: page('portfolio/PortfolioPage'), gzip: 190, brotli: 168 },
  { name: 'login', chunk: page('auth/LoginPage'), gzip: 205, brotli: 185 },
  { name: 'sign-up', chunk: page('auth/SignUpPage'), gzip: 205, brotli: 185 },
  { name: 'verify', chunk: page('auth/VerifyEmailPage'), gzip: 205, brotli: 185 },
]
const lazyGzip = 40
const cssGzip = 5
const firstLoad = { wire: 200, requests: 40 }

/** @type {Map<string, { gzip: number, brotli: number }>} */
const sizes = new Map()

/** @param {string} file */
async function sizeOf(file) {
  const known = sizes.get(file)
  if (known) return known
  const bytes = await readFile(join(dist, file))
  const size = {
    gzip: gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }).length / kb,
    brotli: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length / kb,
  }
  sizes.set(file, size)
  return size
}

/** @param {string} key */
function chunkOf(key) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`${key} is not in the manifest; run npm run build`)
  return chunk
}

/**
 * @param {string} key
 * @param {Set<string>} seen
 */
function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of chunkOf(key).imports ?? []) closure(next, seen)
  return seen
}

/** @param {Iterable<string>} files */
async function total(files) {
  const sum = { gzip: 0, brotli: 0 }
  for (const file of files) {
    const size = await sizeOf(file)
    sum.gzip += size.gzip
    sum.brotli += size.brotli
  }
  return sum
}

/** @type {string[]} */
const tooLarge = []

/**
 * @param {string} what
 * @param {number} measured
 * @param {number} limit
 * @param {string} unit
 */
function gate(what, measured, limit, unit = 'KB') {
  const isOver = measured > limit
  const figure = Number.isInteger(measured) ? String(measured) : measured.toFixed(1)
  console.log(`${isOver ? 'OVER' : '  ok'}  ${what.padEnd(34)} ${figure.padStart(7)} of ${String(limit)} ${unit}`)
  if (isOver) tooLarge.push(what)
}

const entry = closure('index.html')
const css = new Set([...entry].flatMap((key) => chunkOf(key).css ?? []))

for (const { name, chunk, gzip, brotli } of pages) {
  const keys = closure(chunk, new Set(entry))
  const size = await total([...keys].map((key) => chunkOf(key).file))
  gate(`${name}, scripts gzip`, size.gzip, gzip)
  gate(`${name}, scripts brotli`, size.brotli, brotli)
}

for (const [key, { file, isDynamicEntry }] of Object.entries(manifest)) {
  if (isDynamicEntry) gate(`${key.replace('src/features/', '')}, gzip`, (await sizeOf(file)).gzip, lazyGzip)
}

gate('style sheet, gzip', (await total(css)).gzip, cssGzip)

// All that a first visit of the dashboard fetches: the page, scripts, styles, and the Latin face, which is as small as it gets.
const visit = closure(page('dashboard/DashboardPage'), new Set(entry))
const scripts = [...visit].map((key) => chunkOf(key).file)
const face = Object.values(manifest).flatMap(({ assets = [], file }) => [...assets, file]).find((file) => /latin-wght.*\.woff2$/.test(file))
if (face === undefined) throw new Error('The Latin face is not in the manifest')
const faceSize = (await stat(join(dist, face))).size / kb
const text = await total([...scripts, ...css, 'index.html'])
gate('first visit, all on the wire', text.brotli + faceSize, firstLoad.wire)
gate('first visit, requests', scripts.length + css.size + 2, firstLoad.requests, 'requests')

if (tooLarge.length > 0) {
  console.error(`Beyond the budget: ${tooLarge.join(', ')}`)
  process.exit(1)
}
