import { styled } from '@mui/material/styles'
import { Fragment, type Key, type ReactNode } from 'react'
import { useNearRows } from './useNearRows'

const Grid = styled('ul')({ display: 'grid' })

/** A list of any length in the window's own scrolling. */
interface LongListProps<Item> {
  label: string
  items: readonly Item[]
  /** The number on the server, for those who listen. */
  total: number | undefined
  columns: number
  /** The gap between rows and columns, in pixels. */
  gap: number
  /** The approximate height of a row, in pixels, until it is measured. */
  rowHeight: number
  keyOf: (item: Item) => Key
  render: (item: Item) => ReactNode
  /** Called when the end comes near. */
  onEnd: () => void
}

/** Only the rows near the window are in the page, in the normal flow of one grid: the margins above and below stand for the others. */
export function LongList<Item>({ label, items, total, columns, gap, rowHeight, keyOf, render, onEnd }: LongListProps<Item>) {
  const { place, rows, below, attributesOf } = useNearRows<HTMLUListElement>({ count: Math.ceil(items.length / columns), rowHeight, gap, onEnd })
  return (
    <Grid
      {...place}
      aria-label={label}
      sx={{ gap: `${gap}px`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      style={{ paddingBottom: below }}
    >
      {rows.flatMap(({ index, above }) => {
        const { ref, ...row } = attributesOf(index)
        return items.slice(index * columns, (index + 1) * columns).map((item, column) => (
          <li
            key={keyOf(item)}
            ref={column === 0 ? ref : undefined}
            {...row}
            aria-setsize={total ?? -1}
            aria-posinset={index * columns + column + 1}
            style={{ marginTop: above }}
          >
            {render(item)}
          </li>
        ))
      })}
    </Grid>
  )
}

/** The rows of a table of any length in the window's own scrolling. */
interface LongRowsProps<Item> {
  items: readonly Item[]
  /** The number of columns in the table. */
  columns: number
  /** The approximate height of a row, in pixels, until it is measured. */
  rowHeight: number
  keyOf: (item: Item) => Key
  /** The cells of a row. */
  render: (item: Item) => ReactNode
  /** Called when the end comes near. */
  onEnd: () => void
}

/** Only the rows near the window are in the page; empty ones between and below them stand for the others. */
export function LongRows<Item>({ items, columns, rowHeight, keyOf, render, onEnd }: LongRowsProps<Item>) {
  const { place, rows, below, attributesOf } = useNearRows<HTMLTableSectionElement>({ count: items.length, rowHeight, onEnd })
  return (
    <tbody {...place}>
      {rows.map(({ index, above }) => {
        const item = items[index]
        if (item === undefined) return null
        return (
          <Fragment key={keyOf(item)}>
            <Room height={above} columns={columns} />
            {/* The head is the first row. */}
            <tr {...attributesOf(index)} aria-rowindex={index + 2}>
              {render(item)}
            </tr>
          </Fragment>
        )
      })}
      <Room height={below} columns={columns} />
    </tbody>
  )
}

function Room({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )
}
