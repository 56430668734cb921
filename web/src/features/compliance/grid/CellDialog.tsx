import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import { useMayWrite } from '@/api/session'
import { common } from '@/lib/messages'
import { propertyPath } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { LoadFailed } from '@/ui/LoadFailed'
import { PlainDialog } from '@/ui/PlainDialog'
import { toasts } from '@/ui/toast/toasts'
import type { CertificateTask } from '../model'
import { FactForm } from './FactForm'
import { cell, duties, facts, grid } from './messages'
import { daysText, isOfCertificate, type HomeDuties, type HomeDuty } from './model'
import { useCertificate, useExempt, useRequire } from './queries'

const CertificateDialog = lazy(async () => ({ default: (await import('../parts/CertificateDialog')).CertificateDialog }))

const Parts = styled('div')({ display: 'flex', flexDirection: 'column', gap: 18 })
const Term = styled('h3')({ ...type.small, color: color.muted, fontWeight: 560 })
const Text = styled('p')({ ...type.body, overflowWrap: 'anywhere' })
const Small = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })

interface CellProps {
  home: HomeDuties
  duty: HomeDuty
  /** The number of other homes of which the same is not known. */
  others: number
  onClose: () => void
}

type Step = 'what' | 'add' | 'renew' | 'exempt'

/** Offers what can be done about one duty of one home, and says why it is one. */
export function CellDialog(props: CellProps) {
  const [step, setStep] = useState<Step>('what')
  const { home, duty, onClose } = props
  if (step === 'add' && isOfCertificate(duty.duty)) {
    const task: CertificateTask = { kind: 'add', property: { id: home.propertyId, label: home.name }, certificateType: duty.duty }
    return (
      <Suspense>
        <CertificateDialog task={task} onClose={onClose} />
      </Suspense>
    )
  }
  if (step === 'renew') return <Renewal certificateId={duty.certificateId} onClose={onClose} />
  if (step === 'exempt') return <Exempt {...props} />
  return <DutyDetails {...props} onStep={setStep} />
}

function DutyDetails({ home, duty, others, onClose, onStep }: CellProps & { onStep: (step: Step) => void }) {
  const format = useFormatter()
  const mayWrite = useMayWrite()
  const { mutate, isPending } = useRequire()
  const name = duties[duty.duty].name
  const require = () => {
    mutate(
      { propertyId: home.propertyId, duty: duty.duty },
      {
        onSuccess: () => toasts.success(cell.required, cell.requiredText(name, home.name)),
        onError: (error) => toasts.failure(common.error, userMessage(error, cell.failed)),
        onSettled: onClose,
      },
    )
  }
  const { exemption } = duty
  return (
    <PlainDialog
      title={name}
      subject={home.name}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{cell.close}</Button>
          {mayWrite && exemption !== null && (
            <Button onClick={require} loading={isPending}>
              {cell.needed}
            </Button>
          )}
          {mayWrite && exemption === null && <Acts home={home} duty={duty} onStep={onStep} />}
        </>
      }
    >
      <Parts>
        <div>
          <Text sx={{ fontWeight: 560, color: inks[duty.state] }}>{headOf(duty)}</Text>
          {dates(duty, (day) => format.date(day)).map((line) => (
            <Small key={line}>{line}</Small>
          ))}
        </div>
        <Part term={cell.why}>
          <Text>{exemption === null ? `${duty.reason}.` : cell.saidOn(exemption.reason, format.date(exemption.createdAt.slice(0, 10)))}</Text>
          {duty.unknownFact !== null && <Small>{facts[duty.unknownFact].unknown}.</Small>}
        </Part>
        {mayWrite && duty.unknownFact !== null && <FactForm fact={duty.unknownFact} propertyId={home.propertyId} others={others} onDone={onClose} />}
        {duty.rule !== null && (
          <Part term={cell.rule}>
            <Text>{duty.rule}.</Text>
            {duty.ruleDoubt !== null && <Text>{duty.ruleDoubt}.</Text>}
            {duty.ruleSource !== null && <Small>{cell.source(duty.ruleSource)}</Small>}
          </Part>
        )}
      </Parts>
    </PlainDialog>
  )
}

