import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Images } from 'lucide-react'
import { useState } from 'react'
import type { Formatter } from '@/lib/format'
import { furnishings, homeTexts as texts } from '@/lib/homes'
import { color, type } from '@/theme/tokens'
import { PhotoViewer } from '../PhotoViewer'

/** The facts that portfolio knows of a home to let; `null` while it does not answer. */
export type Facts = {
  bedrooms: number
  bathrooms: number
  size: string | null
  furnishing: keyof typeof furnishings | null
  photos: readonly string[]
} | null

/** The terms of a landlord's offer beside the rent. */
export interface Offer {
  deposit: string | null
  freeFromDate: string | null
  bills: string | null
  energyRating: string | null
}

/** Returns the size of a home and its furnishing, on one line; empty where nothing is known. */
export function factsLine(facts: Facts): string {
  if (facts === null) return ''
  const { bedrooms, bathrooms, size, furnishing } = facts
  const said = [bedrooms > 0 && texts.bedrooms(bedrooms), bathrooms > 0 && texts.bathrooms(bathrooms), size, furnishing !== null && furnishings[furnishing]]
  return said.filter(Boolean).join(', ')
}

const Rows = styled('dl')({
  ...type.small,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '4px 16px',
  margin: '8px 0 0',
  paddingTop: 10,
  borderTop: `1px solid ${color.line}`,
  '& dt': { color: color.muted },
  '& dd': { margin: 0, textAlign: 'right', overflowWrap: 'anywhere' },
})

/** Shows the offer of the chosen home, row by row. */
export function OfferRows({ offer, format }: { offer: Offer; format: Formatter }) {
  const { deposit, bills, freeFromDate, energyRating } = offer
  const rows = [
    [texts.deposit, deposit === null ? null : format.rent(deposit)],
    [texts.bills, bills],
    [texts.free, freeFromDate === null ? null : format.longDate(freeFromDate)],
    [texts.energyRating, energyRating],
  ] as const
  return (
    <Rows>
      {rows.map(([name, value]) =>
        value === null ? null : (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </Rows>
  )
}

/** A button that opens a home's photos over the whole screen. */
export function HomePhotos({ name, photos }: { name: string; photos: readonly string[] }) {
  const [index, setIndex] = useState<number>()
  const shown = index === undefined ? undefined : photos[index]
  if (photos.length === 0) return null
  return (
    <div>
      <Button onClick={() => setIndex(0)} startIcon={<Images size={16} strokeWidth={1.75} aria-hidden="true" />}>
        {texts.seePhotos(photos.length)}
      </Button>
      {index !== undefined && shown !== undefined && (
        <PhotoViewer index={index} of={photos.length} caption={name} photo={<img key={shown} src={shown} alt={name} />} onShow={setIndex} onClose={() => setIndex(undefined)} />
      )}
    </div>
  )
}
