import { useForm, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { PetRequest, PetRequestBody } from '@/api/duties'
import { fieldErrors, userMessage } from '@/api/errors'
import type { Tenant } from '@/api/tenants'
import { isBlankDay, londonDay, readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { Input, TextArea } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { placeOf } from '../parts/facts'
import { dayMistake } from '../rent/amount'
import { pets as texts } from './messages'
import { useRecordPet } from './queries'

interface PetValues {
  pet: string
  requestDate: TypedDay
  informationDate: TypedDay
  answer: string
  answerDate: TypedDay
  reason: string
}

const order = ['pet', 'requestDate', 'informationDate', 'answer', 'answerDate', 'reason'] as const

function petMistakes({ pet, requestDate, informationDate, answer, answerDate, reason }: PetValues): Mistakes<PetValues> {
  const asked = dayMistake(requestDate)
  const informed = dayMistake(informationDate, true)
  const isAnswered = answer !== ''
  const answered = !isAnswered ? undefined : isBlankDay(answerDate) ? texts.answerDateRequired : dayMistake(answerDate)
  return {
    ...(pet.trim().length < 2 && { pet: texts.petRequired }),
    ...(asked !== undefined && { requestDate: asked }),
    ...(informed !== undefined && { informationDate: informed }),
    ...(answered !== undefined && { answerDate: answered }),
    ...(answer === 'refused' && reason.trim() === '' && { reason: texts.reasonRequired }),
  }
}

function bodyOf({ pet, requestDate, informationDate, answer, answerDate, reason }: PetValues): PetRequestBody {
  const informed = readDay(informationDate)
  const answered = readDay(answerDate)
  return {
    pet: pet.trim(),
    requestDate: readDay(requestDate) ?? '',
    ...(informed !== null && { informationDate: informed }),
    // A request that is not answered has neither a day nor a reason.
    ...(answer !== '' && {
      answer: answer as NonNullable<PetRequestBody['answer']>,
      ...(answered !== null && { answerDate: answered }),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    }),
  }
}

/** Records a tenant's request for a pet, and what they were answered. */
export function PetDialog({ tenant, request, onClose }: { tenant: Tenant; request: PetRequest | null; onClose: () => void }) {
  const format = useFormatter()
  const form = useForm<PetValues>({
    defaultValues: {
      pet: request?.pet ?? '',
      requestDate: typeDay(request?.requestDate ?? londonDay(new Date())),
      informationDate: typeDay(request?.informationDate ?? null),
      answer: request?.answer ?? '',
      answerDate: typeDay(request?.answerDate ?? null),
      reason: request?.reason ?? '',
    },
    resolver: resolverOf(petMistakes),
    shouldFocusError: false,
  })
  const { register, formState } = form
  const { errors } = formState
  useRecheck(form)
  const { mutate, isPending } = useRecordPet(tenant.id, request?.id ?? null)
  const submit = (values: PetValues) => {
    const body = bodyOf(values)
    mutate(body, {
      onSuccess: () => {
        toasts.success(texts.saved, texts.savedText(body.pet))
        onClose()
      },
      onError: (error) => {
        const said = fieldErrors(error)
        for (const name of order) if (said[name] !== undefined) form.setError(name, { type: 'server', message: said[name] })
        toasts.failure(common.error, userMessage(error, texts.failed))
      },
    })
  }
  const answer = useWatch({ control: form.control, name: 'answer' })
  const day = (name: 'requestDate' | 'informationDate' | 'answerDate') => (
    <DateParts legend={texts[name]} order={format.dateOrder} isOptional={name === 'informationDate'} error={errors[name]?.message} register={(part) => register(`${name}.${part}`)} />
  )
  return (
    <FormDialog
      form={form}
      title={request === null ? texts.record : texts.editTitle}
      subject={`${tenant.name}, ${placeOf(tenant)}`}
      submit={texts.save}
      order={order}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={texts.pet} hint={texts.petHint} error={errors.pet?.message}>
        {(field) => <Input {...field} {...register('pet')} autoComplete="off" maxLength={200} />}
      </Field>
      {day('requestDate')}
      {day('informationDate')}
      <Field label={texts.answer} error={errors.answer?.message}>
        {(field) => <ChoiceSelect {...field} {...register('answer')} names={texts.answers} placeholder={texts.notAnswered} />}
      </Field>
      {answer !== '' && (
        <>
          {day('answerDate')}
          <Field label={texts.reason} hint={answer === 'refused' ? texts.reasonHint : undefined} isOptional={answer !== 'refused'} error={errors.reason?.message}>
            {(field) => <TextArea {...field} {...register('reason')} maxLength={1000} />}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
