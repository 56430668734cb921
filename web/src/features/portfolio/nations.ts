import type { Schema } from '@/api/client'
import { isPostcode } from '@/lib/postcode'

/** A nation of the United Kingdom. */
export type Nation = Schema<'Nation'>

/** The nations, in the order in which they are offered. */
export const nations = ['England', 'Wales', 'Scotland', 'Northern Ireland'] as const satisfies readonly Nation[]

/** A postcode in capitals without blanks; what is none is empty. */
export const compactPostcode = (text: string) => (isPostcode(text) ? text.replace(/\s+/g, '').toUpperCase() : '')

/** The district of a postcode: CH4 of CH4 0AA. */
export const districtOf = (postcode: string) => compactPostcode(postcode).slice(0, -3)
