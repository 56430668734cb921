import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { Analysis } from '@/api/analyses'
import { Link } from 'react-router'
import { nothing, percent, type Formatter } from '@/lib/format'
import { paths } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { amountInk } from '@/ui/amountInk'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { BackLink } from '@/ui/Overlay'
import { Page } from '@/ui/Page'
import { useIsMobile } from '@/ui/useIsMobile'
import { analyses as texts, figures, inputs } from '../messages'
import { buyerText, incomeTaxOf } from '../model'
import { AnalysisName } from './facts'
import { ExportButton } from './SavedAnalyses'

// Columns keep their width, so on mobile screens one swipes through them beside the names of the rows.
const Scroll = styled(Card)({ overflowX: 'auto', scrollSnapType: 'x proximity', scrollPaddingLeft: 116, '&:focus-visible': { outlineOffset: -3 } })
const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  '& th, & td': { padding: '9px 14px', textAlign: 'right', fontWeight: 400, borderTop: `1px solid ${color.line}`, scrollSnapAlign: 'start', overflowWrap: 'anywhere' },
  '& th:first-of-type': { position: 'sticky', left: 0, zIndex: 1, width: 240, textAlign: 'left', backgroundColor: color.surface, color: color.muted },
  '& thead :is(th, td)': { verticalAlign: 'top', textAlign: 'left', borderTop: 0, paddingBlock: 14, width: 220 },
  '& thead th:not(:first-of-type)': { textAlign: 'right' },
  '& [data-group] th': { ...type.h2, backgroundColor: color.sunken, color: color.ink },
  '& td': { fontWeight: 540 },
  [media.mobile]: { '& th, & td': { paddingInline: 8 }, '& th:first-of-type': { width: 104, fontSize: 13, paddingLeft: 12 }, '& thead th:not(:first-of-type)': { width: 106 } },
})

const Swipe = styled('p')({ ...type.small, color: color.muted, marginBottom: -8 })

interface Row {
  name: string
  text: (analysis: Analysis, format: Formatter) => string
  ink?: (analysis: Analysis) => string
}

const results: readonly Row[] = [
  {
    name: figures.cashFlow,
    text: ({ returns }, format) => format.signedMoneyExact(returns.monthlyCashFlow),
    ink: ({ returns }) => amountInk(returns.monthlyCashFlow),
  },
  { name: figures.returnOnCash, text: ({ returns }) => percent(returns.returnOnCash, 2) },
  { name: figures.grossYield, text: ({ returns }) => percent(returns.grossYield, 2) },
  { name: figures.netYield, text: ({ returns }) => percent(returns.netYield, 2) },
  { name: figures.cashNeeded, text: ({ returns }, format) => format.moneyExact(returns.cashInvested) },
  { name: figures.loanToValue, text: ({ returns }) => percent(returns.loanToValue, 2) },
  { name: figures.breakEvenRent, text: ({ returns }, format) => format.moneyExact(returns.breakEvenMonthlyRent) },
  { name: figures.breakEvenRate, text: ({ returns }) => percent(returns.breakEvenRate, 2) },
  { name: texts.testedCover, text: ({ returns }) => percent(returns.interestCover, 1) },
]

/** Stand beside the others where one of the analyses counts income tax. */
const taxed: readonly Row[] = [
  { name: figures.cashFlowAfter, text: (analysis, format) => afterTax(analysis, (tax) => format.signedMoneyExact(tax.monthlyCashFlow)) },
  { name: figures.returnAfter, text: (analysis) => afterTax(analysis, (tax) => percent(tax.returnOnCash, 2)) },
  { name: texts.incomeTax, text: (analysis, format) => afterTax(analysis, (tax) => format.moneyExact(tax.tax)) },
  { name: figures.carriedForward, text: (analysis, format) => afterTax(analysis, (tax) => format.moneyExact(tax.carriedForward)) },
]

