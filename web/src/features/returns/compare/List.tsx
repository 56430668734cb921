import { styled } from '@mui/material/styles'
import { useNavigate } from 'react-router'
import { useFormatter } from '@/api/account'
import type { Analysis } from '@/api/analyses'
import { londonDay } from '@/lib/civilDate'
import { percent } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { amountInk } from '@/ui/amountInk'
import { Card } from '@/ui/Card'
import { Hidden } from '@/ui/Hidden'
import { RowMenu } from '@/ui/RowMenu'
import { analyses as texts, figures } from '../messages'
import { AnalysisName, nameOf, openPath } from './facts'

const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '12px 10px', textAlign: 'right', fontWeight: 400, whiteSpace: 'nowrap' },
  '& td:first-of-type, & thead th:first-of-type': { paddingLeft: 20, width: 18 },
  '& tr > :last-child': { paddingRight: 20 },
  '& thead th': { ...type.small, color: color.muted, backgroundColor: color.sunken, paddingBlock: 9, whiteSpace: 'normal', verticalAlign: 'bottom' },
  '& th[scope="row"]': { textAlign: 'left', whiteSpace: 'normal' },
  '& thead th:nth-of-type(2)': { textAlign: 'left' },
  '& tbody tr': { borderTop: `1px solid ${color.line}` },
  '& tbody tr:hover': { backgroundColor: color.sunken },
  '& tbody tr:has(:checked)': { backgroundColor: color.accentSoft },
})
const wideOnly = { [`@media (max-width: 1199.95px)`]: { display: 'none' } }
const WideHead = styled('th')(wideOnly)
const WideCell = styled('td')(wideOnly)
const Box = styled('label')({
  display: 'grid',
  placeContent: 'center',
  width: 24,
  height: 24,
  cursor: 'pointer',
  '& input': { width: 18, height: 18, margin: 0, accentColor: color.accent, cursor: 'pointer' },
  [media.mobile]: { width: 44, height: 44, marginLeft: -12, marginTop: -10 },
})
const Cards = styled('ul')({ display: 'grid', gap: 12 })
const One = styled(Card)({ padding: 14, '&:has(:checked)': { borderColor: color.accent } })
const Top = styled('div')({ display: 'flex', alignItems: 'flex-start', gap: 6 })
const Name = styled('h2')({ flex: 1, minWidth: 0, fontSize: 16, lineHeight: '22px', fontWeight: 620 })
const Figures = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, auto)',
  justifyContent: 'space-between',
  gap: '2px 10px',
  marginTop: 10,
  paddingTop: 10,
  borderTop: `1px solid ${color.line}`,
  '& dt': { ...type.mini, color: color.muted },
  '& dd': { ...type.body, fontWeight: 580 },
})

interface ListProps {
  analyses: readonly Analysis[]
  chosen: readonly number[]
  onToggle: (id: number) => void
  onRemove: (analysis: Analysis) => void
}

function Choose({ analysis, chosen, onToggle }: { analysis: Analysis } & Pick<ListProps, 'chosen' | 'onToggle'>) {
  const { id } = analysis
  if (id === null) return null
  return (
    <Box>
      <input type="checkbox" aria-label={texts.choose(nameOf(analysis))} checked={chosen.includes(id)} onChange={() => onToggle(id)} />
    </Box>
  )
}

function Menu({ analysis, onRemove }: { analysis: Analysis; onRemove: ListProps['onRemove'] }) {
  const navigate = useNavigate()
  return (
    <RowMenu
      label={texts.more(nameOf(analysis))}
      acts={[
        { name: texts.open, onSelect: () => void navigate(openPath(analysis)) },
        { name: texts.remove, isDanger: true, onSelect: () => onRemove(analysis) },
      ]}
    />
  )
}

function useSavedDay() {
  const format = useFormatter()
  return ({ updatedAt }: Analysis) => (updatedAt === null ? '' : format.date(londonDay(new Date(updatedAt))))
}

/** Line by line. */
export function KeptTable({ analyses, chosen, onToggle, onRemove }: ListProps) {
  const format = useFormatter()
  const savedDay = useSavedDay()
  return (
    <Card sx={{ overflow: 'hidden' }}>
      <Table aria-label={texts.list}>
        <thead>
          <tr>
            <th scope="col">
              <Hidden>{texts.compare}</Hidden>
            </th>
            <th scope="col">{texts.analysis}</th>
            <th scope="col">{texts.price}</th>
            <th scope="col">{figures.cashFlow}</th>
            <th scope="col">{figures.returnOnCash}</th>
            <WideHead scope="col">{figures.netYield}</WideHead>
            <WideHead scope="col">{figures.cashNeeded}</WideHead>
            <WideHead scope="col">{texts.savedOn}</WideHead>
            <th scope="col">
              <Hidden>{texts.open}</Hidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {analyses.map((analysis) => {
            const { id, assumptions, returns } = analysis
            return (
              <tr key={id}>
                <td>
                  <Choose analysis={analysis} chosen={chosen} onToggle={onToggle} />
                </td>
                <th scope="row">
                  <AnalysisName analysis={analysis} />
                </th>
                <td>{format.money(assumptions.price)}</td>
                <td style={{ color: amountInk(returns.monthlyCashFlow), fontWeight: 580 }}>{format.signedMoneyExact(returns.monthlyCashFlow)}</td>
                <td>{percent(returns.returnOnCash, 2)}</td>
                <WideCell>{percent(returns.netYield, 2)}</WideCell>
                <WideCell>{format.money(returns.cashInvested)}</WideCell>
                <WideCell>{savedDay(analysis)}</WideCell>
                <td>
                  <Menu analysis={analysis} onRemove={onRemove} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </Card>
  )
}

/** The same on mobile screens. */
export function KeptCards({ analyses, chosen, onToggle, onRemove }: ListProps) {
  const format = useFormatter()
  const savedDay = useSavedDay()
  return (
    <Cards aria-label={texts.list}>
      {analyses.map((analysis) => {
        const { id, assumptions, returns } = analysis
        return (
          <li key={id}>
            <One as="article">
              <Top>
                <Choose analysis={analysis} chosen={chosen} onToggle={onToggle} />
                <Name>
                  <AnalysisName analysis={analysis} />
                </Name>
                <Menu analysis={analysis} onRemove={onRemove} />
              </Top>
              <Figures>
                <div>
                  <dt>{texts.cashFlowShort}</dt>
                  <dd style={{ color: amountInk(returns.monthlyCashFlow) }}>{format.signedMoney(returns.monthlyCashFlow)}</dd>
                </div>
                <div>
                  <dt>{texts.returnShort}</dt>
                  <dd>{percent(returns.returnOnCash, 2)}</dd>
                </div>
                <div>
                  <dt>{texts.price}</dt>
                  <dd>{format.money(assumptions.price)}</dd>
                </div>
              </Figures>
              <Hidden>
                {texts.savedOn} {savedDay(analysis)}
              </Hidden>
            </One>
          </li>
        )
      })}
    </Cards>
  )
}
