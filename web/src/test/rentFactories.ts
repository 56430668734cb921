import type { BankLine, BankStatement } from '@/api/bank'
import type { Deposit } from '@/api/deposits'
import type { ArrearsList, Ledger, LedgerEntry, TenantArrears } from '@/api/rent'
import type { TenancyDocument } from '@/api/tenancyDocuments'

/** A month's rent that is due on its first day. */
export function anEntry(changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id: 1,
    kind: 'charge',
    amount: '595.00',
    date: '2026-11-01',
    method: null,
    reference: null,
    reverses: null,
    reversedBy: null,
    periodStart: '2026-11-01',
    periodEnd: '2026-11-30',
    status: 'Paid',
    settled: '595.00',
    balance: '595.00',
    createdAt: '2026-11-01T00:05:00Z',
    actor: 'Lintel',
    ...changes,
  }
}

/** Money that came by bank transfer. */
export function aReceipt(changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return anEntry({ id: 2, kind: 'receipt', method: 'bank-transfer', reference: 'LLEWELLYN R5', periodStart: null, periodEnd: null, status: null, settled: null, balance: '0.00', actor: 'Landlord', ...changes })
}

const nothingOwed = { balance: '0.00', oldestUnpaidDue: null, daysInArrears: 0, monthsOfRent: '0.00', ground8Met: false, asOf: '2026-11-20' }

/** A tenancy without rent. */
export function noLedger(changes: Partial<Ledger> = {}): Ledger {
  return { ...nothingOwed, entries: [], terms: null, changes: [], tenancyArrears: nothingOwed, nextDueDate: null, nextDueAmount: null, ...changes }
}

/** A tenant who paid a part of November: £395 of £595 are owed since 19 days. */
export function aLedger(changes: Partial<Ledger> = {}): Ledger {
  const owed = { balance: '395.00', oldestUnpaidDue: '2026-11-01', daysInArrears: 19, monthsOfRent: '0.66', ground8Met: false, asOf: '2026-11-20' }
  return {
    ...owed,
    entries: [anEntry({ status: 'Partial', settled: '200.00' }), aReceipt({ amount: '200.00', date: '2026-11-12', balance: '395.00' })],
    terms: { period: 'monthly', dueDay: 1, firstDay: '2026-06-01', proRata: 'days-of-year', periodRent: '595.00' },
    changes: [],
    tenancyArrears: owed,
    nextDueDate: '2026-12-01',
    nextDueAmount: '595.00',
    ...changes,
  }
}

/** What one tenant owes. */
export function someArrearsOf(changes: Partial<TenantArrears> = {}): TenantArrears {
  return {
    tenantId: 5,
    tenancyId: 3,
    propertyId: 42,
    tenantName: 'James Adeyemi',
    propertyName: 'Linden Avenue',
    roomNumber: null,
    balance: '740.00',
    oldestUnpaidDue: '2026-10-01',
    daysInArrears: 50,
    monthsOfRent: '1.24',
    ground8Met: false,
    asOf: '2026-11-20',
    ...changes,
  }
}

/** Who owes, with the sums. */
export function arrearsList(tenants: TenantArrears[] = [], changes: Partial<ArrearsList> = {}): ArrearsList {
  return { tenants, totalOwed: tenants.length === 0 ? '0.00' : '1235.00', tenantsInArrears: tenants.length, receivedThisMonth: '0.00', dueThisMonth: '0.00', ...changes }
}

/** A deposit that came and is not protected yet. */
export function aDeposit(changes: Partial<Deposit> = {}): Deposit {
  return {
    amount: '1700.00',
    receivedDate: '2026-11-20',
    protectByDate: '2026-12-19',
    scheme: null,
    schemeReference: null,
    protectedDate: null,
    informationDate: null,
    returnDate: null,
    returned: null,
    deductions: null,
    ...changes,
  }
}

/** A document that nobody has opened yet. */
export function aGivenDocument(changes: Partial<TenancyDocument> = {}): TenancyDocument {
  return { id: 31, kind: 'gasSafety', title: 'Gas safety record', mediaType: 'application/pdf', sizeBytes: 4096, hash: 'ab12', givenAt: '2026-05-28T10:00:00Z', openedAt: null, ...changes }
}

/** A file with three payments, one of which was read before. */
export function aBankStatement(changes: Partial<BankStatement> = {}): BankStatement {
  return { id: 4, fileName: 'november.csv', format: 'csv', lines: 3, knownLines: 1, openLines: 2, fromDate: '2026-11-01', toDate: '2026-11-19', createdAt: '2026-11-20T10:00:00Z', ...changes }
}

/** A payment whose tenant is nearly certain. */
export function aBankLine(changes: Partial<BankLine> = {}): BankLine {
  return {
    id: 71,
    statementId: 4,
    date: '2026-11-02',
    amount: '595.00',
    payer: 'R LLEWELLYN',
    reference: 'RENT R5',
    state: 'open',
    tenantId: null,
    entryId: null,
    matches: [{ tenantId: 5, tenantName: 'Rhys Llewellyn', propertyName: 'Ashmead House, Room 5', reason: 'The name and the amount are his.', sure: true }],
    ...changes,
  }
}
