import type { Schema } from '@/api/client'

/** Returns the mail that an act would send a tenant. */
export function anActMail(changes: Partial<Schema<'ActMail'>> = {}): Schema<'ActMail'> {
  return {
    wanted: true,
    requiredByLaw: false,
    whyNot: null,
    offReason: null,
    email: 'tom.hargreaves@mail.example',
    note: null,
    mail: { name: 'Tom Hargreaves', email: 'tom.hargreaves@mail.example', subject: 'Your payment was received', text: 'Thank you.' },
    ...changes,
  }
}

/** The landlord, as the settings have it. */
export function aLandlord(changes: Partial<Schema<'Landlord'>> = {}): Schema<'Landlord'> {
  return {
    kind: 'person',
    names: ['Helen Okafor'],
    companyNumber: null,
    tradingAs: 'Okafor Lettings',
    noticeAddress: '4 Queen Charlotte Court, Bristol BS1 4HE',
    contactName: null,
    contactPhone: null,
    contactEmail: null,
    version: 4,
    ...changes,
  }
}

/** The mails to tenants, all of them on. */
export function someTenantMails(): Schema<'TenantMails'> {
  const kinds = ['moved-in', 'document', 'rent-due', 'receipt', 'rent-late', 'tenancy-changed', 'repair-received', 'repair-status', 'repair-comment', 'entry-notice'] as const
  return { mails: kinds.map((kind) => ({ kind, wanted: true, requiredByLaw: kind === 'entry-notice' })), version: 4 }
}
