import { useFormatter } from '@/api/account'
import type { Application } from '@/api/applications'
import { instantText } from '@/lib/instant'
import { Timeline } from '@/ui/Timeline'
import { details as texts } from '../messages'
import { Section } from './Section'

/** Lists the events, the newest first. */
export function History({ application: { timeline } }: { application: Application }) {
  const format = useFormatter()
  return (
    <Section title={texts.timeline}>
      <Timeline events={timeline} when={(instant) => instantText(format, instant)} showAll={texts.showAll} />
    </Section>
  )
}
