import { useMessagesSent } from '@/api/deliveries'
import { messagesSent as texts } from '@/lib/deliveries'
import { MessagesSent } from '@/ui/MessagesSent'
import { Section } from './Section'

/** Lists the messages about the application. */
export function Messages({ applicationId }: { applicationId: number }) {
  return (
    <Section title={texts.title}>
      <MessagesSent {...useMessagesSent('application', applicationId)} />
    </Section>
  )
}
