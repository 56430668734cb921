import type { MaintenanceRequest } from '@/api/maintenance'
import { csvOf } from '@/lib/csv'

const head = [
  'Number', 'Title', 'Category', 'Priority', 'Status', 'Property', 'Room', 'Tenant', 'Reported', 'Answer by', 'First answer', 'Repair by',
  'Completed', 'Confirmed', 'Contractor', 'Visit', 'Cost',
] // prettier-ignore

/** The requests as a CSV file that spreadsheets read: exact amounts, days and times as ISO has them. */
export function requestsCsv(requests: readonly MaintenanceRequest[]): string {
  const rows = requests.map((request) => [
    request.id, request.title, request.category, request.priority, request.status, request.propertyName, request.roomNumber,
    request.tenantName, request.reportedAt, request.respondBy, request.firstResponseAt, request.fixBy, request.completedAt,
    request.confirmedAt, request.contractorName, request.visit && `${request.visit.visitDate} ${request.visit.startTime}`, request.costTotal,
  ]) // prettier-ignore
  return csvOf(head, rows)
}
