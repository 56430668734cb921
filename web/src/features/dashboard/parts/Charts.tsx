import { styled } from '@mui/material/styles'
import { lazy } from 'react'
import { useFormatter } from '@/api/account'
import { percent } from '@/lib/format'
import { color, media } from '@/theme/tokens'
import { charts, dashboard } from '../messages'
import { heightOf, placesFor, tickText } from '../model'
import { ChartPanel } from './ChartPanel'

// The drawing library is by far the largest part of the product: it comes when a chart comes near the screen.
const Bars = lazy(async () => ({ default: (await import('./plots')).Bars }))
const Line = lazy(async () => ({ default: (await import('./plots')).Line }))

const Beside = styled('div')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [media.wide]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
})

/** Income against cost, month by month. */
export function IncomeChart() {
  const format = useFormatter()
  return (
    <ChartPanel
      title={charts.income}
      columns={[
        { name: charts.incomeSeries, text: ({ income }) => format.money(income), ink: color.chart1 },
        { name: charts.costSeries, text: ({ costs }) => format.money(costs), ink: color.chart2 },
        { name: charts.profitSeries, text: ({ profit }) => format.signedMoney(profit) },
      ]}
      plot={(months) => (
        <Bars
          places={placesFor(months)}
          series={[
            { name: charts.incomeSeries, ink: color.chart1, values: months.map(({ income }) => heightOf(income)), texts: months.map(({ income }) => format.money(income)) },
            { name: charts.costSeries, ink: color.chart2, values: months.map(({ costs }) => heightOf(costs)), texts: months.map(({ costs }) => format.money(costs)) },
          ]}
          tick={(amount) => tickText(amount, format.currencySign)}
        />
      )}
    />
  )
}

/** The value of the portfolio and how much of it was occupied, month by month. */
export function MoreCharts() {
  const format = useFormatter()
  return (
    <Beside>
      <ChartPanel
        title={charts.value}
        columns={[
          { name: charts.valueSeries, text: ({ totalValue }) => format.money(totalValue), ink: color.chart1 },
          { name: charts.properties, text: ({ properties }) => String(properties) },
        ]}
        plot={(months) => (
          <Line
            places={placesFor(months)}
            series={[{ name: charts.valueSeries, ink: color.chart1, values: months.map((each) => heightOf(each.totalValue)), texts: months.map((each) => format.money(each.totalValue)) }]}
            tick={(amount) => tickText(amount, format.currencySign)}
          />
        )}
      />
      <ChartPanel
        title={charts.occupancy}
        columns={[
          { name: charts.occupancySeries, text: ({ occupancyRate }) => percent(occupancyRate, 1), ink: color.chart1 },
          { name: charts.properties, text: ({ occupiedProperties, properties }) => dashboard.of(String(occupiedProperties), String(properties)) },
        ]}
        plot={(months) => (
          <Line
            places={placesFor(months)}
            series={[{ name: charts.occupancySeries, ink: color.chart1, values: months.map((each) => each.occupancyRate), texts: months.map((each) => percent(each.occupancyRate, 1)) }]}
            tick={(rate) => `${rate}%`}
            most={100}
          />
        )}
      />
    </Beside>
  )
}
