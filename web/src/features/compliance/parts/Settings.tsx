import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { shortCause, userMessage } from '@/api/errors'
import type { Schema } from '@/api/client'
import { useMayWrite } from '@/api/session'
import { common } from '@/lib/messages'
import { media } from '@/theme/tokens'
import { Check } from '@/ui/form/Check'
import { Field } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { toasts } from '@/ui/toast/toasts'
import { certificateForm, inspectionForm } from '../messages'
import { frequencies, reminders } from '../model'
import { useInspectionSettings, useSaveSettings } from '../queries'
import { PlainSection } from './PlainSection'

const Form = styled('form')({
  display: 'grid',
  gap: '14px 16px',
  padding: '16px var(--row-inset, 20px)',
  alignItems: 'end',
  [media.desktop]: { gridTemplateColumns: '160px 160px minmax(0, 1fr) auto' },
  [media.mobile]: { padding: '16px var(--row-inset, 16px)' },
})

/** Edits how often a property is inspected, when its landlord is reminded, and whether Lintel schedules by itself. */
export function Settings({ propertyId, isPlain = false }: { propertyId: number; /** Within something that is a card already. */ isPlain?: boolean }) {
  const { data, error, refetch } = useInspectionSettings(propertyId)
  const Whole = isPlain ? PlainSection : Panel
  return (
    <Whole title={inspectionForm.settings}>
      {data === undefined && error !== null && (
        <div style={{ padding: 16 }}>
          <LoadFailed what={inspectionForm.settings} cause={shortCause(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {data !== undefined && <SettingsForm key={data.version} propertyId={propertyId} saved={data} />}
    </Whole>
  )
}

function SettingsForm({ propertyId, saved }: { propertyId: number; saved: Schema<'InspectionSettings'> }) {
  const [values, setValues] = useState(saved)
  const { mutate, isPending } = useSaveSettings(propertyId)
  const mayWrite = useMayWrite()
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved)
  const save = () => {
    mutate(values, {
      onSuccess: () => toasts.success(inspectionForm.settingsSaved),
      onError: (error) => toasts.failure(common.error, userMessage(error, inspectionForm.settingsFailed)),
    })
  }
  return (
    <Form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Field label={inspectionForm.frequency}>
        {(props) => (
          <Select {...props} disabled={!mayWrite} value={values.frequencyMonths} onChange={({ target }) => setValues({ ...values, frequencyMonths: Number(target.value) })}>
            {frequencies.map((months) => (
              <option key={months} value={months}>
                {inspectionForm.months(months)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={inspectionForm.reminder}>
        {(props) => (
          <Select {...props} disabled={!mayWrite} value={values.reminderDays} onChange={({ target }) => setValues({ ...values, reminderDays: Number(target.value) })}>
            {reminders.map((days) => (
              <option key={days} value={days}>
                {inspectionForm.daysBefore(days)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Check>
        <input type="checkbox" disabled={!mayWrite} checked={values.autoSchedule} onChange={({ target }) => setValues({ ...values, autoSchedule: target.checked })} />
        {inspectionForm.auto}
      </Check>
      {mayWrite && (
        <Button type="submit" disabled={!isChanged} loading={isPending}>
          {certificateForm.save}
        </Button>
      )}
    </Form>
  )
}
