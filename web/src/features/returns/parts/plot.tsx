import { BarChart } from '@mui/x-charts/BarChart'
import { axisClasses } from '@mui/x-charts/ChartsAxis'
import { chartsAxisHighlightClasses } from '@mui/x-charts/ChartsAxisHighlight'
import { chartsGridClasses } from '@mui/x-charts/ChartsGrid'
import type { Returns } from '@/api/analyses'
import { nothing, type Formatter } from '@/lib/format'
import { parseMoney } from '@/lib/money'
import { color, type } from '@/theme/tokens'

interface RateBarsProps {
  cases: Returns['rateCases']
  format: Formatter
  name: string
}

const look = {
  [`& .${axisClasses.tickLabel}`]: { ...type.mini, fontFamily: 'inherit', fill: color.muted },
  [`& .${chartsGridClasses.line}`]: { stroke: color.line },
  [`& .${chartsAxisHighlightClasses.root}`]: { fill: color.hover, fillOpacity: 1 },
}

/** An amount in whole units, for the height of a bar alone. */
const heightOf = (amount: string | null) => Number(parseMoney(amount ?? '') ?? 0n) / 100

/** Draws what is left of a month at each rate: a loss has another colour, and hangs below the line. */
export function RateBars({ cases, format, name }: RateBarsProps) {
  const heights = cases.map(({ monthlyCashFlow }) => heightOf(monthlyCashFlow))
  const texts = cases.map(({ monthlyCashFlow }) => (monthlyCashFlow === null ? nothing : format.signedMoneyExact(monthlyCashFlow)))
  return (
    <BarChart
      margin={{ top: 10, right: 4, bottom: 0, left: 0 }}
      grid={{ horizontal: true }}
      hideLegend
      skipAnimation
      // The table beside it is for the keyboard and for those who listen; the drawing is hidden from both.
      disableKeyboardNavigation
      borderRadius={2}
      sx={look}
      xAxis={[
        {
          data: cases.map(({ interestRate }) => `${String(interestRate)}%`),
          scaleType: 'band',
          height: 26,
          disableLine: true,
          disableTicks: true,
          categoryGapRatio: 0.42,
        },
      ]}
      yAxis={[
        {
          width: 56,
          disableLine: true,
          disableTicks: true,
          tickNumber: 4,
          valueFormatter: (value: number) => format.money(BigInt(Math.round(value * 100))),
          colorMap: { type: 'piecewise', thresholds: [0], colors: [color.chart2, color.chart1] },
        },
      ]}
      series={[{ label: name, data: heights, valueFormatter: (_value: number | null, { dataIndex }: { dataIndex: number }) => texts[dataIndex] ?? null }]}
    />
  )
}
