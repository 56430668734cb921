import type { Schema } from '@/api/client'
import type { Property } from '@/api/properties'
import type { Tenant } from '@/api/tenants'
import { isBlankDay, noDay, readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { isEmail } from '@/lib/email'
import { amountFault } from '@/lib/amountFault'
import { parseMoney, toAmount } from '@/lib/money'
import type { Picked } from '@/ui/form/Picker'
import type { Mistakes } from '@/ui/form/rules'
import { form } from '../form.messages'

/** Somebody, and the terms of the tenancy, as they are typed. */
export interface TenantValues {
  name: string
  email: string
  phone: string
  address: string
  employmentStatus: string
  leaseStart: TypedDay
  leaseEnd: TypedDay
  tenancyRent: string
  depositAmount: string
}

/** The same of a new tenant, with the home. */
export interface NewTenantValues extends TenantValues {
  property: Picked
  room: string
  /** The id of the tenancy that the tenant joins; empty for one of their own. */
  tenancy: string
  /** True if a link to the portal is mailed as soon as the tenant is added. */
  isInvited: boolean
}

/** The facts known of the chosen home. */
export interface ChosenHome {
  isShared: boolean
  /** The tenancies of the home, or of the chosen room. */
  tenancies: readonly HomeTenancy[]
}

/** A tenancy that somebody could join. */
export interface HomeTenancy {
  id: number
  /** Its tenants' names. */
  names: string
  rent: string
  leaseStart: string
  /** True if all of its tenants leave, so that another tenancy can follow. */
  isOver: boolean
}

const noTenant: TenantValues = {
  name: '',
  email: '',
  phone: '',
  address: '',
  employmentStatus: '',
  leaseStart: noDay,
  leaseEnd: noDay,
  tenancyRent: '',
  depositAmount: '',
}

export const newTenant = (property: Picked): NewTenantValues => ({ ...noTenant, property, room: '', tenancy: '', isInvited: false })

/** A tenant as the form shows them. */
export function valuesOf(tenant: Tenant): TenantValues {
  const { name, email, phone, address, employmentStatus, leaseStart, leaseEnd, tenancyRent, depositAmount } = tenant
  return {
    name,
    email,
    phone,
    address: address ?? '',
    employmentStatus: employmentStatus ?? '',
    leaseStart: typeDay(leaseStart),
    leaseEnd: typeDay(leaseEnd),
    tenancyRent,
    depositAmount: depositAmount ?? '',
  }
}

/** Returns the tenancies of a home; of a room alone where one is chosen. */
export function tenanciesOf(tenants: readonly Tenant[], room: string | null): HomeTenancy[] {
  const tenancies = new Map<number, Tenant[]>()
  for (const tenant of tenants) {
    if (room !== null && tenant.roomNumber !== room) continue
    tenancies.set(tenant.tenancyId, [...(tenancies.get(tenant.tenancyId) ?? []), tenant])
  }
  return [...tenancies].map(([id, people]) => ({
    id,
    names: people.map(({ name }) => name).join(' and '),
    rent: people[0]?.tenancyRent ?? '0.00',
    leaseStart: people[0]?.leaseStart ?? '',
    isOver: people.every(({ leaveDate }) => leaveDate !== null),
  }))
}

/** Returns the facts known of the home that the form names. */
export function chosenHome({ property, room }: Pick<NewTenantValues, 'property' | 'room'>, home: Pick<Property, 'propertyType'> | undefined, tenants: readonly Tenant[] | undefined): ChosenHome {
  const isShared = home?.propertyType === 'HMO'
  const isOpen = property.id === null || (isShared && room === '')
  return { isShared, tenancies: isOpen ? [] : tenanciesOf(tenants ?? [], isShared ? room : null) }
}

/** Returns whether a home can have a tenancy of its own beside those it has. */
export const canBeNew = (tenancies: readonly HomeTenancy[]): boolean => tenancies.every(({ isOver }) => isOver)

/** Returns the mistakes in a person's own fields: the texts of the specification. */
function personMistakes({ name, email, phone }: TenantValues): Mistakes<TenantValues> {
  return {
    ...(name.trim().length < 2 && { name: form.nameShort }),
    ...(!isEmail(email) && { email: form.emailInvalid }),
    ...(phone.trim().length < 10 && { phone: form.phoneShort }),
  }
}

function amountMistake(text: string, required: string | undefined): string | undefined {
  if (text.trim() === '') return required
  const minor = parseMoney(text)
  if (minor === null) return amountFault(text, form.amountInvalid)
  return minor < 0n ? form.amountNegative : undefined
}

/** Returns the mistakes in the terms of a tenancy. */
function termMistakes({ leaseStart, leaseEnd, tenancyRent, depositAmount }: TenantValues): Mistakes<TenantValues> {
  const [start, end] = [readDay(leaseStart), readDay(leaseEnd)]
  const rent = amountMistake(tenancyRent, form.rentRequired)
  const deposit = amountMistake(depositAmount, undefined)
  return {
    ...(start === null && { leaseStart: isBlankDay(leaseStart) ? form.startRequired : form.dateInvalid }),
    ...(!isBlankDay(leaseEnd) && end === null && { leaseEnd: form.dateInvalid }),
    ...(start !== null && end !== null && end < start && { leaseEnd: form.endBeforeStart }),
    ...(rent !== undefined && { tenancyRent: rent }),
    ...(deposit !== undefined && { depositAmount: deposit }),
  }
}

/** Returns the mistakes in a tenant. */
export const tenantMistakes = (values: TenantValues): Mistakes<TenantValues> => ({ ...personMistakes(values), ...termMistakes(values) })

/** Returns the mistakes in a new tenant. */
export function newTenantMistakes(values: NewTenantValues, { isShared, tenancies }: ChosenHome): Mistakes<NewTenantValues> {
  const mustJoin = !canBeNew(tenancies)
  const rent = amountMistake(values.tenancyRent, undefined)
  const terms = values.tenancy === '' ? termMistakes(values) : rent === undefined ? {} : { tenancyRent: rent }
  return {
    ...(values.property.id === null && { property: form.propertyRequired }),
    ...(isShared && values.room === '' && { room: form.roomRequired }),
    ...(mustJoin && values.tenancy === '' && { tenancy: form.tenancyRequired }),
    ...personMistakes(values),
    ...terms,
  }
}

const amount = (text: string): string | null => (text.trim() === '' ? null : toAmount(parseMoney(text) ?? 0n))

/** Returns the body of a tenant, whole. */
function sent(values: TenantValues) {
  return {
    name: values.name.trim(),
    email: values.email.trim(),
    phone: values.phone.trim(),
    address: values.address.trim() || null,
    employmentStatus: values.employmentStatus || null,
    leaseStart: readDay(values.leaseStart) ?? '',
    leaseEnd: readDay(values.leaseEnd),
    tenancyRent: amount(values.tenancyRent) ?? '0.00',
    depositAmount: amount(values.depositAmount),
  }
}

/** Returns the body of a new tenant: one who joins a tenancy says nothing of its days and deposit. */
export function newTenantBody(values: NewTenantValues): Schema<'TenantBody'> {
  const { name, email, phone, address, employmentStatus, ...terms } = sent(values)
  const person = { name, email, phone, address, employmentStatus, propertyId: values.property.id ?? 0, roomNumber: values.room || null }
  if (values.tenancy === '') return { ...person, ...terms }
  return { ...person, tenancyId: Number(values.tenancy), tenancyRent: amount(values.tenancyRent) }
}

/** Returns the body of an edited tenant: what differs from how the form began. */
export function changesOf(base: TenantValues, values: TenantValues): Schema<'TenantChangeBody'> {
  const [before, after] = [sent(base), sent(values)]
  const names = Object.keys(after) as (keyof typeof after)[]
  return Object.fromEntries(names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]))
}

