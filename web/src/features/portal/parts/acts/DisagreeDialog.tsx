import { styled } from '@mui/material/styles'
import { useForm } from 'react-hook-form'
import { fieldErrors, userMessage } from '@/api/errors'
import { useAnswerDeposit } from '@/api/portal'
import { color, type } from '@/theme/tokens'
import { TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { toasts } from '@/ui/toast/toasts'
import { useSendLater } from '@/ui/useSendLater'
import { answers as texts } from '../../messages'

const Text = styled('p')({ ...type.body, color: color.muted })

interface Values {
  text: string
}

interface DisagreeProps {
  tenancyId: number
  /** The return as the tenant sees it: another one is not answered. */
  deposit: { returnDate: string | null; returned: string | null }
  /** The scheme that decides where tenant and landlord cannot agree; without a site for one that is not known. */
  scheme: { name: string; site: string | null }
  /** The words said before. */
  before: string
  onClose: () => void
}

/** Says why the tenant does not agree with what was given back of the deposit. */
export function DisagreeDialog({ tenancyId, deposit: { returnDate, returned }, scheme: { name, site }, before, onClose }: DisagreeProps) {
  const answer = useAnswerDeposit()
  const form = useForm<Values>({
    defaultValues: { text: before },
    resolver: resolverOf(({ text }: Values) => (text.trim() === '' ? { text: texts.whyMissing } : {})),
    shouldFocusError: false,
  })
  const { register, formState, setError } = form
  const send = async ({ text }: Values) => {
    await answer.mutateAsync({ tenancyId, agreed: false, text: text.trim(), returnDate, returned })
    toasts.success(texts.done, texts.doneText)
    onClose()
  }
  const later = useSendLater(form, send, (error) => {
    const { text: said } = fieldErrors(error)
    if (said !== undefined) setError('text', { type: 'server', message: said })
    toasts.failure(texts.failed, userMessage(error, texts.tryAgain))
  })
  return (
    <FormDialog
      form={form}
      title={texts.disagree}
      submit={submitName(texts.send, later)}
      order={['text']}
      isPending={later.isSending}
      later={{ isWaiting: later.isWaiting, notice: (id) => <SendLaterNotice later={later} form={id} /> }}
      onSubmit={later.start}
      onClose={onClose}
    >
      <Text>{texts.intro}</Text>
      <Field label={texts.why} error={formState.errors.text?.message}>
        {(control) => <TextArea {...control} {...register('text')} maxLength={1000} />}
      </Field>
      <Text>
        {texts.cannotAgree(name)}
        {site !== null && (
          <>
            {' '}
            <a href={`https://${site}`} target="_blank" rel="noreferrer">
              {site}
            </a>
          </>
        )}
      </Text>
    </FormDialog>
  )
}
