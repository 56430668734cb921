import { useForm } from 'react-hook-form'
import { userMessage } from '@/api/errors'
import type { MaintenanceRequest } from '@/api/maintenance'
import { common } from '@/lib/messages'
import { TextArea } from '@/ui/form/controls'
import { Field, Hint } from '@/ui/form/Field'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { job as texts } from '../job.messages'
import { useCallOffJob, useDecideJobTime } from '../jobQueries'

const words = {
  refuse: { title: texts.refuseTitle, text: texts.refuseText, submit: texts.refuse, done: texts.refusedToast },
  callOff: { title: texts.callOffTitle, text: texts.callOffText, submit: texts.callOff, done: texts.calledOffToast },
} as const

/** Declines a proposed time, or calls the job off, with a word for the contractor. */
export function JobMessageDialog({ request, act, onClose }: { request: MaintenanceRequest; act: keyof typeof words; onClose: () => void }) {
  const form = useForm<{ message: string }>({ defaultValues: { message: '' } })
  const decide = useDecideJobTime()
  const callOff = useCallOffJob()
  const { title, text, submit, done } = words[act]
  const send = async ({ message }: { message: string }) => {
    const said = { id: request.id, message: message.trim() || null }
    try {
      await (act === 'refuse' ? decide.mutateAsync({ ...said, accept: false }) : callOff.mutateAsync(said))
      toasts.success(done)
      onClose()
    } catch (error) {
      toasts.failure(common.error, userMessage(error, texts.failedText))
    }
  }
  return (
    <FormDialog form={form} title={title} subject={request.title} submit={submit} isPending={decide.isPending || callOff.isPending} onSubmit={(values) => void send(values)} onClose={onClose}>
      <Hint>{text}</Hint>
      <Field label={texts.message} isOptional>
        {(control) => <TextArea {...control} {...form.register('message')} maxLength={500} />}
      </Field>
    </FormDialog>
  )
}
