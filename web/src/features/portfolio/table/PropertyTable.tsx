import { styled } from '@mui/material/styles'
import { lazy, Suspense } from 'react'
import type { Property } from '@/api/properties'
import { color, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { useColumns } from '@/ui/useColumns'
import { short } from '../listView'
import { portfolio } from '../messages'
import { useDues } from '../queries'
import { columns } from './columns'
import { SortHead } from './SortHead'

const LongRows = lazy(async () => ({ default: (await import('@/ui/LongList')).LongRows<Property> }))

const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '9px 10px', textAlign: 'left', fontWeight: 400 },
  '& :is(th, td)[data-number]': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& thead th': { ...type.small, height: 40, paddingBlock: 0, color: color.muted, backgroundColor: color.sunken, whiteSpace: 'nowrap' },
  // A head that can be pressed is so from edge to edge.
  '& thead th:has(button)': { padding: 0 },
  '& tbody th, & thead th:first-of-type > button': { paddingLeft: 20 },
  '& tr > :last-child:not(:has(> button)), & thead tr > :last-child > button': { paddingRight: 20 },
  '& tbody tr:not([aria-hidden])': { position: 'relative', borderTop: `1px solid ${color.line}` },
  '& tbody tr:not([aria-hidden]):hover': { backgroundColor: color.sunken },
})

/** The portfolio row by row, sorted by the heads of its columns. */
interface PropertyTableProps {
  properties: readonly Property[]
  total: number | undefined
  onEnd: () => void
}

export function PropertyTable({ properties, total, onEnd }: PropertyTableProps) {
  const isWide = useColumns() === 3
  const dueOf = useDues()
  const shown = columns.filter((column) => isWide || column.isWide !== true)
  const cells = (property: Property) =>
    shown.map(({ name, isNumber, Cell }, index) => {
      const content = <Cell property={property} due={dueOf(property.id)} />
      if (index > 0) return <td key={name} data-number={isNumber}>{content}</td> // prettier-ignore
      return <th key={name} scope="row">{content}</th> // prettier-ignore
    })
  const all = (some: readonly Property[]) => (
    <tbody>
      {some.map((property) => (
        <tr key={property.id}>{cells(property)}</tr>
      ))}
    </tbody>
  )
  const isLong = properties.length > short
  return (
    <Card as="div" sx={{ overflow: 'hidden' }}>
      <Table aria-label={portfolio.list} {...(isLong && { 'aria-rowcount': total === undefined ? -1 : total + 1 })}>
        <thead>
          <tr aria-rowindex={isLong ? 1 : undefined}>
            {shown.map((column) => (
              <SortHead key={column.name} column={column} />
            ))}
          </tr>
        </thead>
        {isLong ? (
          <Suspense fallback={all(properties.slice(0, short))}>
            <LongRows items={properties} columns={shown.length} rowHeight={63} keyOf={({ id }) => id} render={cells} onEnd={onEnd} />
          </Suspense>
        ) : (
          all(properties)
        )}
      </Table>
    </Card>
  )
}
