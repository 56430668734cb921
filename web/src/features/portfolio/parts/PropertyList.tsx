import { lazy, Suspense, useDeferredValue } from 'react'
import type { Property } from '@/api/properties'
import { useColumns } from '@/ui/useColumns'
import { useIsMobile } from '@/ui/useIsMobile'
import { inView, short, type ListView } from '../listView'
import { portfolio } from '../messages'
import { useDues } from '../queries'
import { PropertyTable } from '../table/PropertyTable'
import { PropertyCard } from './PropertyCard'
import { PropertyGrid } from './PropertyGrid'
import { PropertyRow } from './PropertyRow'

const LongList = lazy(async () => ({ default: (await import('@/ui/LongList')).LongList<Property> }))

interface PropertyListProps {
  /** Mobile screens have rows of their own, whatever was chosen. */
  view: ListView
  properties: readonly Property[]
  total: number | undefined
  onEnd: () => void
}

/** The portfolio: a grid of cards or a table, on mobile screens a list. */
export function PropertyList({ view, properties, total, onEnd }: PropertyListProps) {
  const isMobile = useIsMobile()
  const columns = useColumns()
  const dueOf = useDues()
  const soon = useDeferredValue(properties, properties.slice(0, inView(isMobile)))
  const Item = isMobile ? PropertyRow : PropertyCard
  const list = (shown: readonly Property[]) => (
    <PropertyGrid aria-label={portfolio.list}>
      {shown.map((property, index) => (
        <li key={property.id}>
          <Item property={property} due={dueOf(property.id)} isFirst={index < inView(isMobile)} />
        </li>
      ))}
    </PropertyGrid>
  )
  if (view === 'list' && !isMobile) return <PropertyTable properties={properties} total={total} onEnd={onEnd} />
  if (properties.length <= short) return list(soon)
  return (
    <Suspense fallback={list(properties.slice(0, short))}>
      <LongList
        label={portfolio.list}
        items={properties}
        total={total}
        columns={columns}
        gap={isMobile ? 12 : 16}
        rowHeight={isMobile ? 170 : 300}
        keyOf={({ id }) => id}
        render={(property) => <Item property={property} due={dueOf(property.id)} />}
        onEnd={onEnd}
      />
    </Suspense>
  )
}
