import type { TenancyLedgerEntry, TenancyPayer, TenancyRent } from '@/api/tenancyRent'
import { isBlankDay, readDay, type TypedDay } from '@/lib/civilDate'
import { parseMoney, sum, type Minor } from '@/lib/money'

/** Returns the tenants who live there now; where all have left, all of them. */
export function presentOf(tenants: readonly TenancyPayer[]): TenancyPayer[] {
  const present = tenants.filter(({ hasLeft }) => !hasLeft)
  return present.length > 0 ? present : [...tenants]
}

/** Returns the names of tenants in a narrow column: their first names, unless two share one. */
export function shortNames(tenants: readonly Pick<TenancyPayer, 'tenantId' | 'name'>[]): ReadonlyMap<number, string> {
  const firsts = tenants.map(({ name }) => name.trim().split(/\s+/)[0] ?? name)
  return new Map(tenants.map(({ tenantId, name }, index) => [tenantId, firsts.filter((first) => first === firsts[index]).length > 1 ? name : (firsts[index] ?? name)]))
}

/** Returns whether an entry can be taken back. */
export const canTakeBack = ({ kind, reversedBy }: Pick<TenancyLedgerEntry, 'kind' | 'reversedBy'>): boolean => kind !== 'reversal' && reversedBy === null

/** Returns how much more, or less, somebody paid than was charged as their share. */
export const differenceOf = ({ paid, charged }: Pick<TenancyPayer, 'paid' | 'charged'>): Minor => (parseMoney(paid) ?? 0n) - (parseMoney(charged) ?? 0n)

/** Shares as they are typed, by the tenant. */
export type TypedShares = Readonly<Record<number, string>>

/** Returns what is nobody's share yet; below nothing where the shares are more than the rent. */
export function leftOf(rent: Pick<TenancyRent, 'monthlyRent'>, shares: TypedShares): Minor {
  return (parseMoney(rent.monthlyRent) ?? 0n) - sum(Object.values(shares).map((share) => parseMoney(share)))
}

/** Returns whether shares can be saved: each an amount, and all of the rent together. */
export function areShares(rent: Pick<TenancyRent, 'monthlyRent'>, shares: TypedShares): boolean {
  return Object.values(shares).every((share) => (parseMoney(share) ?? -1n) >= 0n) && leftOf(rent, shares) === 0n
}

/** Returns the fault of the day from which shares hold. */
export function dayFault(day: TypedDay): 'blank' | 'invalid' | null {
  if (isBlankDay(day)) return 'blank'
  return readDay(day) === null ? 'invalid' : null
}
