import { describe, expect, test } from 'vitest'
import { darkColors, lightColors, type ColorToken } from './tokens'
import { variablesText } from './variables'

type Pair = [ink: ColorToken, ground: ColorToken]

const grounds: ColorToken[] = ['surface', 'canvas', 'sunken', 'hover']
const onGrounds = (inks: ColorToken[]) => inks.flatMap((ink) => grounds.map<Pair>((ground) => [ink, ground]))

/** Text needs 4.5 (docs/reference/look.md 2). */
const text: Pair[] = [
  ...onGrounds(['ink', 'muted', 'faint', 'accent', 'success', 'warning', 'danger', 'info']),
  ['onAccent', 'accent'],
  ['onAccent', 'accentHover'],
  ['onDanger', 'danger'],
  ['onDanger', 'dangerHover'],
  ['accent', 'accentSoft'],
  ['success', 'successSoft'],
  ['warning', 'warningSoft'],
  ['danger', 'dangerSoft'],
  ['info', 'infoSoft'],
  ['muted', 'neutralSoft'],
  ['onInverse', 'inverse'],
  ['onToastDanger', 'toastDanger'],
]

/** The edges of controls need 3. */
const edges: Pair[] = grounds.map((ground) => ['lineStrong', ground])

describe.each([
  ['light', lightColors],
  ['dark', darkColors],
])('in the %s scheme', (_name, colors) => {
  test.each(text)('%s can be read on %s', (ink, ground) => {
    expect(contrast(colors[ink], colors[ground])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(edges)('%s is seen on %s', (ink, ground) => {
    expect(contrast(colors[ink], colors[ground])).toBeGreaterThanOrEqual(3)
  })
})

describe('the variables', () => {
  test('are of both schemes', () => {
    const text = variablesText()
    expect(text).toMatch(/:root, \[data-light\]\{color-scheme:light;.*--lintel-palette-tokens-accent:#0B566A/)
    expect(text).toMatch(/\[data-dark\]\{color-scheme:dark;.*--lintel-palette-tokens-accent:#74C7DA/)
  })

  test('are only those that something reads: every page parses all of them', () => {
    expect(variablesText()).not.toMatch(/--lintel-(breakpoints|font|mixins|overlays|transitions|typography|unstable)/)
  })
})

/** The contrast ratio of WCAG 2. */
function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
