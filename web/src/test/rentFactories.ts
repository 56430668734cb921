import type { BankFilePreview, BankLine, BankMonth, BankStatement } from '@/api/bank'
import type { Schema } from '@/api/client'
import type { Deposit } from '@/api/deposits'
import type { HoldingDeposit } from '@/api/holdingDeposits'
import type { Duties, OwedPaper, PetRequest } from '@/api/duties'
import type { ArrearsList, Ledger, LedgerEntry, TenantArrears } from '@/api/rent'
import type { TenancyDocument } from '@/api/tenancyDocuments'
import type { TenancyLedgerEntry, TenancyRent } from '@/api/tenancyRent'

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
    reason: null,
    pays: null,
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

/** An entry of a tenancy, of one of its tenants. */
export const aTenancyEntry = (entry: LedgerEntry, tenantId = 5, tenantName = 'James Adeyemi'): TenancyLedgerEntry => ({ ...entry, tenantId, tenantName })

/** Two tenants who owe together: 1,475 is charged, 600 and 875 came. */
export function aTenancyRent(changes: Partial<TenancyRent> = {}): TenancyRent {
  return {
    tenancyId: 3,
    propertyId: 42,
    propertyName: 'Linden Avenue',
    propertyAddress: '88 Linden Avenue, Manchester',
    propertyPostcode: 'M21 9QJ',
    roomNumber: null,
    leaseStatus: 'Active',
    ...nothingOwed,
    overdue: '0.00',
    oldestUnpaidAmount: '0.00',
    ground8: null,
    monthlyRent: '1475.00',
    terms: { period: 'monthly', dueDay: 1, firstDay: '2026-06-01', proRata: 'days-of-year', periodRent: '1475.00' },
    changes: [],
    shares: [],
    tenants: [
      { tenantId: 5, name: 'James Adeyemi', share: '600.00', charged: '600.00', paid: '600.00', leaveDate: null, hasLeft: false },
      { tenantId: 6, name: 'Ruth Adeyemi', share: '875.00', charged: '875.00', paid: '900.00', leaveDate: null, hasLeft: false },
    ],
    charged: '1475.00',
    received: '1500.00',
    firstEntryDate: '2026-11-01',
    nextDueDate: '2026-12-01',
    nextDueAmount: '1475.00',
    entries: [
      aTenancyEntry(anEntry({ amount: '1475.00', balance: '1475.00', settled: '1475.00' })),
      aTenancyEntry(aReceipt({ amount: '600.00', balance: '875.00', reference: null })),
      aTenancyEntry(aReceipt({ id: 3, amount: '900.00', date: '2026-11-04', balance: '-25.00', reference: null }), 6, 'Ruth Adeyemi'),
    ],
    ...changes,
  }
}

const nothingOwed = { balance: '0.00', overdue: '0.00', oldestUnpaidAmount: '0.00', oldestUnpaidDue: null, daysInArrears: 0, monthsOfRent: '0.00', ground8Met: false, asOf: '2026-11-20' }

/** A tenancy without rent. */
export function noLedger(changes: Partial<Ledger> = {}): Ledger {
  return { ...nothingOwed, entries: [], terms: null, changes: [], tenancyArrears: nothingOwed, nextDueDate: null, nextDueAmount: null, ...changes }
}

