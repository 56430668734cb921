/** The time of day in Europe/London at an instant: `19:04`. */
export function londonTime(instant: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' }).format(instant)
}
