import { styled } from '@mui/material/styles'
import { Clock } from 'lucide-react'
import { useFormatter } from '@/api/account'
import { userMessage } from '@/api/errors'
import type { Portal } from '@/api/portal'
import { readTenancyDocument } from '@/api/tenancyDocuments'
import { typographic } from '@/lib/format'
import { parseMoney, toAmount } from '@/lib/money'
import { media } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { Entry, Ledger } from '@/ui/Ledger'
import { OpenFile } from '@/ui/OpenFile'
import { Panel } from '@/ui/Panel'
import { toasts } from '@/ui/toast/toasts'
import { acts as texts, answers } from '../messages'
import { DepositAnswer } from './DepositAnswer'

const Inside = styled('div')({ padding: '10px 20px 16px', [media.mobile]: { paddingInline: 16 } })
const Reason = styled('span')({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

interface DepositProps {
  tenant: NonNullable<Portal['tenant']>
  deposit: NonNullable<Portal['deposit']>
}

/** The deposit: how much, where it is protected, what was kept and given back, and whether the tenant agrees. */
export function Deposit({ tenant, deposit }: DepositProps) {
  const format = useFormatter()
  const { amount, receivedDate, scheme, schemeReference, protectedDate, protectByDate, returnDate, returned, deductions, billDocumentId } = deposit
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
          {deductions !== null && (
            <Entry label={<Reason>{typographic(deductions)}</Reason>} below={billDocumentId !== null && <Bill tenantId={tenant.id} documentId={billDocumentId} />}>
              {format.moneyExact(kept(amount, returned))}
            </Entry>
          )}
          {returnDate !== null && returned !== null && (
            <Entry label={texts.returned} isTotal below={format.date(returnDate)}>
              {format.moneyExact(returned)}
            </Entry>
          )}
        </Ledger>
        {returnDate !== null && <DepositAnswer tenancyId={tenant.tenancyId} deposit={deposit} />}
      </Inside>
    </Panel>
  )
}

/** Returns the part of the deposit that was kept, below nothing. */
const kept = (amount: string | null, returned: string | null): string => toAmount((parseMoney(returned ?? '') ?? 0n) - (parseMoney(amount ?? '') ?? 0n))

function Bill({ tenantId, documentId }: { tenantId: number; documentId: number }) {
  return (
    <OpenFile read={() => readTenancyDocument(tenantId, documentId)} name={texts.bill} onError={(error) => toasts.failure(texts.billFailed, userMessage(error, texts.tryAgain))}>
      {texts.seeBill}
    </OpenFile>
  )
}
