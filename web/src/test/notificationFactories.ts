import type { Schema } from '@/api/client'

/** A notification of the design's picture. */
export function aNotification(changes: Partial<Schema<'Notification'>> = {}): Schema<'Notification'> {
  return {
    id: 31,
    kind: 'application',
    title: 'New application from Samir Patel',
    text: 'The Old Bakery, £925 per month',
    url: '/landlord-applications/4',
    createdAt: new Date().toISOString(),
    readAt: null,
    ...changes,
  }
}

/** Returns the ways to reach people: every one works, unless it says otherwise. */
export function someWays(changes: Partial<Schema<'NotificationWays'>> = {}): Schema<'NotificationWays'> {
  const works = { available: true, whyNot: null }
  return { mail: works, push: works, sms: works, ...changes }
}

/** A message that the recipient's server took. */
export function aDelivery(changes: Partial<Schema<'Delivery'>> = {}): Schema<'Delivery'> {
  return {
    id: '0193a0c8-4a52-7c3e-9d0e-5f1f2a7b6c01',
    way: 'mail',
    title: 'Your application for The Old Bakery',
    recipient: 'samir.patel@example.com',
    state: 'sent',
    createdAt: '2026-11-24T09:20:00Z',
    sentAt: '2026-11-24T09:20:05Z',
    receiptAt: null,
    ...changes,
  }
}

/** A backup that can be downloaded. */
export function aBackup(changes: Partial<Schema<'Backup'>> = {}): Schema<'Backup'> {
  return { id: 9, state: 'ready', createdAt: '2026-11-24T02:10:00Z', endedAt: '2026-11-24T02:11:00Z', sizeBytes: 3_420_000, ...changes }
}
