import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const worthIt = /\.(?:m?js|css|svg)$/

/**
 * Writes `.br` and `.gz` beside the built assets, which the gateway serves as they are. Pages are left out (the gateway
 * writes the nonce into them), and so are fonts and pictures, which are compressed already.
 */
export function precompress(): Plugin {
  let folder = ''
  let hasFailed = false
  return {
    name: 'lintel-precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, config.build.assetsDir)
    },
    buildEnd(error) {
      hasFailed = error !== undefined
    },
    async closeBundle() {
      if (hasFailed) return
      const names = await readdir(folder)
      await Promise.all(names.filter((name) => worthIt.test(name)).map((name) => compress(join(folder, name))))
    },
  }
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