/** A tenant who paid a part of November: £395 of £595 are owed since 19 days. */
export function aLedger(changes: Partial<Ledger> = {}): Ledger {
  const owed = { balance: '395.00', overdue: '395.00', oldestUnpaidAmount: '395.00', oldestUnpaidDue: '2026-11-01', daysInArrears: 19, monthsOfRent: '0.66', ground8Met: false, asOf: '2026-11-20' }
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

/** Returns one tenant's arrears. */
export function someArrearsOf(changes: Partial<TenantArrears> = {}): TenantArrears {
  return {
    tenantId: 5,
    tenancyId: 3,
    propertyId: 42,
    tenantName: 'James Adeyemi',
    propertyName: 'Linden Avenue',
    roomNumber: null,
    balance: '740.00',
    overdue: '740.00',
    oldestUnpaidDue: '2026-10-01',
    oldestUnpaidAmount: '740.00',
    daysInArrears: 50,
    monthsOfRent: '1.24',
    ground8Met: false,
    asOf: '2026-11-20',
    ...changes,
  }
}

/** Returns the tenants who owe, with the sums. */
export function arrearsList(tenants: TenantArrears[] = [], changes: Partial<ArrearsList> = {}): ArrearsList {
  return { tenants, totalOwed: tenants.length === 0 ? '0.00' : '1235.00', tenantsInArrears: tenants.length, tenanciesInArrears: tenants.length, receivedThisMonth: '0.00', dueThisMonth: '0.00', ...changes }
}

/** Returns when a rise can begin. */
export function aRise(changes: Partial<Schema<'RentRise'>> = {}): Schema<'RentRise'> {
  return {
    earliestDate: '2027-02-01',
    floorDate: '2027-01-25',
    effectiveDate: '2027-02-01',
    monthlyRent: '595.00',
    reason: 'Two months after the notice.',
    notes: ['53 weeks in rare cases.'],
    earlierRiseDate: null,
    earlierRiseRent: null,
    ...changes,
  }
}

/** A deposit that came and is not protected yet. */
export function aDeposit(changes: Partial<Deposit> = {}): Deposit {
  return {
    amount: '1700.00',
    receivedDate: '2026-11-20',
    protectByDate: '2026-12-19',
    informByDate: '2026-12-19',
    clockRule: 'Within 30 days, the day you received it counts',
    clockDoubt: null,
    warnings: [],
    scheme: null,
    schemeReference: null,
    protectedDate: null,
    informationDate: null,
    returnDate: null,
    returned: null,
    deductions: null,
    billDocumentId: null,
    answers: [],
    ...changes,
  }
}

/** No paper is owed, and no time for an answer to a request for a pet is known. */
export function noDuties(changes: Partial<Duties> = {}): Duties {
  return { papers: [], petRequests: [], petRule: null, ...changes }
}

/** An Information Sheet that is still owed. */
export function anOwedPaper(changes: Partial<OwedPaper> = {}): OwedPaper {
  return {
    paper: 'informationSheet',
    dueDate: '2026-05-31',
    rule: 'To every tenant of a tenancy of before 1 May 2026, by 31 May 2026; still owed after that day',
    deliveryDate: null,
    signingDate: null,
    ...changes,
  }
}

/** A request for a pet that is to be answered. */
export function aPetRequest(changes: Partial<PetRequest> = {}): PetRequest {
  return { id: 51, pet: 'A cat', requestDate: '2026-11-20', informationDate: null, answerByDate: '2026-12-18', answer: null, answerDate: null, reason: null, ...changes }
}

/** No holding deposit, at a home in England. */
export function aHoldingDeposit(changes: Partial<HoldingDeposit> = {}): HoldingDeposit {
  return {
    amount: null,
    receivedDate: null,
    agreeByDate: null,
    agreedInWriting: false,
    payBackByDate: null,
    outcome: null,
    outcomeDate: null,
    reason: null,
    rule: '1 week’s rent at most; an agreement within 15 days',
    warnings: [],
    ...changes,
  }
}

/** A document that nobody has opened yet. */
export function aGivenDocument(changes: Partial<TenancyDocument> = {}): TenancyDocument {
  return { id: 31, kind: 'gasSafety', title: 'Gas safety record', mediaType: 'application/pdf', sizeBytes: 4096, hash: 'ab12', givenAt: '2026-05-28T10:00:00Z', openedAt: null, ...changes }
}

/** A file with four payments, one of which was read before. */
export function aBankStatement(changes: Partial<BankStatement> = {}): BankStatement {
  return {
    id: 4,
    fileName: 'november.csv',
    format: 'csv',
    layoutName: null,
    bankAccountId: null,
    accountName: null,
    lines: 3,
    knownLines: 1,
    openLines: 2,
    moneyOutLines: 1,
    knownMoneyOutLines: 0,
    openMoneyOutLines: 1,
    leftOut: [],
    wrongWay: 0,
    proof: null,
    fromDate: '2026-11-01',
    toDate: '2026-11-19',
    createdAt: '2026-11-20T10:00:00Z',
    ...changes,
  }
}

/** A payment whose tenant is nearly certain. */
export function aBankLine(changes: Partial<BankLine> = {}): BankLine {
  const amount = changes.amount ?? '595.00'
  return {
    id: 71,
    statementId: 4,
    bankAccountId: null,
    date: '2026-11-02',
    amount,
    way: amount.startsWith('-') ? 'out' : 'in',
    open: amount.replace('-', ''),
    balance: null,
    payer: 'R LLEWELLYN',
    reference: 'RENT R5',
    state: 'open',
    tenantId: null,
    entryId: null,
    parts: [],
    warning: null,
    matches: [{ tenantId: 5, tenantName: 'Rhys Llewellyn', propertyName: 'Ashmead House, Room 5', reason: 'The name and the amount are his.', sure: true, owed: '595.00' }],
    proposedSplit: [],
    splitSure: false,
    ...changes,
  }
}

/** A month whose balances say that no line is missing. */
export function aBankMonth(changes: Partial<BankMonth> = {}): BankMonth {
  return { opening: '9486.12', moneyIn: '16482.60', moneyOut: '11203.44', closing: '14765.28', linesIn: 17, decidedIn: 13, linesOut: 23, decidedOut: 18, proved: true, ...changes }
}

/** A file of a layout that is not known: a title, headings, two payments and a note. */
export function aBankPreview(changes: Partial<BankFilePreview> = {}): BankFilePreview {
  return {
    shape: 'posted,kind,other party,narrative,value,ind,running',
    format: 'csv',
    message: 'The columns of this file are not known.',
    header: ['Posted', 'Kind', 'Other party', 'Narrative', 'Value', 'Ind', 'Running'],
    columns: (['date', 'ignore', 'payer', 'reference', 'amount', 'flag', 'balance'] as const).map((meaning) => ({ meaning, evidence: 'By its values.' })),
    rows: [
      { line: 1, kind: 'title', why: null, cells: ['Account activity, account ending 4471'] },
      { line: 2, kind: 'header', why: null, cells: ['Posted', 'Kind', 'Other party', 'Narrative', 'Value', 'Ind', 'Running'] },
      { line: 3, kind: 'payment', why: null, cells: ['02/11/2026', 'FASTER PAYMENT', 'H PETRIE', 'KEELMANS APT 19', '1,250.00', 'C', '10,736.12'] },
      { line: 4, kind: 'payment', why: null, cells: ['16/11/2026', 'BACS', 'TRENTSIDE COUNCIL', 'HB SCHEDULE 4711', '1,480.00', 'C', '12,216.12'] },
      { line: 5, kind: 'note', why: null, cells: ['Figures exclude pending items.'] },
    ],
    lines: 2,
    unreadable: [],
    unreadableCount: 0,
    missing: [],
    flagWords: ['C'],
    proof: 'balance',
    layout: { columns: ['date', 'ignore', 'payer', 'reference', 'amount', 'flag', 'balance'], dayOrder: 'dayFirst', sign: null, outWords: [] },
    preview: [
      { date: '2026-11-02', amount: '1250.00', payer: 'H PETRIE', reference: 'KEELMANS APT 19', balance: '10736.12' },
      { date: '2026-11-16', amount: '1480.00', payer: 'TRENTSIDE COUNCIL', reference: 'HB SCHEDULE 4711', balance: '12216.12' },
    ],
    layoutName: null,
    ...changes,
  }
}
