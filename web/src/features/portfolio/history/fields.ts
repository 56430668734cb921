import type { Schema } from '@/api/client'
import { count, percent, type Formatter } from '@/lib/format'
import { details } from '../details/messages'
import { editForm } from '../edit/messages'
import { addForm } from '../form.messages'
import { mostBathrooms } from '../model'
import { nationTexts } from '../nation.messages'
import { history } from './messages'

/** The parts of a shared house's rooms, which the forms hold in other shapes. */
type OfRooms = 'hmoRooms' | 'hmoRoomRentals' | 'hmoRoomOccupancy'
type RoomField = 'roomNumber' | 'roomName' | 'roomRent' | 'roomAskingRent' | 'roomOccupied'
/** The fields that a person can edit: the contract's own list, so that a field that is added to it does not compile until it has a label. */
type Field = Exclude<keyof Schema<'PropertyChanges'>, OfRooms> | keyof Schema<'InspectionSettingsBody'> | RoomField | 'tenancyActive' | 'responsibleUserId'

/** The name of a field, and the format of its values. */
interface FieldFormat {
  label: string
  show: (value: string, format: Formatter) => string
}

const text = (label: string): FieldFormat => ({ label, show: (value) => value })
const money = (label: string): FieldFormat => ({ label, show: (value, format) => format.moneyExact(value) })
const date = (label: string): FieldFormat => ({ label, show: (value, format) => format.date(value) })
const choice = (label: string, yes: string, no: string): FieldFormat => ({ label, show: (value) => (value === 'true' ? yes : no) })
const of = (group: string, label: string) => `${group}: ${label}`

const fields: Record<Field, FieldFormat> = {
  name: text(addForm.name),
  address: text(addForm.address),
  postcode: text(addForm.postcode),
  nation: text(nationTexts.label),
  propertyType: text(addForm.type),
  status: text(history.status),
  tenancyActive: choice(history.tenancy, history.inForce, history.noTenancy),
  bedrooms: text(addForm.bedrooms),
  bathrooms: { label: addForm.bathrooms, show: (value) => (Number(value) >= mostBathrooms ? addForm.tenOrMore : value) },
  size: text(addForm.size),
  photos: { label: addForm.photos, show: (value) => addForm.photoCount(value.split(' ').length) },
  responsibleUserId: { label: history.responsible, show: history.member },
  monthlyRent: money(history.rent),
  askingRent: money(editForm.askingRent),
  gas: choice(editForm.gas, editForm.yes, editForm.no),
  furnishing: text(editForm.furnishing),
  shared: choice(editForm.shared, editForm.yes, editForm.no),
  storeys: text(editForm.storeys),
  mostResidents: text(editForm.mostResidents),
  licensingArea: text(editForm.licensingArea),
  currentValue: money(history.value),
  purchasePrice: money(addForm.purchasePrice),
  purchaseDate: date(addForm.purchaseDate),
  purchaseYear: text(history.purchaseYear),
  hmoUtilities: money(of(details.operatingCosts, details.utilities)),
  hmoTvLicence: money(of(details.operatingCosts, details.tvLicence)),
  hmoCouncilTax: money(of(details.operatingCosts, details.councilTax)),
  hmoWater: money(of(details.operatingCosts, details.water)),
  hmoCleaningFees: money(of(details.operatingCosts, details.cleaning)),
  leaseYearsRemaining: text(addForm.leaseYears),
  leaseLastUpdated: date(history.leaseEntered),
  serviceCharge: money(details.serviceCharge),
  groundRent: money(details.groundRent),
  mortgageCompany: text(of(editForm.mortgage, editForm.lender)),
  mortgageReference: text(of(editForm.mortgage, editForm.reference)),
  mortgageContact: text(of(editForm.mortgage, editForm.contact)),
  mortgageType: text(editForm.mortgageType),
  interestRate: { label: editForm.rate, show: (value) => percent(Number(value), 2) },
  amountBorrowed: money(details.borrowed),
  outstandingBalance: money(details.outstanding),
  monthlyMortgagePayment: money(of(editForm.mortgage, details.monthlyPayment)),
  fixedTermEndDate: date(details.fixedTermEnds),
  insuranceCompany: text(of(editForm.insurance, editForm.insurer)),
  insuranceReference: text(of(editForm.insurance, editForm.reference)),
  insuranceType: text(editForm.insuranceType),
  insuranceAmount: money(of(editForm.insurance, details.premium)),
  insuranceRenewalDate: date(of(editForm.insurance, details.renewal)),
  roomNumber: text(history.roomNumber),
  roomName: text(history.roomName),
  roomRent: money(history.roomRent),
  roomAskingRent: money(editForm.askingRent),
  roomOccupied: choice(history.status, history.occupied, history.vacant),
  frequencyMonths: { label: of(history.inspections, history.frequency), show: (value) => count(Number(value), 'month', 'months') },
  reminderDays: { label: of(history.inspections, history.reminder), show: (value) => history.daysBefore(count(Number(value), 'day', 'days')) },
  autoSchedule: choice(of(history.inspections, history.auto), history.on, history.off),
}

const settings: readonly string[] = ['frequencyMonths', 'reminderDays', 'autoSchedule'] satisfies (keyof Schema<'InspectionSettingsBody'>)[]

/** Returns whether a change is one of the settings of inspections, which have versions of their own. */
export const isSetting = ({ field }: Pick<Schema<'FieldChange'>, 'field'>) => settings.includes(field)

/** Returns how a field is shown; one that only a newer server knows as it comes. */
export function fieldOf(name: string): FieldFormat {
  return (fields as Record<string, FieldFormat | undefined>)[name] ?? text(name)
}
