import { styled } from '@mui/material/styles'
import { Bath, BedDouble } from 'lucide-react'
import type { Property } from '@/api/properties'
import { useFormatter } from '@/api/account'
import { count, unbroken } from '@/lib/format'
import { amountInk } from '@/ui/amountInk'
import { color, type } from '@/theme/tokens'
import { portfolio } from '../messages'

const Row = styled('ul')({
  ...type.small,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 13px',
  color: color.muted,
  '& li': { display: 'inline-flex', alignItems: 'center', gap: 6 },
})

/** Address and postcode on one line. */
export const Address = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })

export function addressOf(property: Property): string {
  return `${property.address} ${unbroken(property.postcode)}`
}

/** Rooms of a shared house, bedrooms of others; nothing where there is none. */
export function bedsOf({ propertyType, hmoRooms, bedrooms }: Property): string | undefined {
  if (propertyType === 'HMO') return count(hmoRooms ?? bedrooms, portfolio.room, portfolio.rooms)
  return bedrooms > 0 ? count(bedrooms, portfolio.bed, portfolio.beds) : undefined
}

export const bathsOf = ({ bathrooms }: Property): string => count(bathrooms, portfolio.bath, portfolio.baths)

/** Type, rooms or bedrooms, bathrooms. */
export function Facts({ property }: { property: Property }) {
  const beds = bedsOf(property)
  return (
    <Row>
      <li>{property.propertyType}</li>
      {beds !== undefined && (
        <li>
          <BedDouble size={15} strokeWidth={1.75} aria-hidden="true" />
          {beds}
        </li>
      )}
      <li>
        <Bath size={15} strokeWidth={1.75} aria-hidden="true" />
        {bathsOf(property)}
      </li>
    </Row>
  )
}

/** A profit, signed and coloured. */
export function Profit({ amount }: { amount: string }) {
  const format = useFormatter()
  return <span style={{ color: amountInk(amount) }}>{format.signedMoney(amount)}</span>
}

export const FigureLabel = styled('dt')({ ...type.mini, color: color.muted })
export const Figure = styled('dd')({ ...type.body, fontWeight: 580 })
