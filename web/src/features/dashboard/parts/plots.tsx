import { BarChart } from '@mui/x-charts/BarChart'
import { chartsAxisHighlightClasses } from '@mui/x-charts/ChartsAxisHighlight'
import { axisClasses } from '@mui/x-charts/ChartsAxis'
import { chartsGridClasses } from '@mui/x-charts/ChartsGrid'
import { LineChart } from '@mui/x-charts/LineChart'
import { monthName } from '@/lib/format'
import { color, type } from '@/theme/tokens'

/** One series: what is drawn, and the words for it, month by month. */
interface Series {
  name: string
  ink: string
  values: number[]
  texts: string[]
}

interface PlotProps {
  /** The months there is room for, `2026-11`, oldest first; the values are those of the last ones. */
  places: string[]
  series: readonly Series[]
  tick: (value: number) => string
  /** The end of the axis; by the values unless said. */
  most?: number
}

const ticks = 4
const look = {
  [`& .${axisClasses.tickLabel}`]: { ...type.mini, fontFamily: 'inherit', fill: color.muted },
  [`& .${chartsGridClasses.line}`]: { stroke: color.line },
  [`& .${chartsAxisHighlightClasses.root}`]: { fill: color.hover, fillOpacity: 1 },
}

/** The settings of both kinds: no axis lines, four ticks, hairlines, no animation; the legend stands above in words. */
const common = {
  margin: { top: 10, right: 4, bottom: 0, left: 0 },
  grid: { horizontal: true },
  hideLegend: true,
  skipAnimation: true,
  // The table beside it is for the keyboard and for those who listen; the drawing is hidden from both.
  disableKeyboardNavigation: true,
  sx: look,
}

const bands = (months: string[]) =>
  [
    {
      data: months,
      scaleType: 'band',
      height: 26,
      disableLine: true,
      disableTicks: true,
      categoryGapRatio: 0.42,
      barGapRatio: 0.1,
      valueFormatter: (month: string, { location }: { location: string }) => (location === 'tick' ? monthName(month).slice(0, 3) : monthName(month)),
    },
  ] as const

const amounts = (tick: PlotProps['tick'], most: number | undefined) => [{ width: 52, min: 0, disableLine: true, disableTicks: true, tickNumber: ticks, valueFormatter: tick, ...(most !== undefined && { max: most }) }]

const drawn = (series: readonly Series[], places: readonly string[]) =>
  series.map(({ name, ink, values, texts }) => {
    const before = Array.from({ length: places.length - values.length }, () => null)
    return {
      label: name,
      color: ink,
      data: [...before, ...values],
      valueFormatter: (_value: number | null, { dataIndex }: { dataIndex: number }) => texts[dataIndex - before.length] ?? null,
    }
  })

/** Bars beside each other for each month. */
export function Bars({ places, series, tick }: PlotProps) {
  return <BarChart {...common} borderRadius={2} xAxis={bands(places)} yAxis={amounts(tick, undefined)} series={drawn(series, places)} />
}

/** A line over the months, a mark at each. */
export function Line({ places, series, tick, most }: PlotProps) {
  return (
    <LineChart
      {...common}
      xAxis={bands(places)}
      yAxis={amounts(tick, most)}
      series={drawn(series, places).map((each) => ({ ...each, curve: 'linear' as const, showMark: true }))}
    />
  )
}
