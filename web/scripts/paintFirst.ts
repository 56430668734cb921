import type { Plugin, Rolldown } from 'vite'

/** The module that the entry asks for first: the page names what it needs, so that the browser need not run the entry to know. */
const next = '/src/app/start.tsx'

/**
 * Tells the browser that the page's text can be painted before its scripts are there: without a word, modules in the head
 * compete with the first paint although they do not block it. And names the application's scripts beside their entry.
 */
export function paintFirst(): Plugin {
  return {
    name: 'lintel-paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, chunk }) => {
        const links = filesOf(bundle, chunk)
          .filter((file) => !html.includes(file))
          .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}" nonce="__CSP_NONCE__">\n`)
        return html
          .replace('  </head>', `${links.join('')}  </head>`)
          .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
          // It all counts before the first paint.
          .replaceAll(/>\s+</g, '><')
      },
    },
  }
}

/** The scripts that the application's start needs, without the entry's own. */
function filesOf(bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk | undefined): string[] {
  const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(next))
  if (start?.type !== 'chunk' || entry === undefined) throw new Error('There is no chunk of the start: see paintFirst.ts')
  const seen = new Set<string>()
  const visit = (name: string) => {
    const file = bundle[name]
    if (seen.has(name) || file?.type !== 'chunk') return
    seen.add(name)
    file.imports.forEach(visit)
  }
  visit(start.fileName)
  return [...seen].filter((name) => name !== entry.fileName)
}
