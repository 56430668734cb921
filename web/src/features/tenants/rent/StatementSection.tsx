import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import { userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import type { Ledger } from '@/api/rent'
import type { Tenant } from '@/api/tenants'
import { common } from '@/lib/messages'
import { media, type } from '@/theme/tokens'
import { toasts } from '@/ui/toast/toasts'
import { Quiet, Section } from '../details/Section'
import { DayField } from './DayField'
import { rent as texts } from './messages'
import { othersOf, statementOf } from './model'
import { useDownloadStatement } from './queries'
import { StatementLines } from './StatementLines'

const Tools = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 10, [media.mobile]: { flex: '1 1 100%' } })
const Foot = styled('div')({ display: 'flex', flexDirection: 'column', gap: 10, marginTop: 10 })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10 })

interface SectionProps {
  tenant: Tenant
  ledger: Ledger
  /** The day that was asked for; none for today. */
  asOf: string | undefined
  onAsOf: (day: string | undefined) => void
  onAdd: () => void
  onSetUp: () => void
}

/** Rent statement: every entry from the oldest to the newest, as of a day. */
export function StatementSection({ tenant, ledger, asOf, onAsOf, onAdd, onSetUp }: SectionProps) {
  const format = useFormatter()
  const [isWhole, setWhole] = useState(false)
  const statement = statementOf(ledger, isWhole)
  if (ledger.terms === null && ledger.entries.length === 0 && asOf === undefined) return <NotCharged tenant={tenant} onSetUp={onSetUp} />
  const isJoint = tenant.tenantsTogether > 1 || othersOf(statement, ledger) !== 0n
  return (
    <Section
      title={texts.statement}
      aside={
        <Tools>
          <DayField asOf={asOf} onAsOf={onAsOf} />
          <Writers>
            <Button onClick={onAdd} startIcon={<Plus size={16} strokeWidth={1.75} />}>
              {texts.add}
            </Button>
          </Writers>
        </Tools>
      }
    >
      {statement.earlier > 0 && (
        <Button variant="text" onClick={() => setWhole(true)} sx={{ marginLeft: '-8px', marginBottom: '6px' }}>
          {texts.earlier(statement.earlier)}
        </Button>
      )}
      {ledger.entries.length === 0 ? <Quiet>{texts.noEntries}</Quiet> : <StatementLines statement={statement} ledger={ledger} isJoint={isJoint} />}
      <Foot>
        {isJoint && ledger.tenancyArrears !== null && <Quiet>{texts.whole(format.moneyExact(ledger.tenancyArrears.balance))}</Quiet>}
        <Quiet sx={type.small}>{texts.note}</Quiet>
        <Downloads id={tenant.id} asOf={asOf} />
      </Foot>
    </Section>
  )
}

function NotCharged({ tenant, onSetUp }: { tenant: Tenant; onSetUp: () => void }) {
  return (
    <Section title={texts.statement}>
      <p>{texts.none}</p>
      {tenant.leaseStatus !== 'Ended' && (
        <Writers>
          <Quiet>{texts.noneText}</Quiet>
          <Button variant="contained" onClick={onSetUp} sx={{ marginTop: '12px' }}>
            {texts.setUp}
          </Button>
        </Writers>
      )}
    </Section>
  )
}

function Downloads({ id, asOf }: { id: number; asOf: string | undefined }) {
  const { mutate, isPending, variables } = useDownloadStatement(id)
  const start = (format: 'pdf' | 'csv') =>
    mutate({ format, ...(asOf !== undefined && { to: asOf }) }, { onError: (error) => toasts.failure(common.error, userMessage(error, texts.downloadFailed)) })
  return (
    <Acts>
      {(['pdf', 'csv'] as const).map((kind) => (
        <Button key={kind} loading={isPending && variables.format === kind} onClick={() => start(kind)} startIcon={<Download size={16} strokeWidth={1.75} />}>
          {texts[kind]}
        </Button>
      ))}
    </Acts>
  )
}
