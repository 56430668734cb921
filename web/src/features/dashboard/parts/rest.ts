import { chunk } from '@/lib/chunk'

/** What stands below the first screen: it comes while the figures are asked for. */
export const rest = {
  arrears: chunk(() => import('./Arrears')),
  charts: chunk(() => import('./Charts')),
}
