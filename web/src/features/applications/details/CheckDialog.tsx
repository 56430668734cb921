import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFormatter, useFullName } from '@/api/account'
import type { Application } from '@/api/applications'
import { fieldErrors, userMessage } from '@/api/errors'
import { rightToRentMethods } from '@/lib/agreements'
import { londonDay, noDay, typeDay } from '@/lib/civilDate'
import { color, type } from '@/theme/tokens'
import { Check } from '@/ui/form/Check'
import { Input } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { useRecordCheck } from '../queries'
import { moveIn as texts } from './moveIn.messages'
import { checkMistakes, checkOf, checkOrder, type CheckValues } from './rightToRent'

const Methods = styled('fieldset')({ display: 'flex', flexDirection: 'column', '& input': { accentColor: color.accent } })
const Legend = styled('legend')({ ...type.body, fontWeight: 560, padding: 0, marginBottom: 4 })
const Picker = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' })
const Chosen = styled('div')({ ...type.body, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 10, overflowWrap: 'anywhere' })

const largest = 10 * 1024 * 1024

/** Records how somebody's right to rent was checked. */
export function CheckDialog({ application, onClose }: { application: Application; onClose: () => void }) {
  const format = useFormatter()
  const [today] = useState(() => londonDay(new Date()))
  const checker = useFullName()
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const form = useForm<CheckValues>({
    defaultValues: { name: '', method: 'share-code', document: '', checkDate: typeDay(today), checker, expireDate: noDay, evidence: '' },
    resolver: resolverOf((values) => checkMistakes(values, today)),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { register, formState, setError, setValue, clearErrors } = form
  const { errors } = formState
  const record = useRecordCheck(application.id)
  const choose = (chosen: File) => {
    if (chosen.size > largest) {
      setError('evidence', { type: 'rule', message: texts.mistakes.tooLarge })
      return
    }
    clearErrors('evidence')
    setFile(chosen)
    setValue('evidence', chosen.name, { shouldDirty: true })
  }
  const submit = (values: CheckValues) =>
    record.mutate(
      { check: checkOf(values), evidence: file },
      {
        onSuccess: () => {
          toasts.success(texts.recorded)
          onClose()
        },
        onError: (error) => {
          for (const [name, message] of Object.entries(fieldErrors(error))) {
            if ((checkOrder as readonly string[]).includes(name)) setError(name as keyof CheckValues, { type: 'server', message })
          }
          toasts.failure(texts.recordFailed, userMessage(error, texts.tryAgain))
        },
      },
    )
  return (
    <FormDialog form={form} title={texts.recordTitle} subject={application.tenantName} submit={texts.recordSubmit} order={checkOrder} isPending={record.isPending} onSubmit={submit} onClose={onClose}>
      <Methods>
        <Legend>{texts.method}</Legend>
        {Object.entries(rightToRentMethods).map(([value, word]) => (
          <Check key={value}>
            <input type="radio" value={value} {...register('method')} />
            {word}
          </Check>
        ))}
      </Methods>
      <Field label={texts.document} hint={texts.documentHint} error={errors.document?.message}>
        {(control) => <Input {...control} {...register('document')} autoComplete="off" maxLength={100} />}
      </Field>
      <DateParts legend={texts.checkDate} order={format.dateOrder} isOptional={false} error={errors.checkDate?.message} register={(part) => register(`checkDate.${part}`)} />
      <Field label={texts.checker} error={errors.checker?.message}>
        {(control) => <Input {...control} {...register('checker')} autoComplete="off" maxLength={100} />}
      </Field>
      <DateParts legend={texts.expireDate} order={format.dateOrder} hint={texts.expireHint} error={errors.expireDate?.message} register={(part) => register(`expireDate.${part}`)} />
      <Field label={texts.who} hint={texts.whoHint(application.tenantName)} isOptional error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="off" maxLength={100} />}
      </Field>
      <Field label={texts.evidence} hint={texts.evidenceHint} isOptional error={errors.evidence?.message}>
        {(control) => (
          <Chosen>
            <Picker
              {...control}
              ref={picker}
              type="file"
              tabIndex={-1}
              accept="application/pdf,image/png,image/jpeg"
              onChange={({ target }) => {
                const chosen = target.files?.[0]
                if (chosen !== undefined) choose(chosen)
                target.value = ''
              }}
            />
            {file !== null && <span>{file.name}</span>}
            <Button name="evidence" onClick={() => picker.current?.click()} startIcon={<Upload size={16} strokeWidth={1.75} />}>
              {file === null ? texts.chooseFile : texts.otherFile}
            </Button>
          </Chosen>
        )}
      </Field>
    </FormDialog>
  )
}