function afterTax(analysis: Analysis, text: (tax: NonNullable<ReturnType<typeof incomeTaxOf>>) => string): string {
  const tax = incomeTaxOf(analysis)
  return tax === undefined ? texts.notCounted : text(tax)
}

const rate = (value: number | null, unit: string) => (value === null ? nothing : `${String(value)} ${unit}`)

const assumed: readonly Row[] = [
  { name: inputs.labels.price, text: ({ assumptions }, format) => format.moneyExact(assumptions.price) },
  { name: inputs.labels.deposit, text: ({ assumptions }, format) => format.moneyExact(assumptions.deposit) },
  { name: inputs.labels.stampDuty, text: ({ assumptions, returns }, format) => texts.taxAmount(format.moneyExact(assumptions.stampDuty), returns.taxName) },
  { name: inputs.kind, text: ({ assumptions: { propertyKind } }) => (propertyKind === null ? nothing : inputs.kinds[propertyKind]) },
  { name: inputs.buyer, text: ({ assumptions }) => buyerText(assumptions) },
  { name: inputs.labels.fees, text: ({ assumptions }, format) => format.moneyExact(assumptions.fees) },
  { name: inputs.labels.refurbishment, text: ({ assumptions }, format) => format.moneyExact(assumptions.refurbishment) },
  { name: inputs.mortgage, text: ({ assumptions }) => assumptions.mortgageType },
  { name: inputs.labels.interestRate, text: ({ assumptions }) => percent(assumptions.interestRate, 2) },
  { name: inputs.labels.monthlyRent, text: ({ assumptions }, format) => format.moneyExact(assumptions.monthlyRent) },
  { name: inputs.labels.voidWeeks, text: ({ assumptions }) => rate(assumptions.voidWeeks, inputs.units.weeks) },
  { name: figures.operatingCosts, text: ({ returns }, format) => format.moneyExact(returns.operatingCosts) },
]

/** Two to four analyses, a column each: the same figures in the same line. */
export function SideBySide({ analyses }: { analyses: readonly Analysis[] }) {
  const isMobile = useIsMobile()
  return (
    <>
      <BackLink to={{ path: paths.analyses, name: texts.backToList }} />
      <Page title={texts.comparing} subtitle={texts.comparingText(analyses.length)} aside={analyses.length > 0 && <ExportButton analyses={analyses} />}>
        {analyses.length === 0 ? (
          <EmptyState
            title={texts.compareNone}
            text={texts.compareNoneText}
            action={
              <Button component={Link} to={paths.analyses}>
                {texts.backToList}
              </Button>
            }
          />
        ) : (
          <>
            {isMobile && analyses.length > 2 && <Swipe>{texts.swipe}</Swipe>}
            <Scroll tabIndex={0} aria-label={texts.comparing}>
              <Table aria-label={texts.comparing}>
                <thead>
                  <tr>
                    <th scope="col">{texts.figure}</th>
                    {analyses.map((analysis) => (
                      <th key={analysis.id} scope="col">
                        <AnalysisName analysis={analysis} />
                      </th>
                    ))}
                  </tr>
                </thead>
                <Rows name={texts.results} rows={analyses.some(incomeTaxOf) ? [...results, ...taxed] : results} analyses={analyses} />
                <Rows name={texts.assumptions} rows={assumed} analyses={analyses} />
              </Table>
            </Scroll>
          </>
        )}
      </Page>
    </>
  )
}

function Rows({ name, rows, analyses }: { name: string; rows: readonly Row[]; analyses: readonly Analysis[] }) {
  const format = useFormatter()
  return (
    <tbody>
      <tr data-group>
        <th scope="rowgroup" colSpan={analyses.length + 1}>
          {name}
        </th>
      </tr>
      {rows.map(({ name: row, text, ink }) => (
        <tr key={row}>
          <th scope="row">{row}</th>
          {analyses.map((analysis) => (
            <td key={analysis.id} style={{ color: ink?.(analysis) }}>
              {text(analysis, format)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
