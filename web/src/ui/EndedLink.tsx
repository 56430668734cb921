import type { ReactNode } from 'react'
import { isRefusal } from '@/api/errors'
import { endedLink as texts } from '@/lib/messages'
import { LinkPage } from './LinkPage'

/** The texts of a page whose link leads nowhere: what it is, and what to do. */
interface EndedLinkProps {
  /** What the server refused the link with. */
  error: unknown
  /** Whether the address has no token at all. */
  isMissing?: boolean
  invalid: string
  invalidText: string
  invalidNext: string
  /** What became of a matter that is closed, where the page knows better. */
  closedText?: string
  children?: ReactNode
}

/** The page of a link that nobody made, that is too old or whose matter is closed; `undefined` for a link that works. */
export function endedLink({ error, isMissing = false, invalid, invalidText, invalidNext, closedText = texts.closedText, children }: EndedLinkProps): ReactNode | undefined {
  const end = endOf(error, isMissing)
  if (end === undefined) return undefined
  const words = {
    invalid: { title: invalid, text: invalidText, next: invalidNext },
    expired: { title: texts.expired, text: texts.expiredText, next: invalidNext },
    closed: { title: texts.closed, text: closedText, next: texts.closedNext },
  }[end]
  return (
    <LinkPage title={words.title} lead={<span role="alert">{words.text}</span>}>
      <p>{words.next}</p>
      {children}
    </LinkPage>
  )
}

function endOf(error: unknown, isMissing: boolean): 'invalid' | 'expired' | 'closed' | undefined {
  if (isMissing || isRefusal(error, 'LINK_INVALID')) return 'invalid'
  if (isRefusal(error, 'LINK_EXPIRED')) return 'expired'
  return isRefusal(error, 'LINK_CLOSED') ? 'closed' : undefined
}
