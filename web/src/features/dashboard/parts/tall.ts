import { media } from '@/theme/tokens'

/** A link that stands alone is high enough for a finger on phones, without its row growing. */
export const tall = { [media.mobile]: { display: 'block', paddingBlock: 12, marginBlock: -12 } } as const
