import { londonDay } from './civilDate'
import type { Formatter } from './format'

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })

/** An instant in a sentence, by London's clock: `20 November 2026, 14:05`. */
export function instantText(format: Pick<Formatter, 'longDate'>, instant: string): string {
  const at = new Date(instant)
  return `${format.longDate(londonDay(at))}, ${clock.format(at)}`
}

/** The time of day in London: `14:32`. */
export const clockText = (instant: Date): string => clock.format(instant)
