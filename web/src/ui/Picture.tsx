import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Elevation } from './elevations/Elevation'
import { photoUrl, type PhotoSize } from './photos'

// In a wide box the upper part of a photo is shown, so that roofs are not cut off.
const Photo = styled('img')({ display: 'block', width: '100%', height: '100%', objectFit: 'cover', objectPosition: '50% 15%' })

/** The data of a picture. */
interface PictureData {
  photos: readonly string[]
  propertyType: string
}

interface PictureProps {
  property: PictureData
  size: PhotoSize
  /** It is in the window when the page comes and has been fetched ahead: it is painted with the text beside it, not after. */
  isFirst?: boolean
}

/** A property's cover photo, or the drawing of its kind; fills its box. It stands beside the name, so it says nothing. */
export function Picture({ property, size, isFirst = false }: PictureProps) {
  const [cover] = property.photos
  // A photo that does not come must not leave a hole.
  const [broken, setBroken] = useState<string>()
  if (cover === undefined || cover === broken) return <Elevation type={property.propertyType} isThumbnail={size === 'thumb'} />
  return <Photo src={photoUrl(cover, size)} alt="" loading={isFirst ? 'eager' : 'lazy'} decoding={isFirst ? 'sync' : 'async'} onError={() => setBroken(cover)} />
}
