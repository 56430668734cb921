import { chunk } from '@/lib/chunk'

/** The parts below the first screen: they come while the figures are asked for. */
export const rest = {
  arrears: chunk(() => import('./Arrears')),
  charts: chunk(() => import('./Charts')),
}
