import * as pictures from './decode'

/** The reason why a photo cannot be sent. */
export interface Refusal {
  name: string
  reason: 'empty' | 'heic' | 'unreadable'
}

/** The result of choosing photos: those to send, and those that cannot be. */
export interface ChosenPhotos {
  photos: File[]
  refused: Refusal[]
}

/** The longest side that is sent, in pixels: a page of a document stays readable. */
const longest = 2560
/** The size in bytes up to which photos are sent as they are. */
const small = 2 * 1024 * 1024
/** The types that the server takes. */
const taken = new Set(['image/jpeg', 'image/png', 'image/gif'])

const pictureNames = /\.(?:jpe?g|png|gif|webp|avif|heic|heif|dng|tiff?|bmp)$/i

/** Returns whether a file is meant to be a picture; some systems do not say what HEIC is. */
export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean => type.startsWith('image/') || (type === '' && pictureNames.test(name))

const isHeic = ({ type, name }: File): boolean => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

/** A photo as it is sent: what is large, or of a kind that the server does not take, becomes a smaller JPEG. */
async function reduced(file: File, { sizeOf, resized }: typeof pictures): Promise<File> {
  const { width, height } = await sizeOf(file)
  // A moving picture would stand still.
  if (file.type === 'image/gif') return file
  const factor = Math.min(1, longest / Math.max(width, height))
  const isTaken = taken.has(file.type)
  if (isTaken && factor === 1 && file.size <= small) return file
  const jpeg = await resized(file, Math.max(1, Math.round(width * factor)), Math.max(1, Math.round(height * factor)))
  if (jpeg === null) throw new Error('The picture could not be drawn.')
  if (isTaken && factor === 1 && jpeg.size >= file.size) return file
  return new File([jpeg], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: jpeg.type, lastModified: file.lastModified })
}

/** Makes photos ready to be sent, one after the other: several at once would not fit into a phone's memory. */
export async function readyPhotos(files: readonly File[], browser = pictures): Promise<ChosenPhotos> {
  const chosen: ChosenPhotos = { photos: [], refused: [] }
  for (const file of files) {
    try {
      if (file.size === 0) chosen.refused.push({ name: file.name, reason: 'empty' })
      else chosen.photos.push(await reduced(file, browser))
    } catch {
      chosen.refused.push({ name: file.name, reason: isHeic(file) ? 'heic' : 'unreadable' })
    }
  }
  return chosen
}
