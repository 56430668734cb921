import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Handshake, PencilOff } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { common } from '@/lib/messages'
import { typographic } from '@/lib/format'
import { applicationPath, propertyPath, tenantPath } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { chosenEmail, EmailTenant } from '../EmailTenant'
import { TextArea } from '../form/controls'
import { Field } from '../form/Field'
import { RadioCards } from '../form/RadioCards'
import { resolverOf, type Mistakes } from '../form/rules'
import { FormDialog } from '../FormDialog'
import { InfoPanel } from '../InfoPanel'
import { LoadFailed } from '../LoadFailed'
import { PlainDialog } from '../PlainDialog'
import { Skeleton } from '../Skeleton'
import { toasts } from '../toast/toasts'
import { Followed } from './Followed'
import { takeBack as texts } from './messages'
import { Rows } from './Rows'
import type { FollowedItem, TakeBackBasis, TakeBackObstacle, TakeBackOutlook, TakeBackWork } from './types'

const Block = styled('section')({ display: 'grid', gap: 6 })
const Title = styled('h3')({ ...type.body, fontWeight: 620 })
const Quiet = styled('p')({ ...type.body, color: color.muted })
const Fault = styled('p')({ ...type.small, color: color.danger })

interface Values {
  reason: string
  basis: TakeBackBasis | ''
}

interface TakeBackDialogProps {
  work: TakeBackWork
  /** The person or thing that it is about. */
  subject: string
  /** The people who may agree, where an end is taken back. */
  who?: string
  /** The effects elsewhere, behind those that the act itself knows. */
  also?: readonly FollowedItem[]
  onDone?: (() => void) | undefined
  onClose: () => void
}

/** Takes an act back: first what has followed and what happens to each, then why; or what has to be done before. */
export function TakeBackDialog({ work, subject, who, also = [], onDone, onClose }: TakeBackDialogProps) {
  const { act, outlook, cause, onRetry } = work
  const { title } = texts.acts[act]
  if (outlook?.obstacle !== null) {
    return (
      <PlainDialog title={title} subject={subject} onClose={onClose} foot={<Button onClick={onClose}>{common.close}</Button>}>
        {outlook === undefined && cause === null && <Skeleton width="100%" height={120} />}
        {outlook === undefined && cause !== null && <LoadFailed what={texts.what} cause={cause} onRetry={onRetry} />}
        {outlook?.obstacle && <Obstacle obstacle={outlook.obstacle} onClose={onClose} />}
      </PlainDialog>
    )
  }
  return <Form work={work} subject={subject} who={who} outlook={outlook} also={also} onDone={onDone} onClose={onClose} />
}

/** Says what has to be done first, with the way there. */
function Obstacle({ obstacle: { text, tenantId, applicationId, propertyId }, onClose }: { obstacle: TakeBackObstacle; onClose: () => void }) {
  const to =
    tenantId !== null
      ? { path: tenantPath(tenantId), name: texts.open.tenant }
      : applicationId !== null
        ? { path: applicationPath(applicationId), name: texts.open.application }
        : propertyId !== null
          ? { path: propertyPath(propertyId), name: texts.open.property }
          : null
  return (
    <InfoPanel tone="warning" title={texts.notPossible} text={typographic(`${text}.`)}>
      {to !== null && (
        <Link to={to.path} onClick={onClose}>
          {to.name}
        </Link>
      )}
    </InfoPanel>
  )
}

const order = ['reason', 'basis'] as const

function mistakesOf({ reason, basis }: Values, asksBasis: boolean): Mistakes<Values> {
  return {
    ...(reason.trim().length < 2 && { reason: texts.reasonRequired }),
    ...(asksBasis && basis === '' && { basis: texts.basisRequired }),
  }
}

interface FormProps extends Omit<TakeBackDialogProps, 'also'> {
  outlook: TakeBackOutlook
  also: readonly FollowedItem[]
}

function Form({ work, subject, who = '', outlook, also, onDone, onClose }: FormProps) {
  const { act, format, offered, isPending, send, explain } = work
  const id = useId()
  const { button, title, done, doneText } = texts.acts[act]
  const { asksBasis, since, rows, mail } = outlook
  const [email, setEmail] = useState<boolean | null>(null)
  const followed = [...outlook.followed, ...also]
  const form = useForm<Values>({
    defaultValues: { reason: '', basis: '' },
    resolver: resolverOf((values) => mistakesOf(values, asksBasis)),
    shouldFocusError: false,
  })
  const { register, formState } = form
  const { errors } = formState
  const submit = ({ reason, basis }: Values) => {
    // The page that it was opened from may be gone as soon as it is taken back, and what depends on it, too.
    send({ reason: reason.trim(), ...(basis !== '' && { basis }), ...(mail !== null && chosenEmail(email)) }).then(
      (emailed) => {
        toasts.success(done, mail === null ? doneText : `${doneText} ${emailed ? texts.emailed : texts.notEmailed}`)
        onClose()
        onDone?.()
      },
      (error: unknown) => {
        const { fields: said, text } = explain(error, texts.failedText)
        for (const name of order) if (said[name] !== undefined) form.setError(name, { type: 'server', message: said[name] })
        toasts.failure(texts.failed, text)
      },
    )
  }
  return (
    <FormDialog form={form} title={title} subject={subject} submit={button} isDanger={act === 'tenant'} order={order} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <Block aria-labelledby={id}>
        <Title id={id}>{since === null ? texts.followed : texts.since(format.longDate(since))}</Title>
        {followed.length === 0 ? <Quiet>{texts.nothing}</Quiet> : <Followed items={followed} />}
      </Block>
      {rows.length > 0 && <Rows rows={rows} />}
      <Field label={texts.reason} hint={texts.reasonHint} error={errors.reason?.message}>
        {(field) => <TextArea {...field} {...register('reason')} maxLength={500} />}
      </Field>
      {asksBasis && (
        <div>
          <RadioCards
            isStacked
            legend={texts.who}
            {...register('basis')}
            aria-describedby={errors.basis === undefined ? undefined : `${id}-basis`}
            choices={[
              { value: 'agreed', label: texts.agreed(who), hint: texts.agreedHint, icon: Handshake },
              { value: 'mistake', label: texts.mistake, hint: texts.mistakeHint, icon: PencilOff },
            ]}
          />
          {errors.basis !== undefined && <Fault id={`${id}-basis`}>{errors.basis.message}</Fault>}
        </div>
      )}
      {mail !== null && <EmailTenant offered={offered} value={email} onChange={setEmail} />}
    </FormDialog>
  )
}
