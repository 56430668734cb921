import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { settingsQuery } from '@/api/account'
import { fieldErrors, userMessage } from '@/api/errors'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { paths } from '@/lib/paths'
import { FormDialog } from '@/ui/FormDialog'
import { resolverOf } from '@/ui/form/rules'
import { toasts } from '@/ui/toast/toasts'
import { addForm } from '../form.messages'
import { propertyTypes } from '../kinds'
import { withList } from '../listState'
import { controlOf, emptyProperty, fieldOrder, newStatuses, toBody, type PropertyValues } from '../model'
import { PhotosField } from '../photos/PhotosField'
import { useAddProperty } from '../property.queries'
import { propertyMistakes } from '../rules'
import { AboutFields } from './AboutFields'
import { Sections } from './layout'
import { LeaseFields } from './LeaseFields'
import { MoneyFields } from './MoneyFields'
import { PreviewPanel } from './PreviewPanel'
import { RoomFields } from './RoomFields'

/** Add New Property: all questions about a new property, open as long as the address says so. */
export function AddPropertyDialog() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  // Off: a shared house's rent is typed and not the sum of its rooms' rents.
  const hasFreeRent = useQuery(settingsQuery()).data?.autoRentCalculation === false
  const form = useForm<PropertyValues>({
    defaultValues: emptyProperty(),
    resolver: resolverOf((values) => propertyMistakes(values, hasFreeRent, new Date())),
    shouldFocusError: false,
  })
  const [isUploading, setUploading] = useState(false)
  const { mutate, isPending } = useAddProperty()
  const keyFor = useIdempotencyKey()

  // The list behind the dialog keeps its filters.
  const close = () => void navigate({ pathname: paths.portfolio, search: withList(query, { add: '' }).toString() }, { replace: true })
  const submit = (values: PropertyValues) => {
    const body = toBody(values, hasFreeRent)
    mutate(
      { body, params: { header: keyFor(body) } },
      {
        onSuccess: () => {
          toasts.success(addForm.success, addForm.successText)
          close()
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
    <FormDialog
      form={form}
      title={addForm.title}
      submit={addForm.submit}
      order={fieldOrder}
      // A photo on its way belongs to the property.
      isPending={isPending || isUploading}
      discardTitle={addForm.discardTitle}
      onSubmit={submit}
      onClose={close}
    >
      <Sections>
        <AboutFields types={propertyTypes} statuses={newStatuses} />
        <RoomFields />
        <LeaseFields />
        <MoneyFields hasFreeRent={hasFreeRent} />
        <PhotosField onBusy={setUploading} />
        <PreviewPanel hasFreeRent={hasFreeRent} note={addForm.previewNote} />
      </Sections>
    </FormDialog>
  )
}
