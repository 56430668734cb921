import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ChartColumn, Table2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import type { Analysis, Returns } from '@/api/analyses'
import { percent } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { amountInk } from '@/ui/amountInk'
import { InfoPanel } from '@/ui/InfoPanel'
import { Panel } from '@/ui/Panel'
import { useIsMobile } from '@/ui/useIsMobile'
import { useNear } from '@/ui/useNear'
import { figures as texts } from '../messages'
import { coverOf, sourceText } from '../model'

// The drawing library is by far the largest part of the product: it comes when a chart comes near the screen.
const RateBars = lazy(async () => ({ default: (await import('./plot')).RateBars }))

const chartHeight = 236

const Body = styled('div')({ padding: '12px 20px 16px', [media.mobile]: { padding: '12px 16px' } })
const Legend = styled('dl')({
  ...type.small,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 18px',
  color: color.muted,
  '& > div': { display: 'inline-flex', alignItems: 'center', gap: 7 },
  '& dd': { color: color.ink, fontWeight: 620 },
})
const Swatch = styled('span')({ width: 10, height: 10, borderRadius: 2 })
const Plot = styled('div')({ height: chartHeight, marginTop: 8 })
const Axis = styled('p')({ ...type.mini, color: color.muted, textAlign: 'center' })
const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '11px 10px', textAlign: 'right', fontWeight: 400, whiteSpace: 'nowrap' },
  '& th:first-of-type': { textAlign: 'left', paddingLeft: 20, whiteSpace: 'normal' },
  '& tr > :last-child': { paddingRight: 20 },
  '& thead th': { ...type.small, color: color.muted, backgroundColor: color.sunken, paddingBlock: 9, whiteSpace: 'normal', verticalAlign: 'bottom' },
  '& tr': { borderTop: `1px solid ${color.line}` },
  '& tbody td:nth-of-type(1)': { fontWeight: 580 },
  '& [data-main] :is(th, td)': { fontWeight: 620 },
})
const Lines = styled('ul')({
  borderTop: `1px solid ${color.line}`,
  '& > li': { ...type.body, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '2px 12px', padding: '10px 16px' },
  '& > li + li': { borderTop: `1px solid ${color.line}` },
  '& small': { ...type.small, gridColumn: '1 / -1', color: color.muted },
})
const Foot = styled('div')({ padding: '14px 20px 20px', borderTop: `1px solid ${color.line}`, [media.mobile]: { padding: '12px 16px 16px' } })

/** Shows what is left at other rates, and if something goes worse. */
export function Stress({ analysis }: { analysis: Analysis }) {
  const [isTable, setTable] = useState(false)
  const { rateCases } = analysis.returns
  const Icon = isTable ? ChartColumn : Table2
  return (
    <Panel
      title={texts.stress}
      aside={
        rateCases.length > 0 && (
          <Button variant="text" sx={{ color: color.muted, marginRight: '-8px' }} onClick={() => setTable(!isTable)} startIcon={<Icon size={16} strokeWidth={1.75} />}>
            {isTable ? texts.showChart : texts.showTable}
          </Button>
        )
      }
    >
      {rateCases.length === 0 ? <Body>{texts.chartNone}</Body> : <Rates analysis={analysis} isTable={isTable} />}
      <Cases analysis={analysis} />
      <Lender analysis={analysis} />
    </Panel>
  )
}

function Rates({ analysis: { assumptions, returns }, isTable }: { analysis: Analysis; isTable: boolean }) {
  const format = useFormatter()
  const [place, isNear] = useNear<HTMLDivElement>()
  const assumed = assumptions.interestRate
  return (
    <div ref={place}>
      <Body>
        <Legend>
          <div>
            <Swatch aria-hidden="true" sx={{ backgroundColor: color.chart1 }} />
            <dt>{texts.flowAt(rateText(assumed))}</dt>
            <dd>{format.signedMoneyExact(returns.monthlyCashFlow)}</dd>
          </div>
          {/* With interest alone this is where the bars change their side. */}
          {assumptions.mortgageType === 'Interest Only' && returns.breakEvenRate !== null && (
            <div>
              <Swatch aria-hidden="true" sx={{ backgroundColor: color.chart2 }} />
              <dt>{texts.lossFrom}</dt>
              <dd>{percent(returns.breakEvenRate, 2)}</dd>
            </div>
          )}
        </Legend>
        {!isTable && (
          <div aria-hidden="true">
            <Plot>
              {isNear && (
                <Suspense>
                  <RateBars cases={returns.rateCases} format={format} name={texts.cashFlow} />
                </Suspense>
              )}
            </Plot>
            <Axis>{texts.chartRate}</Axis>
          </div>
        )}
      </Body>
      {isTable && <RateTable cases={returns.rateCases} assumed={assumed} />}
    </div>
  )
}

