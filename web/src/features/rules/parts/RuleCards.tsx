import { styled } from '@mui/material/styles'
import type { Rule, RuleList } from '@/api/rules'
import { useFormatter } from '@/api/account'
import { typographic } from '@/lib/format'
import { color, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { rules as texts } from '../messages'
import { idOf, placeOf, type FoldedTopic } from '../model'
import { FoldButton } from './FoldButton'
import { Applies, Holds, More } from './RuleFacts'
import { Source } from './Source'

const Heading = styled('h2')({ ...type.h2, display: 'flex', alignItems: 'baseline', gap: 10, '& span': { ...type.small, color: color.muted } })
const Name = styled('h3')({ ...type.body, fontWeight: 580 })
const Lines = styled('ul')({ '& > li': { padding: '10px 0' }, '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Under = styled('p')({ ...type.small, color: color.muted, marginTop: 2, overflowWrap: 'anywhere' })
const Fold = styled('details')({ marginTop: 4, '& summary': { ...type.small, display: 'flex', alignItems: 'center', minHeight: 44, color: color.accent, cursor: 'pointer', fontWeight: 560 } })

/** The rules where there is no room for a table: a card for each rule, with a paragraph for each nation or time. */
export function RuleCards({ topics, homes, onFold }: { topics: readonly FoldedTopic[]; homes: RuleList['homes']; onFold: (name: string) => void }) {
  return topics.map((topic) => (
    <section key={topic.name} style={{ display: 'grid', gap: 10 }}>
      <Heading>
        {topic.name}{' '}
        <span>{texts.ofTopic(topic.rules.length, topic.rules.length - topic.kept.length)}</span>
      </Heading>
      {titled(topic.kept).map(([title, same]) => (
        <Card key={title} sx={{ padding: '14px' }}>
          <Name>{typographic(title)}</Name>
          <Lines>
            {same.map((rule) => (
              <Line key={idOf(rule)} rule={rule} homes={homes} />
            ))}
          </Lines>
        </Card>
      ))}
      <div style={{ marginLeft: -8 }}>
        <FoldButton topic={topic} onFold={onFold} />
      </div>
    </section>
  ))
}

/** Rules of one name together, in their order. */
function titled(rules: readonly Rule[]): [string, Rule[]][] {
  const all = new Map<string, Rule[]>()
  for (const rule of rules) all.set(rule.title, [...(all.get(rule.title) ?? []), rule])
  return [...all]
}

function Line({ rule, homes }: { rule: Rule; homes: RuleList['homes'] }) {
  const format = useFormatter()
  const place = placeOf(rule)
  return (
    <li>
      <Under>
        {place} · <Holds rule={rule} />
      </Under>
      <Applies rule={rule} />
      <Fold>
        <summary aria-label={texts.more(rule.title, place)}>{texts.columns.more}</summary>
        <More rule={rule} homes={homes} />
        <Under>
          {texts.columns.source}: <Source source={rule.source} />
          <br />
          {texts.columns.checked}: {format.date(rule.checkDate)}
        </Under>
      </Fold>
    </li>
  )
}
