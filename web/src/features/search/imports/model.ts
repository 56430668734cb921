import type { ListingFormat, ListingImport } from '@/api/listings'
import { grouped } from '@/lib/money'
import type { Mistakes } from '@/ui/form/rules'
import { imports as texts } from './messages'

/** The largest file that may be uploaded, in bytes (docs/reference/http.md, "Property search"). */
export const largestFile = 100 * 1024 * 1024
const longestSource = 50

export const formats = Object.keys(texts.formats) as ListingFormat[]

/** A file to upload, as the form has it. */
export interface UploadValues {
  file: File | null
  format: ListingFormat | ''
  source: string
}

export const noUpload: UploadValues = { file: null, format: '', source: '' }

/** The form's controls from top to bottom. */
export const uploadOrder = ['file', 'format', 'source'] as const

/** Returns the mistakes in an upload. */
export function uploadMistakes({ file, format, source }: UploadValues): Mistakes<UploadValues> {
  const length = [...source.trim()].length
  return {
    ...(file === null && { file: texts.fileRequired }),
    ...(file?.size === 0 && { file: texts.fileEmpty }),
    ...(file !== null && file.size > largestFile && { file: texts.fileTooLarge }),
    ...(format === '' && { format: texts.formatRequired }),
    ...((length < 1 || length > longestSource) && { source: texts.sourceRequired }),
  }
}

/** The format that a file's name tells of. */
export function formatOf(name: string): ListingFormat | '' {
  const lower = name.toLowerCase()
  if (lower.endsWith('.blm') || lower.endsWith('.zip')) return 'blm'
  if (lower.endsWith('.xml')) return 'jupix'
  if (lower.endsWith('.json')) return lower.includes('zoopla') ? 'zoopla' : lower.includes('rtdf') ? 'rtdf' : lower.includes('propertydata') ? 'propertydata' : ''
  if (lower.endsWith('.csv')) return /^pp-|price.?paid/.test(lower) ? 'ppd' : 'csv'
  return ''
}

/** The source that a format is of; empty where anybody may have written it. */
export const sourceOf: Record<ListingFormat | '', string> = {
  '': '',
  blm: 'Rightmove',
  rtdf: 'Rightmove',
  zoopla: 'Zoopla',
  propertydata: 'PropertyData',
  ppd: 'Land Registry',
  jupix: '',
  csv: '',
}

/** The values once a format is chosen: it fills a source that nobody typed. */
export function withFormat(values: UploadValues, format: ListingFormat | ''): UploadValues {
  const isTyped = values.source.trim() !== '' && !Object.values(sourceOf).includes(values.source)
  return { ...values, format, source: isTyped ? values.source : sourceOf[format] }
}

const step = 1024

/** A file's size in words: `12.4 MB`. */
export function sizeOf(bytes: number): string {
  if (bytes < step) return `${grouped(String(bytes))} bytes`
  const kilobytes = bytes / step
  return kilobytes < step ? `${kilobytes.toFixed(kilobytes < 10 ? 1 : 0)} KB` : `${(kilobytes / step).toFixed(1)} MB`
}

/** The counters of an import in the order in which they are read. */
export const counters = ['read', 'added', 'changed', 'unchanged', 'withdrawn', 'refused'] as const satisfies readonly (keyof ListingImport)[]

/** Returns whether an import still goes on. */
export const isGoingOn = ({ state }: ListingImport): boolean => state !== 'done' && state !== 'failed'
