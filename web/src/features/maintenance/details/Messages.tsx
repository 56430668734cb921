import { useMessagesSent } from '@/api/deliveries'
import { messagesSent as texts } from '@/lib/deliveries'
import { MessagesSent } from '@/ui/MessagesSent'
import { Section } from './Section'

/** Lists the messages about the request. */
export function Messages({ requestId }: { requestId: number }) {
  return (
    <Section title={texts.title}>
      <MessagesSent {...useMessagesSent('maintenance', requestId)} />
    </Section>
  )
}
