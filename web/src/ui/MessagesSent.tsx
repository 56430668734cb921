import { styled } from '@mui/material/styles'
import { CheckCheck, CircleAlert, CircleMinus, Clock, Hourglass, MailCheck, MailX, type LucideIcon } from 'lucide-react'
import { messagesSent as texts, type DeliveryState, type SentMessage } from '@/lib/deliveries'
import { typographic } from '@/lib/format'
import { color, type } from '@/theme/tokens'
import { Badge, type BadgeTone } from './Badge'
import { LoadFailed } from './LoadFailed'
import { Skeleton } from './Skeleton'

const List = styled('ul')({
  '& > li': { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '4px 12px', padding: '9px 0' },
  '& > li + li': { borderTop: `1px solid ${color.line}` },
})
const Words = styled('div')({ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' })
const Title = styled('p')({ ...type.body, fontWeight: 580 })
const Line = styled('p')({ ...type.small, color: color.muted })
const Empty = styled('p')(type.body)

const looks: Record<DeliveryState, readonly [LucideIcon, BadgeTone]> = {
  sending: [Clock, 'neutral'],
  held: [Hourglass, 'warning'],
  sent: [MailCheck, 'info'],
  delivered: [CheckCheck, 'success'],
  bounced: [MailX, 'danger'],
  refused: [MailX, 'danger'],
  expired: [CircleAlert, 'danger'],
  stopped: [CircleMinus, 'warning'],
}

interface MessagesSentProps {
  /** The newest first; `undefined` until they are there. */
  messages: readonly SentMessage[] | undefined
  /** The reason why they are not there, if so. */
  cause: string | null
  onRetry: () => void
  /** An instant in words. */
  when: (instant: string) => string
}

/** Lists the messages about something: when, what, to whom, and their state. */
export function MessagesSent({ messages, cause, onRetry, when }: MessagesSentProps) {
  if (messages === undefined) return cause === null ? <Skeleton width="100%" height={44} /> : <LoadFailed what={texts.what} cause={cause} onRetry={onRetry} />
  if (messages.length === 0) {
    return (
      <>
        <Empty>{texts.none}</Empty>
        <Line>{texts.noneText}</Line>
      </>
    )
  }
  return (
    <List>
      {messages.map((message) => (
        <li key={message.id}>
          <Message message={message} when={when} />
        </li>
      ))}
    </List>
  )
}

function Message({ message, when }: { message: SentMessage; when: (instant: string) => string }) {
  const { way, title, recipient, state, createdAt, sentAt, receiptAt } = message
  const [icon, tone] = looks[state]
  const said = [sentAt === null ? texts.askedOn(when(createdAt)) : texts.sentOn(when(sentAt)), ...(receiptAt === null ? [] : [texts.receiptOn(state, when(receiptAt))])]
  const why = texts.why[state]
  return (
    <>
      <Words>
        <Title>{typographic(title)}</Title>
        <Line>{texts.by(way, recipient)}</Line>
        <Line>{said.join(', ')}</Line>
        {why !== undefined && <Line>{why}</Line>}
      </Words>
      <Badge tone={tone} icon={icon}>
        {texts.states[state]}
      </Badge>
    </>
  )
}
