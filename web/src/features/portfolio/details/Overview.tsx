import { useFormatter } from '@/api/account'
import type { Property } from '@/api/properties'
import { count } from '@/lib/format'
import { addForm } from '../form.messages'
import { Entry, Ledger } from '@/ui/Ledger'
import { details } from './messages'
import { mostBathrooms } from '../model'
import { nationTexts } from '../nation.messages'
import { Section } from './Section'

/** Property Overview: what it is. */
export function Overview({ property }: { property: Property }) {
  const format = useFormatter()
  const { propertyType, nation, nationToConfirm, hmoRooms, bedrooms, bathrooms, size, purchaseDate, purchaseYear } = property
  const isShared = propertyType === 'HMO'
  return (
    <Section title={details.overview}>
      <Ledger>
        <Entry label={details.type}>{propertyType}</Entry>
        <Entry label={isShared ? details.rooms : details.bedrooms}>{isShared ? (hmoRooms ?? bedrooms) : bedrooms}</Entry>
        <Entry label={details.bathrooms}>{bathrooms >= mostBathrooms ? addForm.tenOrMore : bathrooms}</Entry>
        {nation !== null && <Entry label={nationTexts.label}>{nationToConfirm ? nationTexts.notSaid(nation) : nation}</Entry>}
        {size !== null && <Entry label={details.size}>{size}</Entry>}
        {purchaseDate !== null && <Entry label={details.purchased}>{format.date(purchaseDate)}</Entry>}
        {purchaseDate === null && purchaseYear !== null && <Entry label={details.purchased}>{purchaseYear}</Entry>}
        {propertyType === 'Flat' && <Lease property={property} />}
      </Ledger>
    </Section>
  )
}

/** The years that are left today, and what they were when somebody last said so. */
function Lease({ property }: { property: Property }) {
  const format = useFormatter()
  const { currentLeaseYearsRemaining: left, leaseYearsRemaining: entered, leaseLastUpdated: day } = property
  if (left === null) return null
  const hasFallen = entered !== null && day !== null && entered !== left
  return (
    <Entry label={details.leaseYears} below={hasFallen ? details.leaseEntered(count(entered, 'year', 'years'), format.date(day)) : undefined}>
      {left}
    </Entry>
  )
}
