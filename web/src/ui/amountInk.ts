import { toneOf } from '@/lib/tone'
import { color } from '@/theme/tokens'

const inks = { good: color.success, bad: color.danger, plain: color.ink }

/** The colour of an amount that was earned or lost. */
export const amountInk = (amount: string | null | undefined): string => inks[toneOf(amount ?? null)]
