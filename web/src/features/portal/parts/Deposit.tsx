import { styled } from '@mui/material/styles'
import { Clock } from 'lucide-react'
import { useFormatter } from '@/api/account'
import type { Portal } from '@/api/portal'
import { color, media, type } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { Entry, Ledger } from '@/ui/Ledger'
import { Panel } from '@/ui/Panel'
import { acts as texts, answers } from '../messages'
import { DepositAnswer } from './DepositAnswer'

const Inside = styled('div')({ padding: '10px 20px 16px', [media.mobile]: { paddingInline: 16 } })
const Note = styled('p')({ ...type.small, marginTop: 8, color: color.muted, overflowWrap: 'anywhere' })

/** The deposit: how much, where it is protected, what was given back, and whether the tenant agrees. */
export function Deposit({ tenancyId, deposit }: { tenancyId: number; deposit: NonNullable<Portal['deposit']> }) {
  const format = useFormatter()
  const { amount, receivedDate, scheme, schemeReference, protectedDate, protectByDate, returnDate, returned, deductions } = deposit
  const by = scheme === null ? null : texts.protectedBy(scheme === 'other' ? texts.otherScheme : scheme, schemeReference)
  return (
    <Panel
      title={texts.deposit}
      aside={
        returnDate !== null &&
        deposit.answers.length === 0 && (
          <Badge tone="warning" icon={Clock}>
            {answers.needed}
          </Badge>
        )
      }
    >
      <Inside>
        <Ledger>
          {amount !== null && (
            <Entry label={receivedDate === null ? texts.agreed : texts.paidIn} below={receivedDate === null ? texts.notReceived : texts.receivedOn(format.date(receivedDate))}>
              {format.moneyExact(amount)}
            </Entry>
          )}
          {receivedDate !== null && (
            <Entry label={texts.protection} below={protectedDate === null ? (protectByDate === null ? undefined : texts.protectBy(format.date(protectByDate))) : texts.since(format.date(protectedDate))}>
              {protectedDate === null ? texts.notProtected : (by ?? format.date(protectedDate))}
            </Entry>
          )}
          {returnDate !== null && returned !== null && (
            <Entry label={texts.returned} isTotal below={format.date(returnDate)}>
              {format.moneyExact(returned)}
            </Entry>
          )}
        </Ledger>
        {deductions !== null && (
          <Note>
            {texts.kept}: {deductions}
          </Note>
        )}
        {returnDate !== null && <DepositAnswer tenancyId={tenancyId} deposit={deposit} />}
      </Inside>
    </Panel>
  )
}