function Part({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <Term>{term}</Term>
      {children}
    </div>
  )
}

const inks: Record<HomeDuty['state'], string> = {
  Missing: color.danger,
  Expired: color.danger,
  Due: color.warning,
  Valid: color.ink,
  NotRequired: color.ink,
}

function headOf(duty: HomeDuty): string {
  if (duty.state === 'Missing') return grid.missing
  if (duty.state === 'NotRequired') return duty.exemption === null ? (duty.shortReason ?? cell.notNeeded) : cell.notNeeded
  return duty.state === 'Valid' ? grid.inDate : daysText(duty)
}

function dates({ duty, validUntil, tested, tenancyStart }: HomeDuty, date: (day: string) => string): string[] {
  const until = duty === 'Insurance' ? cell.renewBy : duty === 'Fixed Rate' ? cell.endsOn : cell.validUntil
  return [
    ...(validUntil === null ? [] : [until(date(validUntil))]),
    ...(tested === null ? [] : [cell.testedOn(date(tested))]),
    ...(tenancyStart === null ? [] : [cell.tenancySince(date(tenancyStart))]),
  ]
}

/** Offers the acts on the duty: a certificate's by its form, the rest in the property. */
function Acts({ home, duty, onStep }: { home: HomeDuties; duty: HomeDuty; onStep: (step: Step) => void }) {
  const notNeeded = duty.state !== 'NotRequired' && <Button onClick={() => onStep('exempt')}>{cell.notNeeded}</Button>
  if (!isOfCertificate(duty.duty)) {
    return (
      <>
        {notNeeded}
        <Button component={Link} variant="contained" to={`${propertyPath(home.propertyId)}#mortgage-insurance`}>
          {cell.openHome}
        </Button>
      </>
    )
  }
  if (duty.state === 'NotRequired') return null
  return (
    <>
      {notNeeded}
      {/* A question that is asked has the one filled button. */}
      <Button variant={duty.unknownFact === null ? 'contained' : 'outlined'} onClick={() => onStep(duty.certificateId === null ? 'add' : 'renew')}>
        {duty.certificateId === null ? cell.add : cell.renew}
      </Button>
    </>
  )
}

/** The form of a renewal, once what is renewed is there. */
function Renewal({ certificateId, onClose }: { certificateId: number | null; onClose: () => void }) {
  const { data, error, refetch } = useCertificate(certificateId)
  if (data === undefined) {
    if (error === null) return null
    return (
      <PlainDialog title={cell.renew} onClose={onClose} foot={<Button onClick={onClose}>{cell.close}</Button>}>
        <LoadFailed what={cell.renew} cause={shortCause(error)} onRetry={() => void refetch()} />
      </PlainDialog>
    )
  }
  return (
    <Suspense>
      <CertificateDialog task={{ kind: 'renew', certificate: data }} onClose={onClose} />
    </Suspense>
  )
}

function Exempt({ home, duty, onClose }: CellProps) {
  const name = duties[duty.duty].name
  const form = useForm<{ reason: string }>({
    defaultValues: { reason: '' },
    resolver: resolverOf(({ reason }) => (reason.trim() === '' ? { reason: cell.reasonRequired } : {})),
    shouldFocusError: false,
  })
  const { mutate, isPending } = useExempt()
  const submit = ({ reason }: { reason: string }) => {
    mutate(
      { propertyId: home.propertyId, duty: duty.duty, reason: reason.trim() },
      {
        onSuccess: () => {
          toasts.success(cell.exempted, cell.exemptedText(name, home.name))
          onClose()
        },
        onError: (error) => toasts.failure(common.error, userMessage(error, cell.failed)),
      },
    )
  }
  return (
    <FormDialog
      form={form}
      title={cell.notNeededTitle}
      subject={`${name}, ${home.name}`}
      submit={cell.save}
      order={['reason']}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={cell.reason} hint={cell.reasonHint} error={form.formState.errors.reason?.message}>
        {(props) => <Input {...props} {...form.register('reason')} maxLength={200} />}
      </Field>
    </FormDialog>
  )
}
