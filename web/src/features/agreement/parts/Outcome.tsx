import type { Agreement } from '@/api/agreements'
import { londonDay } from '@/lib/civilDate'
import type { Formatter } from '@/lib/format'
import { InfoPanel } from '@/ui/InfoPanel'
import { agreement as texts } from '../messages'
import { nextSigner, standingOf } from '../model'

/** Says what happened, and who is next; nothing while it is the reader's own turn. */
export function Outcome({ agreement, format, isOwner }: { agreement: Agreement; format: Formatter; isOwner: boolean }) {
  const standing = standingOf(agreement)
  const next = nextSigner(agreement)?.name ?? ''
  const why = agreement.reason ?? ''
  const day = agreement.completedAt === null ? '' : format.longDate(londonDay(new Date(agreement.completedAt)))
  const said = (after: string) => (why === '' ? after : `${why}\n${after}`)
  switch (standing) {
    case 'yourTurn':
      return null
    case 'waiting':
      return <InfoPanel tone="info" title={texts.waitingFor(next)} text={isOwner ? texts.waitingLandlord : texts.waitingText} />
    case 'signedByYou':
      return <InfoPanel tone="success" title={texts.standing.signedByYou} text={texts.nextIs(next)} />
    case 'signed':
      return <InfoPanel tone="success" title={texts.standing.signed} text={texts.allSigned(day)} />
    case 'declined':
      return <InfoPanel tone="danger" title={texts.standing.declined} text={said(texts.declinedNext)} />
    case 'voided':
      return <InfoPanel tone="neutral" title={texts.standing.voided} text={said(texts.voidedNext)} />
  }
}
