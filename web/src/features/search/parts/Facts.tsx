import { styled } from '@mui/material/styles'
import { Bath, BedDouble, Ruler } from 'lucide-react'
import type { Listing } from '@/api/listings'
import { color, type } from '@/theme/tokens'
import { search as texts } from '../messages'

const Row = styled('ul')({
  ...type.small,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 14px',
  marginTop: 8,
  color: color.muted,
  '& li': { display: 'inline-flex', alignItems: 'center', gap: 6 },
})

/** Bedrooms, bathrooms and size, as far as they are known. */
export function Facts({ listing: { bedrooms, bathrooms, sqft } }: { listing: Listing }) {
  const facts = [
    { icon: BedDouble, text: bedrooms === null ? null : texts.beds(bedrooms) },
    { icon: Bath, text: bathrooms === null ? null : texts.baths(bathrooms) },
    { icon: Ruler, text: sqft === null ? null : texts.sqft(sqft) },
  ]
  if (facts.every(({ text }) => text === null)) return null
  return (
    <Row>
      {facts.map(
        ({ icon: Icon, text }, place) =>
          text !== null && (
            <li key={place}>
              <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
              {text}
            </li>
          ),
      )}
    </Row>
  )
}
