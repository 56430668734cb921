import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import { Writers } from '@/api/session'
import type { Tenant } from '@/api/tenants'
import { color, type } from '@/theme/tokens'
import { Quiet, Section } from '../details/Section'
import { BeginButton } from '../parts/Upcoming'
import { reminder } from '../mails/messages'
import { next as texts, rent } from './messages'
import type { Task } from './model'

const List = styled('ul')({ display: 'flex', flexDirection: 'column', gap: 12 })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 6 })
const Begin = styled('div')({ marginTop: 6 })
const Text = styled('p')({ ...type.body, '& > strong': { fontWeight: 580 } })

interface NextProps {
  tenant: Tenant
  tasks: readonly Task[]
  onSetUp: () => void
  onReceipt: () => void
  onRemind: () => void
}

/** Lists what to do next for a tenant, the most urgent first, with its button. */
export function NextSteps({ tenant, tasks, onSetUp, onReceipt, onRemind }: NextProps) {
  if (tasks.length === 0) {
    return (
      <Section title={texts.title}>
        <Quiet>{texts.nothing}</Quiet>
      </Section>
    )
  }
  return (
    <Section title={texts.title}>
      <List>
        {tasks.map((task) => (
          <li key={task.kind}>
            <Words task={task} />
            {task.kind === 'begin' && (
              <Begin>
                <BeginButton tenant={tenant} />
              </Begin>
            )}
            <Writers>
              {task.kind === 'setUp' && (
                <Button onClick={onSetUp} sx={{ marginTop: '6px' }}>
                  {rent.setUp}
                </Button>
              )}
              {task.kind === 'late' && (
                <Acts>
                  <Button onClick={onReceipt}>{rent.record}</Button>
                  <Button onClick={onRemind}>{reminder.button}</Button>
                </Acts>
              )}
            </Writers>
          </li>
        ))}
      </List>
    </Section>
  )
}

function Words({ task }: { task: Task }) {
  const format = useFormatter()
  if (task.kind === 'late') {
    return (
      <Text>
        <strong style={{ color: color.danger }}>{texts.late(format.moneyExact(task.oldest), task.days, format.moneyExact(task.owed))}</strong> {texts.stages[task.stage]}
      </Text>
    )
  }
  if (task.kind === 'protect') {
    const day = format.longDate(task.by)
    return <Text style={task.isLate ? { color: color.danger } : undefined}>{task.isLate ? texts.protectLate(day) : texts.protect(day)}</Text>
  }
  if (task.kind === 'begin' && task.bySteps) return <Text>{texts.beginBySteps}</Text>
  return <Text>{texts[task.kind]}</Text>
}
