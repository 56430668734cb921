import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import { readStatement, type Ledger as RentLedger } from '@/api/rent'
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
  ledger: RentLedger | undefined
  error: unknown
  onRetry: () => void
}

/** Rent: the newest entries, what is owed today, and when the next rent is due. */
export function Rent({ tenantId, ledger, error, onRetry }: RentProps) {
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
        <Entries ledger={ledger} />
      </Inside>
    </Panel>
  )
}

function Entries({ ledger }: { ledger: RentLedger }) {
  const format = useFormatter()
  const { before, entries } = recentEntries(ledger.entries)
  const balance = parseMoney(ledger.balance) ?? 0n
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
        <Entry label={balance < 0n ? texts.creditToday : texts.owedToday} isTotal tone={owedOf(ledger.balance) > 0n ? 'bad' : 'plain'}>
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
    <Button loading={isPending} onClick={() => mutate()} startIcon={<Download size={16} strokeWidth={1.75} />}>
      {texts.statement}
    </Button>
  )
}