/** A rate without the noughts at its end: `5.25%`, `6%`. */
const rateText = (rate: number | null) => (rate === null ? percent(null, 1) : `${String(rate)}%`)

function RateTable({ cases, assumed }: { cases: Returns['rateCases']; assumed: number | null }) {
  const format = useFormatter()
  return (
    <Table aria-label={texts.chartRate}>
      <thead>
        <tr>
          <th scope="col">{texts.chartRate}</th>
          <th scope="col">{texts.cashFlow}</th>
        </tr>
      </thead>
      <tbody>
        {cases.map(({ interestRate, monthlyCashFlow }) => (
          <tr key={interestRate} data-main={interestRate === assumed || undefined}>
            <th scope="row">{rateText(interestRate)}</th>
            <td style={{ color: amountInk(monthlyCashFlow) }}>{format.signedMoneyExact(monthlyCashFlow)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Lists the assumed case and the worse ones, line by line. */
function Cases({ analysis: { assumptions, returns } }: { analysis: Analysis }) {
  const format = useFormatter()
  const isMobile = useIsMobile()
  const { interestRate } = assumptions
  const first = {
    name: texts.asAssumed(rateText(interestRate)),
    monthlyCashFlow: returns.monthlyCashFlow,
    returnOnCash: returns.returnOnCash,
    // The server says it of the other cases alone.
    coverPercent: coverOf(assumptions.monthlyRent, returns.monthlyInterestOnly),
  }
  const rows = [first, ...returns.stressCases.map((each) => ({ ...each, name: sourceText(each.name) }))]
  if (isMobile) {
    return (
      <Lines aria-label={texts.whatHappens}>
        {rows.map(({ name, monthlyCashFlow, returnOnCash, coverPercent }) => (
          <li key={name}>
            <span>{name}</span>
            <span style={{ color: amountInk(monthlyCashFlow), fontWeight: 580 }}>{format.signedMoneyExact(monthlyCashFlow)}</span>
            <small>
              {texts.returnOnCash} {percent(returnOnCash, 2)}, {texts.cover.toLowerCase()} {percent(coverPercent, 1)}
            </small>
          </li>
        ))}
      </Lines>
    )
  }
  return (
    <Table aria-label={texts.whatHappens}>
      <thead>
        <tr>
          <th scope="col">{texts.whatHappens}</th>
          <th scope="col">{texts.cashFlow}</th>
          <th scope="col">{texts.returnOnCash}</th>
          <th scope="col">{texts.cover}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, monthlyCashFlow, returnOnCash, coverPercent }, index) => (
          <tr key={name} data-main={index === 0 || undefined}>
            <th scope="row">{name}</th>
            <td style={{ color: amountInk(monthlyCashFlow) }}>{format.signedMoneyExact(monthlyCashFlow)}</td>
            <td>{percent(returnOnCash, 2)}</td>
            <td>{percent(coverPercent, 1)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Says whether the rent carries the loan at the rate that a lender tests with. */
function Lender({ analysis: { assumptions, returns } }: { analysis: Analysis }) {
  const format = useFormatter()
  const { passesStress, interestCover } = returns
  if (passesStress === null || interestCover === null) return null
  const least = rateText(assumptions.minimumCover)
  const said = passesStress ? texts.lenderPasses(least) : texts.lenderFails(least, format.moneyExact(returns.requiredMonthlyRent))
  return (
    <Foot>
      <InfoPanel
        tone={passesStress ? 'success' : 'warning'}
        title={texts.lenderTitle(rateText(assumptions.stressRate), percent(interestCover, 1))}
        text={`${said} ${texts.lenderNote}`}
      />
    </Foot>
  )
}
