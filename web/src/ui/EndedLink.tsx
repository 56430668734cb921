import type { ReactNode } from 'react'
import { endedLink as texts } from './endedLink.messages'
import { LinkPage } from './LinkPage'

/** The reason why a link leads nowhere: nobody made it, it is too old, or its matter is closed. */
export type LinkEnd = 'invalid' | 'expired' | 'closed'

/** The texts of a page whose link leads nowhere: what it is, and what to do. */
interface EndedLinkProps {
  end: LinkEnd
  invalid: string
  invalidText: string
  invalidNext: string
  /** The outcome of a matter that is closed, where the page knows better. */
  closedText?: string
  closedNext?: string
  children?: ReactNode
}

/** The page of a link that leads nowhere. */
export function EndedLink({ end, invalid, invalidText, invalidNext, closedText = texts.closedText, closedNext = texts.closedNext, children }: EndedLinkProps) {
  const words = {
    invalid: { title: invalid, text: invalidText, next: invalidNext },
    expired: { title: texts.expired, text: texts.expiredText, next: invalidNext },
    closed: { title: texts.closed, text: closedText, next: closedNext },
  }[end]
  return (
    <LinkPage title={words.title} lead={<span role="alert">{words.text}</span>}>
      <p>{words.next}</p>
      {children}
    </LinkPage>
  )
}
