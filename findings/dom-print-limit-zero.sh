#!/usr/bin/env bash
# @testing-library/dom 10.4.2: DEBUG_PRINT_LIMIT=0 saves nothing and DEBUG_PRINT_LIMIT is read as text.
#
# prettyDOM(node, 0) returns '' before it formats anything. The environment variable, which the documentation offers for the same limit, comes
# as the text "0": it is not the number 0, so the whole document is formatted at every failed look of a findBy… (an eighth of the run of our
# unit tests) and then cut to nothing but "...". configure({ getElementError }) is what spares the work.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact @testing-library/dom@10.4.2 jsdom@29.1.1 >/dev/null
cat >try.mjs <<'JS'
import { JSDOM } from 'jsdom'
const { window } = new JSDOM('<!doctype html><body>' + '<p class="row">A home</p>'.repeat(4000))
globalThis.window = window
globalThis.document = window.document
const { prettyDOM } = await import('@testing-library/dom')
const timed = (print) => {
  const began = process.hrtime.bigint()
  const text = print()
  return { text, ms: Number(process.hrtime.bigint() - began) / 1e6 }
}
timed(() => prettyDOM(document.body, 10))
const byNumber = timed(() => prettyDOM(document.body, 0))
process.env.DEBUG_PRINT_LIMIT = '0'
const byVariable = timed(() => prettyDOM(document.body))
console.log(`prettyDOM(body, 0): ${JSON.stringify(byNumber.text)} in ${byNumber.ms.toFixed(1)} ms`)
console.log(`DEBUG_PRINT_LIMIT=0: ${JSON.stringify(byVariable.text)} in ${byVariable.ms.toFixed(1)} ms`)
if (byNumber.text !== '' || byVariable.text !== '...' || byVariable.ms < 10 * byNumber.ms) {
  console.log('This has changed.')
  process.exit(1)
}
JS
node try.mjs
