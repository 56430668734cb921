import { styled } from '@mui/material/styles'
import { Link, useLocation } from 'react-router'
import { useFormatter } from '@/api/account'
import type { MaintenanceRequest } from '@/api/maintenance'
import { londonDay } from '@/lib/civilDate'
import type { Formatter } from '@/lib/format'
import { clockText } from '@/lib/instant'
import { requestPath } from '@/lib/paths'
import { color, media, radius, type } from '@/theme/tokens'
import { maintenance as texts } from '../messages'
import { targetOf, type Target } from '../model'

const Stretched = styled(Link)({
  color: 'inherit',
  fontWeight: 'inherit',
  // At least a thumb high, too, and no lower in the card for it.
  [media.mobile]: { display: 'inline-block', padding: '12px 0', margin: '-12px 0' },
  // The whole row is its target.
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.card },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${color.accent}`, outlineOffset: -3 },
})

/** A request's title, leading to it from anywhere in the row; the list behind it stays as it is. */
export function RequestLink({ request: { id, title } }: { request: Pick<MaintenanceRequest, 'id' | 'title'> }) {
  const { search } = useLocation()
  return <Stretched to={{ pathname: requestPath(id), search }}>{title}</Stretched>
}

/** The line under the first one of a cell. */
export const Under = styled('span')({ ...type.small, display: 'block', color: color.muted, overflowWrap: 'anywhere' })

const inks: Record<Target['tone'], string> = { plain: color.muted, soon: color.warning, late: color.danger, good: color.success }
const Words = styled('span')({ ...type.small, display: 'block' })

/** Shows the next target, in words and their colour. */
export function TargetWords({ target: { text, tone } }: { target: Target }) {
  return <Words style={{ color: inks[tone], fontWeight: tone === 'plain' ? undefined : 580 }}>{text}</Words>
}

/** The next target, its day above. */
export function TargetCell({ request }: { request: MaintenanceRequest }) {
  const format = useFormatter()
  const target = targetOf(request, new Date())
  if (target.day === null) return <span style={{ color: color.muted }}>{texts.noTarget}</span>
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{format.date(target.day)}</span>
      <TargetWords target={target} />
    </>
  )
}

/** A day and a time in a table: `19/11/2026, 18:12`; of today `Today, 07:55`. */
export function momentText(format: Pick<Formatter, 'date'>, instant: string, now = new Date()): string {
  const at = new Date(instant)
  const [day, time] = [londonDay(at), clockText(at)]
  return day === londonDay(now) ? texts.today(time) : `${format.date(day)}, ${time}`
}
