import { Controller, useForm, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { userMessage } from '@/api/errors'
import { addMonths, readDay, typeDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { Select } from '@/ui/form/Select'
import { TextArea } from '@/ui/form/TextArea'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { certificateForm, compliance } from '../messages'
import { certificateBody, certificateMistakes, certificateValues, usualMonthsOf, type CertificateTask, type CertificateType, type CertificateValues } from '../model'
import { useAddCertificate, useCertificateTypes, useEditCertificate, usePropertyNation, useRenewCertificate } from '../queries'
import { DocumentField } from './DocumentField'
import { PropertyPicker } from './PropertyPicker'

const titles = { add: certificateForm.add, edit: certificateForm.editTitle, renew: certificateForm.renewTitle }
const dones = { add: certificateForm.added, edit: certificateForm.saved, renew: certificateForm.renewed }
/** Returns the hint on a usual expiry date: only a gas safety check keeps its day when it is early. */
function hintOf(kind: CertificateTask['kind'], type: CertificateType | '') {
  if (kind !== 'renew') return certificateForm.usual
  return type === 'Gas Safety' ? certificateForm.usualGasRenewal : certificateForm.usualRenewal
}

const order = ['property', 'certificateType', 'issueDate', 'expiryDate', 'certificateUrl', 'notes'] as const

/** Adds, changes or renews a certificate. */
export function CertificateDialog({ task, onClose }: { task: CertificateTask; onClose: () => void }) {
  const format = useFormatter()
  const types = useCertificateTypes().data ?? []
  const form = useForm<CertificateValues>({
    defaultValues: certificateValues(task),
    resolver: resolverOf((values) => certificateMistakes(values, task.kind, usualOf(values.certificateType))),
    shouldFocusError: false,
  })
  const { register, control, formState, getValues, setValue, trigger } = form
  const { errors, dirtyFields, isSubmitted } = formState
  const chosenType = useWatch({ control, name: 'certificateType' })
  const nation = usePropertyNation(useWatch({ control, name: 'property' }).id)
  const usualOf = (type: CertificateType | '') => usualMonthsOf(types, type, nation)
  const usual = usualOf(chosenType)
  const [add, edit, renew] = [useAddCertificate(), useEditCertificate(), useRenewCertificate()]

  // A new certificate's expiry follows from its type and issue date, until it is typed.
  const follow = () => {
    const issued = readDay(getValues('issueDate'))
    const months = usualOf(getValues('certificateType'))
    if (task.kind === 'add' && !dirtyFields.expiryDate && issued !== null && months !== null) setValue('expiryDate', typeDay(addMonths(issued, months)))
    recheck()
  }
  // A day is one answer of three fields: what is missing of it goes with whichever was filled in last.
  const recheck = () => {
    if (isSubmitted) void trigger(['issueDate', 'expiryDate'])
  }
  const ending = (values: CertificateValues) => ({
    onSuccess: () => {
      toasts.success(dones[task.kind], certificateForm.savedText(compliance.of(values.certificateType, values.property.label)))
      onClose()
    },
    onError: (error: unknown) => toasts.failure(common.error, userMessage(error, certificateForm.failedText)),
  })
  const submit = (values: CertificateValues) => {
    const body = certificateBody(values)
    const { property, certificateType } = values
    if (property.id === null || certificateType === '') return
    if (task.kind === 'add') add.mutate({ ...body, propertyId: property.id, certificateType }, ending(values))
    else if (task.kind === 'edit') edit.mutate({ row: task.certificate, body: { ...body, certificateType } }, ending(values))
    else renew.mutate({ row: task.certificate, body: { ...body, issueDate: body.issueDate ?? '' } }, ending(values))
  }
  const expiryHint = usual === null ? undefined : hintOf(task.kind, chosenType)(certificateForm.period(usual))
  const messageOf = (name: keyof CertificateValues) => errors[name]?.message
  const asksProperty = task.kind === 'add' && task.property.id === null
  const subject = task.kind === 'renew' ? compliance.of(task.certificate.certificateType, task.certificate.propertyName) : getValues('property').label
  return (
    <FormDialog
      form={form}
      title={titles[task.kind]}
      subject={asksProperty ? undefined : subject}
      submit={task.kind === 'edit' ? certificateForm.save : titles[task.kind]}
      order={order}
      isPending={add.isPending || edit.isPending || renew.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {asksProperty && (
        <Controller
          control={control}
          name="property"
          render={({ field }) => (
            <Field label={compliance.property} hint={compliance.propertyHint} error={messageOf('property')}>
              {(props) => <PropertyPicker control={props} name="property" value={field.value} onChange={field.onChange} />}
            </Field>
          )}
        />
      )}
      {task.kind !== 'renew' && (
        <Field label={compliance.type} error={messageOf('certificateType')}>
          {(props) => (
            <Select {...props} {...register('certificateType', { onChange: follow })}>
              <option value="">{certificateForm.choose}</option>
              {types.map(({ certificateType }) => (
                <option key={certificateType}>{certificateType}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <DateParts
        legend={certificateForm.issueDate}
        order={format.dateOrder}
        isOptional={task.kind !== 'renew'}
        error={messageOf('issueDate')}
        register={(part) => register(`issueDate.${part}`, { onChange: follow })}
      />
      <DateParts
        legend={certificateForm.expiryDate}
        order={format.dateOrder}
        isOptional={task.kind !== 'edit' && usual !== null}
        hint={expiryHint}
        error={messageOf('expiryDate')}
        register={(part) => register(`expiryDate.${part}`, { onChange: recheck })}
      />
      <Controller control={control} name="certificateUrl" render={({ field }) => <DocumentField url={field.value} onChange={field.onChange} />} />
      <Field label={certificateForm.notes} isOptional error={messageOf('notes')}>
        {(props) => <TextArea {...props} {...register('notes')} maxLength={4000} />}
      </Field>
    </FormDialog>
  )
}
