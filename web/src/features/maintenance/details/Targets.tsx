import { useFormatter } from '@/api/account'
import type { MaintenanceRequest } from '@/api/maintenance'
import { isOpenRequest } from '@/lib/maintenance'
import { Entry, Ledger } from '@/ui/Ledger'
import { details as texts, maintenance } from '../messages'
import { spanText, targetOf } from '../model'
import { momentText, TargetWords } from '../parts/facts'
import { Section } from './Section'

/** Shows until when it is to be answered and fixed, and how that was kept. */
export function Targets({ request }: { request: MaintenanceRequest }) {
  const format = useFormatter()
  const { priority, respondBy, firstResponseAt, fixBy, reportedAt, completedAt } = request
  const target = targetOf(request, new Date())
  const isAnswerNext = firstResponseAt === null && isOpenRequest(request)
  const words = target.text === '' ? undefined : <TargetWords target={target} />
  return (
    <Section title={texts.targets} aside={priority}>
      <Ledger>
        {firstResponseAt !== null && (
          <Entry label={texts.answer} tone="good">
            {texts.answeredIn(spanText(reportedAt, firstResponseAt))}
          </Entry>
        )}
        {firstResponseAt === null && respondBy !== null && (
          <Entry label={texts.answer} below={isAnswerNext ? words : undefined}>
            {texts.by(momentText(format, respondBy))}
          </Entry>
        )}
        {fixBy !== null && (
          <Entry label={texts.repair} below={isAnswerNext && respondBy !== null ? undefined : words}>
            {texts.by(momentText(format, fixBy))}
          </Entry>
        )}
        {completedAt !== null && <Entry label={maintenance.completed}>{momentText(format, completedAt)}</Entry>}
      </Ledger>
    </Section>
  )
}
