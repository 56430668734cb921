import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { fieldErrors, userMessage } from '@/api/errors'
import { common } from '@/lib/messages'
import { resolverOf } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { viewings, viewingForm as texts } from './messages'
import { bodyOf, changesOf, controlOf, fieldOrder, placeOf, plannedOf, valuesOf, viewingMistakes, type ViewingTask, type ViewingValues } from './model'
import { Clashes } from './parts/Clashes'
import { HomeFields, NoteField, NotesField, ViewerFields, WhenFields } from './parts/fields'
import { useBook, useChange } from './queries'

/** Books a viewing, or moves one: what it would overlap is told before, and stops nobody. */
export function ViewingDialog({ task, onClose }: { task: ViewingTask; onClose: () => void }) {
  const format = useFormatter()
  const [opened] = useState(() => new Date())
  const isNew = task.kind === 'book'
  const kept = isNew ? undefined : { date: task.viewing.viewingDate, time: task.viewing.viewingTime }
  const form = useForm<ViewingValues>({
    defaultValues: valuesOf(isNew ? task : { kind: 'move', viewing: task.viewing }),
    // A proposed time counts as typed.
    ...(!isNew && task.time !== undefined && { values: valuesOf(task), resetOptions: { keepDefaultValues: true } }),
    resolver: resolverOf((values) => viewingMistakes(values, opened, kept)),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { control, setError, setValue, formState } = form
  const [property, date, time] = useWatch({ control, name: ['property', 'date', 'time'] })
  const book = useBook()
  const change = useChange()

  const refuse = (error: unknown) => {
    for (const [field, message] of Object.entries(fieldErrors(error))) {
      const name = controlOf(field)
      if (name) setError(name, { type: 'server', message })
    }
    toasts.failure(common.error, userMessage(error, isNew ? texts.bookFailed : texts.moveFailed))
  }
  const end = (text: string) => {
    toasts.success(viewings.success, text)
    onClose()
  }
  const submit = (values: ViewingValues) => {
    if (isNew) {
      book.mutate(bodyOf(values), { onSuccess: () => end(texts.booked), onError: refuse })
      return
    }
    const body = changesOf(task.viewing, values)
    const isMoved = 'viewingDate' in body || 'viewingTime' in body
    change.mutate({ viewing: task.viewing, body }, { onSuccess: () => end(isMoved ? texts.moved : texts.changed), onError: refuse })
  }
  const planned = plannedOf({ property, date, time })
  return (
    <FormDialog
      form={form}
      title={isNew ? texts.bookTitle : texts.moveTitle}
      subject={isNew ? undefined : `${task.viewing.viewerName}, ${placeOf(task.viewing)}, ${format.listDate(task.viewing.viewingDate)}, ${task.viewing.viewingTime}`}
      submit={isNew ? texts.book : texts.move}
      order={fieldOrder}
      isPending={book.isPending || change.isPending}
      obstacle={isNew || formState.isDirty ? undefined : texts.nothingChanged}
      discardTitle={texts.discardTitle}
      onSubmit={submit}
      onClose={onClose}
    >
      {!isNew && <WhenFields />}
      {!isNew && <Clashes planned={planned && { ...planned, viewingId: task.viewing.id }} />}
      <HomeFields isNew={isNew} onProperty={() => setValue('room', '')} />
      <ViewerFields />
      {isNew && <WhenFields />}
      {isNew && <Clashes planned={planned} />}
      <NoteField />
      <NotesField />
    </FormDialog>
  )
}
