import { createTheme, type Theme } from '@mui/material/styles'
import { breakpoints, color, darkColors, lightColors, media, radius, type, type ColorToken } from './tokens'

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true
  }
  interface Palette {
    tokens: Record<ColorToken, string>
  }
  interface PaletteOptions {
    tokens?: Record<ColorToken, string>
  }
}

declare module '@mui/material/Button' {
  interface ButtonPropsVariantOverrides {
    danger: true
  }
}

function palette(colors: Record<ColorToken, string>) {
  return {
    palette: {
      tokens: colors,
      primary: { main: colors.accent, dark: colors.accentHover, contrastText: colors.onAccent },
      error: { main: colors.danger, dark: colors.dangerHover, contrastText: colors.onDanger },
      divider: colors.line,
      background: { default: colors.canvas, paper: colors.surface },
      text: { primary: colors.ink, secondary: colors.muted, disabled: colors.faint },
    },
  }
}

/** The focus ring: on everything, never removed. */
export const focusRing = { outline: `2px solid ${color.accent}`, outlineOffset: 2 } as const

/**
 * MUI makes variables for every widget it has, twice; those of widgets that Lintel does not use would only have to be parsed.
 * Using such a widget fails at once, and its line goes.
 */
const unusedWidgets = new Set([
  ...['Alert', 'AppBar', 'Avatar', 'Chip', 'FilledInput', 'LinearProgress', 'Skeleton', 'Slider', 'SnackbarContent'],
  ...['SpeedDialIcon', 'StepConnector', 'StepContent', 'Switch', 'TableCell', 'Tooltip'],
])
/** The values that nothing reads from a variable: MUI's own exceptions (this replaces its choice), and depth by lighter ground. */
const neverVariables = new Set([
  ...['breakpoints', 'colorSchemeSelector', 'cssVarPrefix', 'direction', 'focusVisible', 'font', 'mixins', 'motion', 'overlays', 'rootSelector'],
  ...['transitions', 'typography', 'unstable_sxConfig'],
])
const needsNoVariable = ([group = '', widget = '']: string[]) => neverVariables.has(group) || (group === 'palette' && unusedWidgets.has(widget))

/** The one theme: docs/reference/look.md's tokens as CSS variables, no ripple, depth only where something floats. */
const options: Parameters<typeof createTheme>[0] = {
  cssVariables: { cssVarPrefix: 'lintel', colorSchemeSelector: 'data', nativeColor: false, shouldSkipGeneratingVar: needsNoVariable },
  colorSchemes: { light: palette(lightColors), dark: palette(darkColors) },
  breakpoints: { values: breakpoints },
  shape: { borderRadius: radius.control },
  typography: {
    fontFamily: "'Hanken Grotesk', 'Hanken Fallback', system-ui, sans-serif",
    fontSize: 14,
    body1: type.body,
    button: { textTransform: 'none', fontWeight: 560 },
  },
  transitions: { duration: { enteringScreen: 160, leavingScreen: 130, shortest: 120, shorter: 140, short: 160, standard: 180 } },
  components: {
    // It takes the browser's ring off everything that can be pressed.
    MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { WebkitUserSelect: 'none', '&:focus-visible': focusRing } } },
    MuiCssBaseline: {
      styleOverrides: {
        html: { scrollPaddingTop: 72, scrollPaddingBottom: 84, WebkitTextSizeAdjust: '100%' },
        body: {
          ...type.body,
          backgroundColor: color.canvas,
          color: color.ink,
          fontVariantNumeric: 'tabular-nums',
          WebkitFontSmoothing: 'antialiased',
        },
        'h1, h2, h3, p, dl, dd, ul, ol, fieldset, figure': { margin: 0, padding: 0 },
        'ul, ol': { listStyle: 'none' },
        fieldset: { border: 0, minWidth: 0 },
        a: { color: color.accent, fontWeight: 560, textUnderlineOffset: 3, textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
        ':focus-visible': focusRing,
        'h1:focus-visible, main:focus-visible, .MuiDialog-container:focus-visible, .MuiDialog-paper:focus-visible': { outline: 'none' },
        'button, input, select, textarea': { font: 'inherit' },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { animation: 'none !important', transition: 'none !important', scrollBehavior: 'auto !important' },
        },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, variant: 'outlined' },
      styleOverrides: {
        root: {
          minWidth: 0,
          minHeight: 36,
          padding: '7px 14px',
          fontSize: 14,
          lineHeight: '20px',
          fontWeight: 560,
          letterSpacing: 0,
          gap: 8,
          borderRadius: radius.control,
          whiteSpace: 'nowrap',
          '& .MuiButton-startIcon, & .MuiButton-endIcon': { margin: 0 },
          '&.Mui-disabled': { color: color.faint },
          [media.mobile]: { minHeight: 44, paddingInline: 16 },
        },
      },
      variants: [
        {
          props: { variant: 'contained' },
          style: {
            backgroundColor: color.accent,
            color: color.onAccent,
            '&:hover': { backgroundColor: color.accentHover },
            '&.Mui-disabled': { backgroundColor: color.neutralSoft, color: color.faint },
          },
        },
        {
          props: { variant: 'outlined' },
          style: {
            backgroundColor: color.surface,
            color: color.ink,
            borderColor: color.line,
            '&:hover': { backgroundColor: color.hover, borderColor: color.line },
          },
        },
        {
          props: { variant: 'danger' },
          style: { backgroundColor: color.danger, color: color.onDanger, '&:hover': { backgroundColor: color.dangerHover } },
        },
        {
          props: { variant: 'text' },
          style: { color: color.accent, '&.MuiButton-text': { paddingInline: 8 }, '&:hover': { backgroundColor: color.hover } },
        },
        { props: { size: 'large' }, style: { minHeight: 44, fontSize: 15, fontWeight: 580 } },
      ],
    },
    MuiBackdrop: { styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: color.scrim } } } },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none', color: color.ink } } },
    MuiDialog: {
      styleOverrides: {
        // It takes the focus when it opens; the ring is for what can be operated.
        container: { outline: 'none' },
        paper: {
          backgroundColor: color.surface,
          borderRadius: radius.dialog,
          boxShadow: `0 12px 32px -8px ${color.shadow}`,
          outline: 'none',
          // Its body scrolls (ui/dialogParts.tsx).
          overflow: 'hidden',
          [media.desktop]: { margin: 24, maxHeight: 'calc(100% - 48px)' },
        },
        paperFullScreen: { borderRadius: 0 },
      },
    },
    MuiDrawer: { styleOverrides: { paper: { backgroundColor: color.surface, border: 0 } } },
  },
}

let made: Theme | undefined

/** The theme, computed when it is first asked for: that takes a moment, so it is nothing to do while modules load. */
export const theme = (): Theme => (made ??= createTheme(options))
