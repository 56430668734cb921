import { ApiError, userMessage } from '@/api/errors'
import { photoTexts } from './messages'

/** The most photos of a property. */
export const mostPhotos = 20

const largestPhoto = 10 * 1024 * 1024

/** Something that went wrong, as a toast says it. */
export interface Refusal {
  title: string
  text: string
}

/** Returns why a file is not even sent; the server looks at what is in it. */
export function refusalOf(file: Pick<File, 'type' | 'size'>): Refusal | null {
  if (!file.type.startsWith('image/')) return { title: photoTexts.wrongType, text: photoTexts.wrongTypeText }
  if (file.size > largestPhoto) return { title: photoTexts.tooLarge, text: photoTexts.tooLargeText }
  return null
}

/** Returns why the server did not take it, in its own title where it is one of the specification's. */
export function failureOf(error: unknown): Refusal {
  const title = error instanceof ApiError ? error.problem.title : undefined
  if (title === photoTexts.wrongType) return { title, text: userMessage(error, photoTexts.wrongTypeText) }
  if (title === photoTexts.tooLarge) return { title, text: userMessage(error, photoTexts.tooLargeText) }
  return { title: photoTexts.failed, text: photoTexts.failedText }
}

/** The list with one photo at another place. */
export function moved(photos: readonly string[], from: number, to: number): string[] {
  const rest = photos.filter((_, index) => index !== from)
  const photo = photos[from]
  return photo === undefined ? [...photos] : [...rest.slice(0, to), photo, ...rest.slice(to)]
}
