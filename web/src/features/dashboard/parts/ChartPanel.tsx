import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ChartColumn, Table2 } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { shortCause } from '@/api/errors'
import { monthName } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { useNear } from '@/ui/useNear'
import { charts } from '../messages'
import type { Month } from '../model'
import { useSeries } from '../queries'

/** The least height that docs/reference/look.md reserves for a chart, legend apart. */
const chartHeight = 236

const Body = styled('div')({ display: 'flex', flexDirection: 'column', flex: 1, padding: '12px 20px 16px', [media.mobile]: { padding: '12px 16px' } })
const Legend = styled('dl')({
  ...type.small,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 18px',
  minHeight: 24,
  color: color.muted,
  '& > div': { display: 'inline-flex', alignItems: 'center', gap: 7 },
  '& dd': { color: color.ink, fontWeight: 620 },
})
const Swatch = styled('span')({ width: 10, height: 10, borderRadius: 2 })
// The height of what stands beside it, so that nothing below it is empty.
const Place = styled('div')({ position: 'relative', flex: `1 0 ${String(chartHeight)}px`, '& > *': { position: 'absolute', inset: 0 } })
const Scroll = styled('div')({ height: chartHeight, overflow: 'auto', '&:focus-visible': { outlineOffset: -3 } })
const Table = styled('table')({
  ...type.small,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '8px 8px', textAlign: 'right', whiteSpace: 'nowrap', borderBottom: `1px solid ${color.line}` },
  '& th:first-of-type': { textAlign: 'left' },
  '& thead th': { color: color.muted, fontWeight: 400, backgroundColor: color.sunken, position: 'sticky', top: 0 },
  '& tbody th': { fontWeight: 540 },
})

/** A column of the table; those with a colour are drawn, and their newest value stands in the legend. */
export interface Column {
  name: string
  text: (month: Month) => string
  ink?: string
}

/** A chart and its table: the same figures, by month. */
interface ChartPanelProps {
  title: string
  columns: readonly Column[]
  /** Draws the months; loaded when the panel comes near the screen. */
  plot: (months: readonly Month[]) => ReactNode
}

export function ChartPanel({ title, columns, plot }: ChartPanelProps) {
  const { data, error, refetch } = useSeries()
  const [isTable, setTable] = useState(false)
  const [place, isNear] = useNear<HTMLDivElement>()
  const newest = data?.at(-1)
  const Icon = isTable ? ChartColumn : Table2
  return (
    <Panel
      title={title}
      aside={
        <Button variant="text" sx={{ color: color.muted, marginRight: '-8px' }} onClick={() => setTable(!isTable)} startIcon={<Icon size={16} strokeWidth={1.75} />}>
          {isTable ? charts.showChart : charts.showTable}
        </Button>
      }
    >
      <Body ref={place}>
        {error !== null && data === undefined ? (
          <LoadFailed what={title} cause={shortCause(error)} onRetry={() => void refetch()} />
        ) : (
          <>
            <Legend>{newest && <Newest month={newest} columns={columns} />}</Legend>
            {isTable && data !== undefined ? (
              <MonthTable title={title} months={data} columns={columns} />
            ) : (
              <Place aria-hidden="true">{data !== undefined && isNear && <Suspense>{plot(data)}</Suspense>}</Place>
            )}
          </>
        )}
      </Body>
    </Panel>
  )
}

function Newest({ month, columns }: { month: Month; columns: readonly Column[] }) {
  return (
    <>
      {columns.map(({ name, text, ink }) =>
        ink === undefined ? null : (
          <div key={name}>
            <Swatch aria-hidden="true" sx={{ backgroundColor: ink }} />
            <dt>{name}</dt>
            <dd>{text(month)}</dd>
          </div>
        ),
      )}
      <div>
        <dt>{monthName(month.month)}</dt>
      </div>
    </>
  )
}

function MonthTable({ title, months, columns }: { title: string; months: readonly Month[]; columns: readonly Column[] }) {
  return (
    // A region that can scroll takes the focus and has a name.
    <Scroll tabIndex={0} role="region" aria-label={title}>
      <Table>
        <thead>
          <tr>
            <th scope="col">{charts.month}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((month) => (
            <tr key={month.month}>
              <th scope="row">{monthName(month.month)}</th>
              {columns.map(({ name, text }) => (
                <td key={name}>{text(month)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroll>
  )
}
