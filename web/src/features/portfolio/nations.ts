import { isPostcode } from '@/lib/postcode'

/** A postcode in capitals without blanks; what is none is empty. */
export const compactPostcode = (text: string) => (isPostcode(text) ? text.replace(/\s+/g, '').toUpperCase() : '')

/** The district of a postcode: CH4 of CH4 0AA. */
export const districtOf = (postcode: string) => compactPostcode(postcode).slice(0, -3)
