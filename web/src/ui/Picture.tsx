import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Elevation } from './elevations/Elevation'
import { photoUrl, type PhotoSize } from './photos'

const Photo = styled('img')({ display: 'block', width: '100%', height: '100%', objectFit: 'cover' })

/** What a picture is made of. */
interface Pictured {
  photos: readonly string[]
  propertyType: string
}

/** A property's cover photo, or the drawing of its kind; fills its box. It stands beside the name, so it says nothing. */
export function Picture({ property, size }: { property: Pictured; size: PhotoSize }) {
  const [cover] = property.photos
  // A photo that does not come must not leave a hole.
  const [broken, setBroken] = useState<string>()
  if (cover === undefined || cover === broken) return <Elevation type={property.propertyType} />
  return <Photo src={photoUrl(cover, size)} alt="" loading="lazy" decoding="async" onError={() => setBroken(cover)} />
}
