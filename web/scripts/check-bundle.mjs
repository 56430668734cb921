// Fails when a page has grown beyond its budget: scripts are the closure of static imports of the entry, the
// start that it asks for, the page, and its frame, from the manifest; styles and faces are what index.html names.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url).pathname
/** @type {Record<string, { file: string, imports?: string[], dynamicImports?: string[], css?: string[], assets?: string[], isDynamicEntry?: boolean }>} */
const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))

const kb = 1024
const page = (/** @type {string} */ name) => `src/features/${name}.tsx`

const start = 'src/app/start.tsx'
const shell = 'src/app/Shell.tsx'

/** Initial scripts of a page in KB: gzip -9, brotli 11. */
const pages = [
  { name: 'dashboard', chunks: [shell, page('dashboard/DashboardPage')], gzip: 200, brotli: 175 },
  { name: 'portfolio', chunks: [shell, page('portfolio/PortfolioPage')], gzip: 200, brotli: 175 },
  { name: 'login', chunks: [page('auth/LoginPage')], gzip: 205, brotli: 185 },
  { name: 'sign-up', chunks: [page('auth/SignUpPage')], gzip: 205, brotli: 185 },
  { name: 'verify', chunks: [page('auth/VerifyEmailPage')], gzip: 205, brotli: 185 },
]
const lazyGzip = 40
/** Charts are drawn by a library that comes on demand, when one comes near the screen. */
const plots = { chunk: page('dashboard/parts/plots'), gzip: 120 }
/** Pages of documents likewise, when somebody opens one. */
const papers = { chunk: 'src/ui/pdf/pdfjs.ts', gzip: 150 }
const cssGzip = 5
/** All faces together, and the one that every page loads. */
const faces = { all: 60, latin: 24 }
const firstVisit = { wire: 210, requests: 40 }

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
  const isOver = !(measured <= limit)
  const figure = Number.isInteger(measured) ? String(measured) : measured.toFixed(1)
  console.log(`${isOver ? 'OVER' : '  ok'}  ${what.padEnd(34)} ${figure.padStart(7)} of ${String(limit)} ${unit}`)
  if (isOver) tooLarge.push(`${what}: ${figure} of ${String(limit)} ${unit}`)
}

/** @param {string | Buffer} content */
const gzipped = (content) => gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length / kb

const html = await readFile(join(dist, 'index.html'), 'utf8')
const entry = closure('index.html')
const frame = closure(start, new Set(entry))

/** @param {string[]} chunks */
function scriptsOf(chunks) {
  const all = new Set(frame)
  for (const chunk of chunks) closure(chunk, all)
  return [...all].map((key) => chunkOf(key).file)
}

// Else the browser would learn of them only when the entry has run.
for (const key of frame) if (!html.includes(chunkOf(key).file)) throw new Error(`${key} is not named in the page`)

// It is loaded as a plain script.
if (chunkOf('src/sw.ts').imports?.length) throw new Error('The service worker may import nothing: see src/sw.ts')

for (const { name, chunks, gzip, brotli } of pages) {
  const scripts = scriptsOf(chunks)
  const size = await total(scripts)
  gate(`${name}, scripts gzip`, size.gzip, gzip)
  gate(`${name}, scripts brotli`, size.brotli, brotli)
}

for (const [key, { file, isDynamicEntry }] of Object.entries(manifest)) {
  if (isDynamicEntry) gate(`${key.replace(/^.*\//, '')}, gzip`, (await sizeOf(file)).gzip, [plots, papers].find(({ chunk }) => chunk === key)?.gzip ?? lazyGzip)
}

const inline = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text = '']) => text).join('')
const sheets = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
gate('styles, gzip', gzipped(inline) + (await total(sheets)).gzip, cssGzip)

/** @type {Map<string, number>} */
const faceSizes = new Map()
for (const name of await readdir(join(dist, 'assets'))) {
  if (name.endsWith('.woff2')) faceSizes.set(name, (await stat(join(dist, 'assets', name))).size / kb)
}
const latin = [...faceSizes].find(([name]) => /latin-(?!ext)/.test(name))
if (latin === undefined || !inline.includes(latin[0])) throw new Error('The Latin face is not named in the page')
gate('all faces', [...faceSizes.values()].reduce((sum, size) => sum + size, 0), faces.all)
gate('the Latin face', latin[1], faces.latin)

// The transfer before a page can be used: the page, its scripts and styles, the Latin face and the icon.
for (const { name, chunks } of pages) {
  const scripts = scriptsOf(chunks)
  const { brotli } = await total([...scripts, ...sheets, 'favicon.svg'])
  gate(`${name}, first visit`, gzipped(html) + brotli + latin[1], firstVisit.wire)
  gate(`${name}, first visit`, 1 + scripts.length + sheets.size + 2, firstVisit.requests, 'requests')
}

if (tooLarge.length > 0) {
  console.error(`Beyond the budget: ${tooLarge.join('; ')}`)
  process.exit(1)
}
