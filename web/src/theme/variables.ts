import { theme } from './theme'

/** Declarations by their selectors. */
type Rules = Record<string, Record<string, string | number>>

/**
 * Gives the theme's variables to the page. The browser reads them by itself: the library of styles, which would take them apart
 * first, needs longer for them than for everything else that a screen begins with.
 */
export function applyVariables(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(variablesText())
  document.adoptedStyleSheets.push(sheet)
}

/** The variables of both colour schemes as a style sheet. */
export function variablesText(): string {
  return theme()
    .generateStyleSheets()
    .flatMap((rules) => Object.entries(rules as Rules))
    .map(([selector, values]) => `${selector}{${Object.entries(values).map(declaration).join(';')}}`)
    .join('\n')
}

function declaration([name, value]: [string, string | number]): string {
  return `${name === 'colorScheme' ? 'color-scheme' : name}:${String(value)}`
}
