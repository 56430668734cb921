import { styled } from '@mui/material/styles'
import { Clock, History, TriangleAlert } from 'lucide-react'
import { useFormatter } from '@/api/account'
import type { Rule, RuleList } from '@/api/rules'
import { typographic } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { rules as texts } from '../messages'
import { hasHomesAbove } from '../model'
import { AboveCap } from './AboveCap'

const Doubt = styled('p')({ ...type.small, display: 'flex', gap: 6, marginTop: 2, color: color.warning, '& svg': { flex: 'none', marginTop: 2 } })
const Facts = styled('dl')({
  ...type.small,
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 24,
  margin: 0,
  '& dt': { color: color.ink, fontWeight: 580 },
  '& dd': { margin: '2px 0 0', color: color.muted, overflowWrap: 'anywhere' },
  [media.mobile]: { gridTemplateColumns: '1fr', gap: 12 },
})
const Since = styled('span')({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' })

/** Shows the rule that Lintel applies, with what is not certain of it. */
export function Applies({ rule: { text, confirmed, doubt } }: { rule: Rule }) {
  const uncertain = confirmed ? doubt : texts.unconfirmed
  return (
    <>
      {typographic(text)}
      {uncertain !== null && (
        <Doubt>
          <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
          {typographic(uncertain)}
        </Doubt>
      )}
    </>
  )
}

/** Shows from when until when a rule holds. */
export function Holds({ rule: { fromDate, untilDate, state } }: { rule: Rule }) {
  const format = useFormatter()
  return (
    <Since>
      {fromDate === null ? texts.before : format.date(fromDate)}
      {untilDate !== null && <span>{texts.until(format.date(untilDate))}</span>}
      {state === 'Coming' && (
        <Badge tone="info" icon={Clock}>
          {texts.coming}
        </Badge>
      )}
      {state === 'Ended' && (
        <Badge tone="neutral" icon={History}>
          {texts.ended}
        </Badge>
      )}
    </Since>
  )
}

/** Shows where a rule is used, an example, and the homes that it is for. */
export function More({ rule, homes }: { rule: Rule; homes: RuleList['homes'] }) {
  const there = homes.filter(({ nation }) => rule.nations.includes(nation))
  return (
    <Facts>
      <div>
        <dt>{texts.used}</dt>
        <dd>{typographic(rule.used)}</dd>
      </div>
      <div>
        <dt>{texts.example}</dt>
        <dd>{rule.example === null ? texts.noExample : typographic(rule.example)}</dd>
      </div>
      <div>
        <dt>{texts.ofHomes}</dt>
        <dd>{there.length === 0 ? texts.noneThere : there.map((each) => texts.homesIn(each.homes, each.nation)).join(' ')}</dd>
        {hasHomesAbove(rule) && there.length > 0 && (
          <dd>
            <AboveCap nations={rule.nations} />
          </dd>
        )}
      </div>
    </Facts>
  )
}
