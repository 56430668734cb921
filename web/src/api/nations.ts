import type { Schema } from './client'

/** A nation of the United Kingdom. */
export type Nation = Schema<'Nation'>

/** The nations, in the order in which they are offered. */
export const nations = ['England', 'Wales', 'Scotland', 'Northern Ireland'] as const satisfies readonly Nation[]
