import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { fieldErrors, userMessage } from '@/api/errors'
import { useActMail } from '@/api/tenantMails'
import type { Tenant } from '@/api/tenants'
import { useUndoAct } from '@/api/takeBacks'
import { isBlankDay, noDay, readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { chosenEmail, EmailTenant, isEmailed } from '@/ui/EmailTenant'
import { DateParts } from '@/ui/form/DateParts'
import { Field, Hint } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { TextArea } from '@/ui/form/controls'
import { FormDialog } from '@/ui/FormDialog'
import { undoOf } from '@/ui/takeback/undoOf'
import { toasts } from '@/ui/toast/toasts'
import { endForm as texts } from '../form.messages'
import { placeOf } from '../parts/facts'
import { useEndTenant } from '../queries'
import { NoticeFields, type GivenNotice } from './NoticeFields'

interface EndValues {
  lastDay: TypedDay
  reason: string
}

/** Returns the mistakes in a last day. */
function endMistakes({ lastDay }: EndValues, { leaseStart, leaseStatus }: Pick<Tenant, 'leaseStart' | 'leaseStatus'>): Mistakes<EndValues> {
  const day = readDay(lastDay)
  if (day === null) return { lastDay: isBlankDay(lastDay) ? texts.dayRequired : texts.dayInvalid }
  // One who never moved in may be ended before the first day.
  return day < leaseStart && leaseStatus !== 'Upcoming' ? { lastDay: texts.dayBeforeStart } : {}
}

const order = ['lastDay', 'reason'] as const

/** Says on which day a tenant leaves or has left. */
export function EndTenantDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const format = useFormatter()
  const [notice, setNotice] = useState<GivenNotice | null>(null)
  const undo = useUndoAct()
  const form = useForm<EndValues>({
    // The last day is not proposed: a press alone ends no tenancy.
    defaultValues: { lastDay: tenant.leaveDate === null ? noDay : typeDay(tenant.leaveDate), reason: tenant.leaveReason ?? '' },
    resolver: resolverOf((values) => endMistakes(values, tenant)),
    shouldFocusError: false,
  })
  const { control, register, formState, trigger } = form
  const { errors, isSubmitted } = formState
  const { mutate, isPending } = useEndTenant()
  const typed = readDay(useWatch({ control, name: 'lastDay' }))
  const offered = useActMail(tenant.id, 'tenancy-changed', { change: 'end', ...(typed !== null && { date: typed }) }, typed !== null).data
  const [email, setEmail] = useState<boolean | null>(null)
  const submit = ({ lastDay, reason }: EndValues) => {
    const leaseEnd = readDay(lastDay) ?? ''
    const by = notice ?? { endedBy: tenant.endedBy, noticeDate: tenant.noticeDate }
    mutate({ row: tenant, body: { leaseEnd, reason: reason.trim() || null, ...by, ...chosenEmail(email) } }, {
      onSuccess: (now) => {
        const back = undoOf(undo({ of: 'tenancy', act: 'end', id: tenant.id }, isEmailed(offered, email)))
        if (now?.leaseStatus === 'Ended') toasts.success(texts.ended, texts.endedText(tenant.name, format.longDate(leaseEnd)), back)
        else toasts.success(texts.ends(format.date(leaseEnd)), texts.endsText, back)
        onClose()
      },
      onError: (error) => {
        const message = fieldErrors(error).leaseEnd ?? fieldErrors(error).leaveDate
        if (message === undefined) toasts.failure(common.error, userMessage(error, texts.failedText))
        else form.setError('lastDay', { type: 'server', message })
      },
    })
  }
  return (
    <FormDialog
      form={form}
      title={texts.title}
      subject={`${tenant.name}, ${placeOf(tenant)}`}
      submit={texts.title}
      order={order}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Hint>
        {tenant.tenantsTogether > 1 ? texts.together : texts.alone} {tenant.leaseStatus === 'Active' && texts.future}
      </Hint>
      {tenant.leaseStatus === 'Active' && (
        <NoticeFields tenant={tenant} onNotice={setNotice} onTake={(day) => form.setValue('lastDay', typeDay(day), { shouldDirty: true, shouldValidate: isSubmitted })} />
      )}
      <DateParts
        legend={texts.lastDay}
        order={format.dateOrder}
        isOptional={false}
        error={errors.lastDay?.message}
        register={(part) =>
          register(`lastDay.${part}`, {
            onChange: () => {
              if (isSubmitted) void trigger('lastDay')
            },
          })
        }
      />
      <Field label={texts.reason} hint={texts.reasonHint} isOptional error={errors.reason?.message}>
        {(field) => <TextArea {...field} {...register('reason')} maxLength={500} />}
      </Field>
      {typed !== null && <EmailTenant offered={offered} value={email} onChange={setEmail} />}
    </FormDialog>
  )
}
