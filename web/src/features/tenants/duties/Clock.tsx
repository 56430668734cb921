import { londonDay } from '@/lib/civilDate'
import { daysBetween } from '@/lib/days'
import { color } from '@/theme/tokens'
import { clock } from './messages'

/** Shows how many days are left. */
export function Clock({ by }: { by: string }) {
  const left = daysBetween(londonDay(new Date()), by)
  return <span style={{ color: left < 0 ? color.danger : color.warning, fontWeight: 540 }}>{left < 0 ? clock.daysLate(-left) : clock.daysLeft(left)}</span>
}
