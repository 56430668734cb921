import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Listing } from '@/api/listings'
import { Elevation } from '@/ui/elevations/Elevation'
import { drawingOf } from '../model'

const Photo = styled('img')({ display: 'block', width: '100%', height: '100%', objectFit: 'cover' })

/** A listing's picture, or the drawing of its type; it stands beside the title, so it says nothing. */
export function ListingPicture({ listing, isFirst }: { listing: Listing; isFirst: boolean }) {
  const url = listing.imageUrl
  // A picture that does not come must not leave a hole.
  const [broken, setBroken] = useState<string>()
  if (url === null || url === broken) return <Elevation type={drawingOf(listing)} />
  return <Photo src={url} alt="" loading={isFirst ? 'eager' : 'lazy'} decoding="async" onError={() => setBroken(url)} />
}
