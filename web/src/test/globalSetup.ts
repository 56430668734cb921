/** Days are calendar days in London, whatever the machine says. */
export function setup(): void {
  process.env.TZ = 'Europe/London'
}
