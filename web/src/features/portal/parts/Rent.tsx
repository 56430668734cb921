import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Download } from 'lucide-react'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import { readStatement, type Ledger as RentLedger } from '@/api/rent'
import { useMutation } from '@/api/useMutation'
import { common } from '@/lib/messages'
import { parseMoney } from '@/lib/money'
import { owedOf } from '@/lib/rent'
import { saveFile } from '@/lib/save'
import { color, media, type } from '@/theme/tokens'
import { Entry, Ledger } from '@/ui/Ledger'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { toasts } from '@/ui/toast/toasts'
import { portal as texts } from '../messages'
import { recentEntries, shortName } from '../model'

const Inside = styled('div')({ padding: '14px 20px 16px', [media.mobile]: { paddingInline: 16 } })
const Quiet = styled('p')({ ...type.small, color: color.muted, marginTop: 6, textAlign: 'right' })

interface RentProps {
  tenantId: number
  /** True if others owe the rent together with the tenant. */
  isJoint: boolean
  ledger: RentLedger | undefined
  error: unknown
  onRetry: () => void
}

/** Rent: the newest entries, what is owed today, and when the next rent is due. */
export function Rent({ tenantId, isJoint, ledger, error, onRetry }: RentProps) {
  if (ledger === undefined) {
    if (error === null) return null
    return (
      <Panel title={texts.rent}>
        <Inside>
          <LoadFailed what={texts.rent} cause={shortCause(error)} onRetry={onRetry} />
        </Inside>
      </Panel>
    )
  }
  // A landlord who keeps no rent account here owes no explanation of it.
  if (ledger.terms === null && ledger.entries.length === 0) return null
  return (
    <Panel title={texts.rent} aside={<Statement tenantId={tenantId} />}>
      <Inside>
        <Entries ledger={ledger} isJoint={isJoint} />
      </Inside>
    </Panel>
  )
}

function Entries({ ledger, isJoint }: { ledger: RentLedger; isJoint: boolean }) {
  const format = useFormatter()
  const { before, entries, others } = recentEntries(ledger)
  const balance = parseMoney(ledger.balance) ?? 0n
  const total = isJoint ? { owed: texts.owedTogether, credit: texts.creditTogether } : { owed: texts.owedToday, credit: texts.creditToday }
  return (
    <>
      <Ledger>
        {before !== null && before !== 0n && <Entry label={texts.before}>{format.moneyExact(before)}</Entry>}
        {entries.map(({ entry, change }) => {
          return (
            <Entry key={entry.id} label={shortName(entry, (day) => format.date(day))}>
              {format.moneyExact(change)}
            </Entry>
          )
        })}
        {others !== 0n && <Entry label={texts.others}>{format.moneyExact(others)}</Entry>}
        <Entry label={balance < 0n ? total.credit : total.owed} isTotal tone={owedOf(ledger.balance) > 0n ? 'bad' : 'plain'}>
          {format.moneyExact(balance < 0n ? -balance : balance)}
        </Entry>
      </Ledger>
      {ledger.nextDueDate !== null && ledger.nextDueAmount !== null && <Quiet>{texts.nextRentOn(format.moneyExact(ledger.nextDueAmount), format.date(ledger.nextDueDate))}</Quiet>}
    </>
  )
}

function Statement({ tenantId }: { tenantId: number }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { content, name } = await readStatement(tenantId, 'pdf')
      saveFile(content, name)
    },
    onError: (error) => toasts.failure(common.error, userMessage(error, texts.statementFailed)),
  })
  return (
    <Button variant="text" loading={isPending} onClick={() => mutate()} startIcon={<Download size={16} strokeWidth={1.75} />}>
      {texts.statement}
    </Button>
  )
}
