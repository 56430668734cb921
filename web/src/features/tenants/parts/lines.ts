import type { Property } from '@/api/properties'
import type { Tenant } from '@/api/tenants'
import type { Group, Line } from '../model'

/** The grouped list, whichever way it is shown. */
export interface LinesProps {
  lines: readonly Line[]
  /** Everybody who is listed, folded away or not. */
  tenants: readonly Tenant[]
  houseOf: (propertyId: number | null) => Property | undefined
  isFolded: (key: number) => boolean
  onFold: (key: number) => void
  keyOf: (group: Group) => number
  /** Called when the end comes near. */
  onEnd: () => void
}

/** The number of lines from which only those near the window are in the page. */
export const short = 60

/** Returns the key of a line. */
export const keyOfLine = (line: Line): string => (line.kind === 'group' ? `group-${String(line.group.propertyId ?? 0)}` : `tenant-${String(line.tenant.id)}`)
