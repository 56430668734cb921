import type { Property } from '@/api/properties'
import type { Tenant } from '@/api/tenants'
import type { CivilDate } from '@/lib/civilDate'
import { parseMoney, sum, type Minor } from '@/lib/money'
import { owedOf } from '@/lib/rent'

/** Tenants that are listed together: those of a shared house, or those who rent whole properties. */
export interface Group {
  /** The shared house; `null` for whole properties. */
  propertyId: number | null
  name: string
  tenants: Tenant[]
}

/** A line of the grouped list. */
export type Line = { kind: 'group'; group: Group } | { kind: 'tenant'; tenant: Tenant }

/** Groups tenants by shared house in the order given, and after them by whole properties. */
export function groupsOf(tenants: readonly Tenant[], wholeName: string): Group[] {
  const houses = new Map<number, Group>()
  const whole: Group = { propertyId: null, name: wholeName, tenants: [] }
  for (const tenant of tenants) {
    if (tenant.roomNumber === null) {
      whole.tenants.push(tenant)
      continue
    }
    const house = houses.get(tenant.propertyId) ?? { propertyId: tenant.propertyId, name: tenant.propertyName, tenants: [] }
    house.tenants.push(tenant)
    houses.set(tenant.propertyId, house)
  }
  return [...houses.values(), ...(whole.tenants.length > 0 ? [whole] : [])]
}

/** All of them in the order given: a list that is not sorted by home has no heads. */
export const ungrouped = (tenants: readonly Tenant[]): Group => ({ propertyId: null, name: '', tenants: [...tenants] })

/** The key under which a group is folded. */
export const keyOfGroup = ({ propertyId }: Pick<Group, 'propertyId'>): number => propertyId ?? 0

/** Groups line by line. Whole properties alone need no head; a folded group is its head alone. */
export function linesOf(groups: readonly Group[], folded: ReadonlySet<number>): Line[] {
  const hasHeads = groups.some(({ propertyId }) => propertyId !== null)
  return groups.flatMap((group): Line[] => {
    const rows = group.tenants.map((tenant): Line => ({ kind: 'tenant', tenant }))
    if (!hasHeads) return rows
    return [{ kind: 'group', group }, ...(folded.has(keyOfGroup(group)) ? [] : rows)]
  })
}

/** Returns what tenants pay together per month: the shares. */
export const rentOf = (tenants: readonly Pick<Tenant, 'rentAmount'>[]): Minor => sum(tenants.map(({ rentAmount }) => parseMoney(rentAmount)))

/** Returns what tenants owe together. */
export function arrearsOf(tenants: readonly Pick<Tenant, 'tenancyId' | 'balance' | 'overdue'>[]): Minor {
  // Joint tenants owe together: each of them has what the tenancy owes.
  const tenancies = new Map(tenants.map(({ tenancyId, balance, overdue }) => [tenancyId, owedOf(overdue ?? balance)]))
  return sum([...tenancies.values()])
}

/** The groups without arrears, where another one has some: on phones they start folded. */
export function groupsAtRest(groups: readonly Group[]): ReadonlySet<number> {
  const calm = groups.filter(({ tenants }) => arrearsOf(tenants) === 0n)
  return new Set(calm.length === groups.length ? [] : calm.map(keyOfGroup))
}

export const isActive = ({ leaseStatus }: Pick<Tenant, 'leaseStatus'>): boolean => leaseStatus === 'Active'
export const isUpcoming = ({ leaseStatus }: Pick<Tenant, 'leaseStatus'>): boolean => leaseStatus === 'Upcoming'

/** Returns whether somebody lives there and has a last day. */
export const isLeaving = ({ leaseStatus, leaveDate }: Pick<Tenant, 'leaseStatus' | 'leaveDate'>): boolean => leaseStatus === 'Active' && leaveDate !== null

/** Returns whether an upcoming tenancy's first day has come. */
export const canBegin = (tenant: Pick<Tenant, 'leaseStatus' | 'leaseStart'>, today: CivilDate): boolean => isUpcoming(tenant) && tenant.leaseStart <= today

/** The application in which an upcoming tenancy begins; `null` where it has no agreement and is started as it is. */
export const moveInOf = (tenant: Pick<Tenant, 'leaseStatus' | 'agreementApplicationId'>): number | null => (isUpcoming(tenant) ? tenant.agreementApplicationId : null)

/** Returns how many of a shared house's rooms are let, and which are not. */
export function vacancyOf({ rooms }: Pick<Property, 'rooms'>): { rooms: number; let_: number; vacant: string[] } {
  const vacant = rooms.filter(({ isOccupied }) => !isOccupied).map(({ name }) => name)
  return { rooms: rooms.length, let_: rooms.length - vacant.length, vacant }
}

/** The number of properties from which a list of them to choose from is slower than the search. */
const mostListed = 200

/** The properties that tenants live in, by name, as a filter offers them; none where there are too many to choose from. */
export function propertiesOf(tenants: readonly Pick<Tenant, 'propertyId' | 'propertyName'>[]): { id: number; name: string }[] {
  const names = new Map(tenants.map(({ propertyId, propertyName }) => [propertyId, propertyName]))
  if (names.size > mostListed) return []
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))
}