/** The form's controls from top to bottom, for the list of mistakes. */
export const fieldOrder = ['name', 'email', 'phone', 'address', 'employmentStatus', 'leaseStart', 'leaseEnd', 'tenancyRent', 'depositAmount'] as const
export const newFieldOrder = ['property', 'room', 'tenancy', ...fieldOrder] as const

/** Returns the control that a mistake of the server belongs to. */
export function controlOf<Name extends string>(order: readonly Name[], serverField: string): Name | undefined {
  const names: Record<string, string> = { propertyId: 'property', roomNumber: 'room', tenancyId: 'tenancy', rentAmount: 'tenancyRent', deposit: 'depositAmount' }
  return order.find((name) => name === (names[serverField] ?? serverField))
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Merges the form with another user's save: untouched fields follow; fields that both changed stay as typed, and are named. */
export function mergeValues(base: TenantValues, theirs: TenantValues, mine: TenantValues): { merged: TenantValues; both: (keyof TenantValues)[] } {
  const names = Object.keys(mine) as (keyof TenantValues)[]
  const isMine = (name: keyof TenantValues) => !isSame(base[name], mine[name])
  const both = names.filter((name) => isMine(name) && !isSame(base[name], theirs[name]) && !isSame(mine[name], theirs[name]))
  const merged = { ...theirs, ...Object.fromEntries(names.filter(isMine).map((name) => [name, mine[name]])) }
  return { merged, both }
}
