import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { Fragment, useId, useState, type ReactNode } from 'react'
import { useFormatter } from '@/api/account'
import type { Rule, RuleList } from '@/api/rules'
import { typographic } from '@/lib/format'
import { color, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Hidden } from '@/ui/Hidden'
import { rules as texts } from '../messages'
import { idOf, placeOf, type FoldedTopic } from '../model'
import { FoldButton } from './FoldButton'
import { Applies, Holds, More } from './RuleFacts'
import { Source } from './Source'

const Table = styled('table')({
  ...type.body,
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '10px 16px 10px 0', textAlign: 'left', verticalAlign: 'top', fontWeight: 400, overflowWrap: 'anywhere' },
  '& tr > th:first-of-type': { paddingLeft: 20 },
  '& thead th': { ...type.small, color: color.muted, backgroundColor: color.sunken },
  '& tbody th[scope="rowgroup"]': { ...type.small, color: color.muted, backgroundColor: color.sunken },
  '& tbody th strong': { color: color.ink, fontWeight: 580, marginRight: 6 },
  // The same height with a button as without one.
  '& td.fold': { paddingBlock: 2, paddingRight: 12, textAlign: 'right', verticalAlign: 'middle', backgroundColor: color.sunken },
  '& tbody tr > *': { borderTop: `1px solid ${color.line}` },
  // The rows of one rule belong together: its name stands once, and no line parts them below it.
  '& tbody tr[data-same] > th, & tbody tr[data-more] > td:first-of-type': { borderTopColor: 'transparent' },
  '& tbody tr[data-more] > td + td': { backgroundColor: color.sunken, paddingLeft: 12 },
  '& td.muted': { ...type.small, color: color.muted },
})
const Name = styled('span')({ fontWeight: 580 })

/** The rules as a table: a row for each nation or time, unfolded by its last cell. */
export function RuleTable({ topics, homes, foot, onFold }: { topics: readonly FoldedTopic[]; homes: RuleList['homes']; foot: ReactNode; onFold: (name: string) => void }) {
  return (
    <Card sx={{ overflow: 'hidden' }}>
      <Table>
        <colgroup>
          <col style={{ width: '15%' }} />
          <col style={{ width: '12%' }} />
          <col />
          <col style={{ width: '11%' }} />
          <col style={{ width: '20%' }} />
          <col style={{ width: '11%' }} />
          <col style={{ width: 60 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{texts.columns.rule}</th>
            <th scope="col">{texts.columns.nation}</th>
            <th scope="col">{texts.columns.applies}</th>
            <th scope="col">{texts.columns.since}</th>
            <th scope="col">{texts.columns.source}</th>
            <th scope="col">{texts.columns.checked}</th>
            <th scope="col">
              <Hidden>{texts.columns.more}</Hidden>
            </th>
          </tr>
        </thead>
        {topics.map((topic) => (
          <tbody key={topic.name}>
            <tr>
              <th scope="rowgroup" colSpan={4}>
                <strong>{topic.name}</strong> {texts.ofTopic(topic.rules.length, topic.rules.length - topic.kept.length)}
              </th>
              <td className="fold" colSpan={3}>
                <FoldButton topic={topic} onFold={onFold} />
              </td>
            </tr>
            {topic.kept.map((rule, place) => (
              <Row key={idOf(rule)} rule={rule} homes={homes} isNamed={topic.kept[place - 1]?.title !== rule.title} />
            ))}
          </tbody>
        ))}
      </Table>
      {foot}
    </Card>
  )
}

function Row({ rule, homes, isNamed }: { rule: Rule; homes: RuleList['homes']; isNamed: boolean }) {
  const format = useFormatter()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const place = placeOf(rule)
  const Icon = isOpen ? ChevronUp : ChevronDown
  return (
    <Fragment>
      <tr data-same={isNamed ? undefined : true}>
        <th scope="row">{isNamed ? <Name>{typographic(rule.title)}</Name> : <Hidden>{rule.title}</Hidden>}</th>
        <td>{place}</td>
        <td>
          <Applies rule={rule} />
        </td>
        <td>
          <Holds rule={rule} />
        </td>
        <td className="muted">
          <Source source={rule.source} />
        </td>
        <td className="muted">{format.date(rule.checkDate)}</td>
        <td>
          <IconButton size="small" aria-label={texts.more(rule.title, place)} aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)} sx={{ marginBlock: '-5px' }}>
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </td>
      </tr>
      {isOpen && (
        <tr id={id} data-more>
          <td />
          <td colSpan={6}>
            <More rule={rule} homes={homes} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}
