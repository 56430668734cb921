import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import type { Deposit } from '@/api/deposits'
import { shortCause, userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import { readTenancyDocument } from '@/api/tenancyDocuments'
import type { Tenant } from '@/api/tenants'
import { useTakeBack } from '@/api/takeBacks'
import { londonDay } from '@/lib/civilDate'
import { daysBetween } from '@/lib/days'
import { typographic } from '@/lib/format'
import { color } from '@/theme/tokens'
import { InfoPanel } from '@/ui/InfoPanel'
import { Entry, Ledger } from '@/ui/Ledger'
import { LoadFailed } from '@/ui/LoadFailed'
import { OpenFile } from '@/ui/OpenFile'
import { Skeleton } from '@/ui/Skeleton'
import { takeBack } from '@/ui/takeback/messages'
import { toasts } from '@/ui/toast/toasts'
import { Quiet, Section } from '../details/Section'
import { placeOf } from '../parts/facts'
import { deposit as texts } from './messages'
import { useDeposit } from './queries'

const DepositDialog = lazy(async () => ({ default: (await import('./DepositDialog')).DepositDialog }))
const TakeBackDialog = lazy(async () => ({ default: (await import('@/ui/takeback/TakeBackDialog')).TakeBackDialog }))
const ReturnDialog = lazy(async () => ({ default: (await import('./ReturnDialog')).ReturnDialog }))

const Said = styled('span')({ display: 'block', fontWeight: 400, whiteSpace: 'pre-line' })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, marginTop: 12 })

/** Deposit: where it is protected, until when it has to be, and what was given back. */
export function DepositSection({ tenant }: { tenant: Tenant }) {
  const { data, error, refetch } = useDeposit(tenant.id)
  const [dialog, setDialog] = useState<'record' | 'return' | 'back'>()
  const work = useTakeBack({ of: 'tenancy', act: 'deposit-return', id: tenant.id }, dialog === 'back')
  if (data === undefined) {
    return (
      <Section title={texts.title}>
        {error === null ? <Skeleton width="100%" height={80} /> : <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
      </Section>
    )
  }
  const isBack = data !== null && data.returnDate !== null
  const hasCome = (data?.receivedDate ?? null) !== null
  const close = () => setDialog(undefined)
  return (
    <Section title={texts.title}>
      {data === null ? <Quiet>{texts.none}</Quiet> : <DepositDetails tenantId={tenant.id} deposit={data} />}
      {!isBack && (
        <Writers>
          <Acts>
            <Button onClick={() => setDialog('record')}>{hasCome ? texts.change : texts.record}</Button>
            {hasCome && <Button onClick={() => setDialog('return')}>{texts.giveBack}</Button>}
          </Acts>
        </Writers>
      )}
      {isBack && (
        <Writers>
          <Acts>
            <Button onClick={() => setDialog('back')} startIcon={<Undo2 size={16} strokeWidth={1.75} />}>
              {takeBack.acts['deposit-return'].button}
            </Button>
          </Acts>
        </Writers>
      )}
      <Suspense>
        {dialog === 'back' && <TakeBackDialog work={work} subject={`${tenant.name}, ${placeOf(tenant)}`} onClose={close} />}
        {dialog === 'record' && <DepositDialog tenant={tenant} deposit={data} onClose={close} />}
        {dialog === 'return' && data !== null && <ReturnDialog tenant={tenant} deposit={data} onClose={close} />}
      </Suspense>
    </Section>
  )
}

function DepositDetails({ tenantId, deposit }: { tenantId: number; deposit: Deposit }) {
  const format = useFormatter()
  const { amount, receivedDate, protectByDate, informByDate, clockRule, clockDoubt, warnings, scheme, schemeReference, protectedDate, informationDate, returnDate, returned, deductions, billDocumentId } = deposit
  const isOpen = protectByDate !== null && returnDate === null
  // Where both days are one, it is shown until both are done.
  const isOneDay = protectByDate === informByDate
  const isDue = isOpen && (protectedDate === null || (isOneDay && informationDate === null))
  const isUntold = isOpen && !isOneDay && informationDate === null
  return (
    <>
      <Ledger>
        <Entry label={texts.amount}>{format.moneyExact(amount)}</Entry>
        <Entry label={texts.received}>{receivedDate === null ? texts.notReceived : format.date(receivedDate)}</Entry>
        {isDue && (
          <Entry label={texts.protectBy} below={<Clock by={protectByDate} />}>
            {format.date(protectByDate)}
          </Entry>
        )}
        {isUntold && informByDate !== null && (
          <Entry label={texts.informBy} below={<Clock by={informByDate} />}>
            {format.date(informByDate)}
          </Entry>
        )}
        {scheme !== null && (
          <Entry label={texts.scheme} below={schemeReference ?? undefined}>
            {texts.schemes[scheme]}
          </Entry>
        )}
        {protectedDate !== null && <Entry label={texts.protected}>{format.date(protectedDate)}</Entry>}
        {informationDate !== null && <Entry label={texts.information}>{format.date(informationDate)}</Entry>}
        {returnDate !== null && (
          <Entry label={texts.returned} below={texts.returnedOn(format.date(returnDate))}>
            {format.moneyExact(returned)}
          </Entry>
        )}
        {deductions !== null && deductions !== '' && (
          <Entry label={texts.deductions} below={billDocumentId !== null && <Bill tenantId={tenantId} documentId={billDocumentId} />}>
            {deductions}
          </Entry>
        )}
        {returnDate !== null && <Answers deposit={deposit} />}
      </Ledger>
      {(isDue || isUntold) && clockRule !== null && <Quiet>{typographic(clockDoubt === null ? `${clockRule}.` : `${clockRule}. ${clockDoubt}.`)}</Quiet>}
      {warnings.length > 0 && (
        <div style={{ marginTop: 8 }}>
          <InfoPanel tone="warning" title={texts.above} text={typographic(warnings.join('\n'))} />
        </div>
      )}
    </>
  )
}

function Bill({ tenantId, documentId }: { tenantId: number; documentId: number }) {
  return (
    <OpenFile read={() => readTenancyDocument(tenantId, documentId)} name={texts.bill} onError={(error) => toasts.failure(texts.billFailed, userMessage(error, texts.tryAgain))}>
      {texts.seeBill}
    </OpenFile>
  )
}

/** Lists each tenant's answer to the return; before the first, says that nobody has answered. */
function Answers({ deposit: { answers } }: { deposit: Deposit }) {
  const format = useFormatter()
  if (answers.length === 0) return <Entry label={texts.answer}>{texts.noAnswer}</Entry>
  return answers.map(({ tenantId, tenantName, agreed, text, answeredAt, outdated }) => (
    <Entry key={tenantId} label={texts.answerOf(typographic(tenantName))} below={(outdated ? texts.answeredBefore : texts.answeredOn)(format.date(londonDay(new Date(answeredAt))))} tone={agreed ? 'plain' : 'bad'}>
      {agreed ? texts.agrees : texts.disagrees}
      {text !== null && <Said>“{typographic(text)}”</Said>}
    </Entry>
  ))
}

/** Shows how many days are left. */
function Clock({ by }: { by: string }) {
  const left = daysBetween(londonDay(new Date()), by)
  return <span style={{ color: left < 0 ? color.danger : color.warning, fontWeight: 540 }}>{left < 0 ? texts.daysLate(-left) : texts.daysLeft(left)}</span>
}
