/** The colours of docs/reference/look.md 2; the contrast of each with its grounds is measured there. */
export const lightColors = {
  canvas: '#F2F5F4',
  surface: '#FFFFFF',
  sunken: '#F7F9F8',
  hover: '#ECF1EF',
  line: '#DCE3E1',
  lineStrong: '#7D8B87',
  ink: '#11211F',
  muted: '#485754',
  faint: '#61706C',
  accent: '#0B566A',
  accentHover: '#083F4E',
  accentSoft: '#E0EEF2',
  onAccent: '#FFFFFF',
  success: '#17693A',
  successSoft: '#E2F3E7',
  warning: '#875000',
  warningSoft: '#FBEFD8',
  danger: '#AE2A1F',
  dangerSoft: '#FBE8E5',
  onDanger: '#FFFFFF',
  dangerHover: '#8F2118',
  info: '#2C55A3',
  infoSoft: '#E6EDFA',
  neutralSoft: '#EAEFED',
  inverse: '#16282A',
  onInverse: '#F1F5F4',
  inverseEdge: '#16282A',
  toastDanger: '#A3281D',
  onToastDanger: '#FFFFFF',
  scrim: 'rgb(13 24 22 / .44)',
  shadow: 'rgb(13 24 22 / .34)',
  facade: '#E9EFED',
  facadeWall: '#F8FAF9',
  facadeLine: '#8FA09B',
  facadeFar: '#D3DCD9',
  chart1: '#0B6A83',
  chart2: '#C07A0C',
}

/** A colour's name. */
export type ColorToken = keyof typeof lightColors

export const darkColors: Record<ColorToken, string> = {
  canvas: '#0C1312',
  surface: '#131C1A',
  sunken: '#101816',
  hover: '#1B2624',
  line: '#26332F',
  lineStrong: '#71827D',
  ink: '#E7EEEB',
  muted: '#AAB8B3',
  faint: '#8C9B96',
  accent: '#74C7DA',
  accentHover: '#98D8E6',
  accentSoft: '#12313A',
  onAccent: '#03242D',
  success: '#74CD90',
  successSoft: '#122A1C',
  warning: '#ECB75A',
  warningSoft: '#34270E',
  danger: '#F6958A',
  dangerSoft: '#3D1C18',
  onDanger: '#3A0D07',
  dangerHover: '#F9B0A7',
  info: '#96B8F3',
  infoSoft: '#182A4A',
  neutralSoft: '#202C29',
  inverse: '#263531',
  onInverse: '#EDF3F0',
  inverseEdge: '#3C4D48',
  toastDanger: '#97281E',
  onToastDanger: '#FFFFFF',
  scrim: 'rgb(0 0 0 / .62)',
  shadow: 'rgb(0 0 0 / .34)',
  facade: '#182320',
  facadeWall: '#1E2A27',
  facadeLine: '#6C7F79',
  facadeFar: '#2A3835',
  chart1: '#57B3C9',
  chart2: '#C08325',
}

const names = Object.keys(lightColors) as ColorToken[]

/** The CSS variable of each colour: components read these alone, so a change of scheme renders nothing anew. */
export const color = Object.fromEntries(
  names.map((name) => [name, `var(--lintel-palette-tokens-${name})`]),
) as Record<ColorToken, string>

/** Corners in pixels. */
export const radius = { badge: 5, control: 6, tile: 8, card: 10, dialog: 14 } as const

/** Widths from which a layout applies, in pixels. Below `md` is mobile. */
export const breakpoints = { xs: 0, sm: 480, md: 768, lg: 1024, xl: 1200 } as const

/** Media queries for `styled` and `sx`. */
export const media = {
  mobile: `@media (max-width: ${breakpoints.md - 0.05}px)`,
  desktop: `@media (min-width: ${breakpoints.md}px)`,
  wide: `@media (min-width: ${breakpoints.lg}px)`,
  widest: `@media (min-width: ${breakpoints.xl}px)`,
} as const

/** The roles of type (docs/reference/look.md 3). */
export const type = {
  figure: {
    fontSize: 28,
    lineHeight: '36px',
    fontWeight: 620,
    letterSpacing: '-0.022em',
    [media.mobile]: { fontSize: 22, lineHeight: '30px' },
  },
  h1: {
    fontSize: 24,
    lineHeight: '32px',
    fontWeight: 640,
    letterSpacing: '-0.018em',
    [media.mobile]: { fontSize: 22, lineHeight: '28px' },
  },
  h1Large: { fontSize: 30, lineHeight: '38px', fontWeight: 640, letterSpacing: '-0.018em' },
  h2Large: { fontSize: 17, lineHeight: '24px', fontWeight: 620, letterSpacing: '-0.008em' },
  h2: { fontSize: 15, lineHeight: '20px', fontWeight: 620 },
  body: { fontSize: 14, lineHeight: '20px' },
  small: { fontSize: 13, lineHeight: '18px' },
  mini: { fontSize: 12, lineHeight: '16px' },
} as const
