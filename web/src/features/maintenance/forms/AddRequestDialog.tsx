import { useDeferredValue, useEffect, useState } from 'react'
import { Controller, useForm, useFormContext, useWatch } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { roomName } from '@/lib/applications'
import { mostFiles, priorities } from '@/lib/maintenance'
import { paths, requestPath } from '@/lib/paths'
import { idOf, withList } from '@/lib/query'
import { Check } from '@/ui/form/Check'
import { Field, type ControlProps } from '@/ui/form/Field'
import { PhotosField } from '@/ui/form/PhotosField'
import { Picker, type Picked } from '@/ui/form/Picker'
import { resolverOf } from '@/ui/form/rules'
import { Select } from '@/ui/form/Select'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { form as texts } from '../form.messages'
import { details } from '../messages'
import { useAddRequest, useHome, usePropertySearch, useRooms, useSendFiles } from '../queries'
import { ProblemFields } from './fields'
import { useRefusal } from './useRefusal'
import { newRequest, requestBody, requestMistakes, requestOrder, type RequestValues } from './values'

/** Add Request by the landlord: open as long as the address says so; it leads to the new request. */
export function AddRequestDialog() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [sending, setSending] = useState<string>()
  const asked = useHome(idOf(query.get('property')) ?? null).data
  const form = useForm<RequestValues>({ defaultValues: newRequest({ id: null, label: '' }), resolver: resolverOf(requestMistakes), shouldFocusError: false })
  const { control, register, setValue, getValues } = form
  const add = useAddRequest()
  const sendFiles = useSendFiles()
  const refuse = useRefusal(form, requestOrder, texts.addFailedText)
  const emergency = useWatch({ control, name: 'emergency' })

  // The property of the list's filter, unless another one was chosen already.
  const label = asked && `${asked.name}, ${asked.postcode}`
  useEffect(() => {
    if (asked && label !== undefined && getValues('property').label === '') setValue('property', { id: asked.id, label })
  }, [asked, label, getValues, setValue])

  const search = withList(query, { add: '' }).toString()
  const close = () => void navigate({ pathname: paths.maintenance, search }, { replace: true })
  const submit = async (values: RequestValues) => {
    try {
      const request = await add.mutateAsync(requestBody(values))
      if (request === undefined) return
      const { failed } = await sendFiles(request.id, 'photo', values.photos, (number) => setSending(texts.sending(number, values.photos.length)))
      if (failed > 0) toasts.failure(details.uploadFailed, details.photosFailed(failed))
      else toasts.success(texts.added, request.title)
      void navigate({ pathname: requestPath(request.id), search }, { replace: true })
    } catch (error) {
      refuse(error)
    } finally {
      setSending(undefined)
    }
  }
  return (
    <FormDialog
      form={form}
      title={texts.addTitle}
      submit={texts.addTitle}
      order={requestOrder}
      isPending={add.isPending || sending !== undefined}
      discardTitle={texts.discardTitle}
      onSubmit={(values) => void submit(values)}
      onClose={close}
    >
      <HomeFields />
      <ProblemFields />
      <Field label={texts.priority} hint={texts.priorityHint}>
        {(props) => (
          <Select {...props} {...register('priority')} disabled={emergency}>
            {priorities.map((priority) => (
              <option key={priority}>{priority}</option>
            ))}
          </Select>
        )}
      </Field>
      <Check>
        <input type="checkbox" {...register('emergency')} />
        {texts.emergency}
      </Check>
      <Controller control={control} name="photos" render={({ field }) => <PhotosField label={texts.photos} hint={texts.photosHint} files={field.value} most={mostFiles} onChange={field.onChange} />} />
      {sending !== undefined && <p role="status">{sending}</p>}
    </FormDialog>
  )
}

/** Asks where it is: a property, and for a shared house a room or the whole of it. */
function HomeFields() {
  const { control, register, formState, setValue } = useFormContext<RequestValues>()
  const { errors } = formState
  const property = useWatch({ control, name: 'property' })
  const home = useHome(property.id).data
  const rooms = useRooms(home?.propertyType === 'HMO' ? property.id : null).data
  return (
    <>
      <Controller
        control={control}
        name="property"
        render={({ field }) => (
          <Field label={texts.property} hint={texts.propertyHint} error={errors.property?.message}>
            {(props) => (
              <PropertyPicker
                control={props}
                value={field.value}
                onChange={(value) => {
                  field.onChange(value)
                  setValue('room', '')
                }}
              />
            )}
          </Field>
        )}
      />
      {rooms !== undefined && rooms.length > 0 && (
        <Field label={texts.room} error={errors.room?.message}>
          {(props) => (
            <Select {...props} {...register('room')}>
              <option value="">{texts.wholeHome}</option>
              {rooms.map(({ id, roomNumber }) => (
                <option key={id} value={roomNumber}>
                  {roomName(roomNumber)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  )
}

function PropertyPicker({ control, value, onChange }: { control: ControlProps; value: Picked; onChange: (value: Picked) => void }) {
  const { data } = usePropertySearch(useDeferredValue(value.id === null ? value.label.trim() : ''))
  const found = data?.map(({ id, name, postcode }) => ({ id, label: `${name}, ${postcode}` })) ?? []
  return <Picker control={control} name="property" value={value} found={found} onChange={onChange} />
}
