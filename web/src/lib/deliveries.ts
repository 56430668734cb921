/** The state of a message, as the API has it. */
export type DeliveryState = 'sending' | 'held' | 'sent' | 'delivered' | 'bounced' | 'refused' | 'expired' | 'stopped'

/** A message that was sent on behalf of the organisation. */
export interface SentMessage {
  id: string
  way: string
  title: string
  recipient: string
  state: DeliveryState
  createdAt: string
  sentAt: string | null
  receiptAt: string | null
}

/** The texts of the log of messages, wherever it stands. */
export const messagesSent = {
  title: 'Messages sent',
  what: 'The messages',
  none: 'No messages yet',
  noneText: 'Emails and text messages about this are listed here once they are sent, as proof of service.',
  by: (way: string, recipient: string) => `${way === 'sms' ? 'Text message' : 'Email'} to ${recipient}`,
  states: {
    sending: 'On its way',
    held: 'Waits',
    sent: 'Sent',
    delivered: 'Delivered',
    bounced: 'Came back',
    refused: 'Refused',
    expired: 'Not delivered',
    stopped: 'Not sent',
  },
  /** The meaning of a state where the word alone does not say it. */
  why: {
    held: 'It goes together with others: somebody without an account gets at most 12 emails a day, and many about one thing go as one.',
    bounced: 'The recipient’s provider sent it back. Check the address with them.',
    refused: 'The recipient’s provider refused it. Check the address with them.',
    expired: 'The recipient’s provider did not take it in time.',
    stopped: 'An earlier message to this address came back or was complained about.',
  } as Partial<Record<DeliveryState, string>>,
  sentOn: (when: string) => `Sent ${when}`,
  askedOn: (when: string) => `Since ${when}`,
  receiptOn: (state: DeliveryState, when: string) => (state === 'delivered' ? `delivered ${when}` : `came back ${when}`),
} as const
