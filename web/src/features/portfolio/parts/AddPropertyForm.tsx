import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { settingsQuery } from '@/api/account'
import { fieldErrors, userMessage } from '@/api/errors'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { listMistakes, resolverOf } from '@/ui/form/rules'
import { toasts } from '@/ui/toast/toasts'
import { addForm } from '../form.messages'
import { propertyTypes } from '../kinds'
import { controlOf, emptyProperty, fieldOrder, newStatuses, toBody, type PropertyValues } from '../model'
import { PhotosField } from '../photos/PhotosField'
import { useAddProperty } from '../property.queries'
import { propertyMistakes } from '../rules'
import { AboutFields } from './AboutFields'
import { LeaseFields } from './LeaseFields'
import { MoneyFields } from './MoneyFields'
import { PreviewPanel } from './PreviewPanel'
import { RoomFields } from './RoomFields'

export const formId = 'add-property'

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 28 })

/** What the dialog around the form needs to know. */
interface AddPropertyFormProps {
  onDirty: (isDirty: boolean) => void
  onPending: (isPending: boolean) => void
  onDone: () => void
}

/** All questions about a new property. */
export function AddPropertyForm({ onDirty, onPending, onDone }: AddPropertyFormProps) {
  // Off: a shared house's rent is typed and not the sum of its rooms' rents.
  const hasFreeRent = useQuery(settingsQuery()).data?.autoRentCalculation === false
  const form = useForm<PropertyValues>({
    defaultValues: emptyProperty(),
    resolver: resolverOf((values) => propertyMistakes(values, hasFreeRent, new Date())),
    shouldFocusError: false,
  })
  const [isUploading, setUploading] = useState(false)
  const { isDirty, submitCount } = form.formState
  const { mutate, isPending } = useAddProperty()
  const keyFor = useIdempotencyKey()

  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  // A photo on its way belongs to the property.
  useEffect(() => onPending(isPending || isUploading), [isPending, isUploading, onPending])

  const submit = (values: PropertyValues) => {
    const body = toBody(values, hasFreeRent)
    mutate(
      { body, params: { header: keyFor(body) } },
      {
        onSuccess: () => {
          toasts.success(addForm.success, addForm.successText)
          onDone()
        },
        onError: fail,
      },
    )
  }
  const fail = (error: unknown) => {
    const fields = Object.entries(fieldErrors(error))
    for (const [field, message] of fields) {
      const name = controlOf(field)
      if (name) form.setError(name, { type: 'server', message })
    }
    toasts.failure(addForm.failed, fields.length > 0 ? userMessage(error, addForm.failedText) : addForm.failedText)
  }

  return (
    <FormProvider {...form}>
      <Form id={formId} method="post" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <ErrorSummary attempt={submitCount} mistakes={listMistakes(fieldOrder, (name) => form.getFieldState(name, form.formState).error?.message)} />
        <AboutFields types={propertyTypes} statuses={newStatuses} />
        <RoomFields />
        <LeaseFields />
        <MoneyFields hasFreeRent={hasFreeRent} />
        <PhotosField onBusy={setUploading} />
        <PreviewPanel hasFreeRent={hasFreeRent} note={addForm.previewNote} />
      </Form>
    </FormProvider>
  )
}
