import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { FormProvider, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { holdsFile } from '@/lib/keptForms'
import { common } from '@/lib/messages'
import { Obstacle } from './dialogParts'
import { ErrorSummary } from './form/ErrorSummary'
import { listMistakes } from './form/rules'
import { KeptNotice } from './KeptNotice'
import { PlainDialog } from './PlainDialog'
import { useDiscard } from './useDiscard'
import { useKeptForm, type KeptForm } from './useKeptForm'

/** The notice over the whole width of the foot. */
const Later = styled('div')({ '&&': { flex: '1 0 100%' }, '&:has(> :empty)': { position: 'absolute' } })

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 20 })

/** A form over the page. */
interface FormDialogProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  title: string
  /** The person or thing that it is about, where it does not ask for that itself. */
  subject?: string | undefined
  submit: string
  /** True if sending it takes something away for good. */
  isDanger?: boolean
  /** The controls from top to bottom: the mistakes are listed in this order above them. Without it, the first mistake takes the focus. */
  order?: readonly FieldPath<Values>[]
  isPending: boolean
  /** The reason why it cannot be sent yet; without one it can. */
  obstacle?: string | undefined
  /** True if a secret is typed, which is never kept on the device. */
  isSecret?: boolean
  /** The stored form, where it stays when it is left without a word; otherwise closing it gives up what was typed. */
  kept?: KeptForm
  /** The state of waiting to be sent, and the notice above the buttons of this form. */
  later?: { isWaiting: boolean; notice: (form: string) => ReactNode }
  /** The question before something typed is lost. */
  discardTitle?: string
  onSubmit: (values: Values) => void
  onInvalid?: () => void
  onClose: () => void
  /** The fields, which find the form in its context. */
  children: ReactNode
}

/** The one dialog for forms: its head and buttons stay, and it does not close on what was typed without asking. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { form, title, subject, submit, isDanger = false, isSecret = false, kept, later, order, isPending, obstacle, discardTitle, onSubmit, onInvalid, onClose, children } = props
  const id = useId()
  const { isDirty, submitCount } = form.formState
  // A kept form is not lost; a waiting one, and a file, is.
  const isLost = () => (kept === undefined ? isDirty : later?.isWaiting === true || (isDirty && holdsFile(form.getValues())))
  const { ask, guard } = useDiscard(() => isDirty, discardTitle, isLost)
  const { pathname } = useLocation()
  const own = useKeptForm(form, isSecret || kept !== undefined ? undefined : [pathname, title, subject].join(' '))
  const giveUp = () => {
    kept?.forget()
    onClose()
  }
  // A form on its way closes the dialog itself: a later reply would close what is open then.
  const close = () => {
    if (!isPending) ask(giveUp)
  }
  return (
    <>
      <PlainDialog
        title={title}
        subject={subject}
        onClose={close}
        foot={
          <>
            {later && <Later>{later.notice(id)}</Later>}
            {obstacle !== undefined && <Obstacle id={`${id}-obstacle`}>{obstacle}</Obstacle>}
            <Button disabled={isPending} onClick={close}>
              {common.cancel}
            </Button>
            <Button
              type="submit"
              form={id}
              variant={isDanger ? 'danger' : 'contained'}
              loading={isPending}
              disabled={obstacle !== undefined}
              aria-describedby={obstacle === undefined ? undefined : `${id}-obstacle`}
            >
              {submit}
            </Button>
          </>
        }
      >
        <FormProvider {...form}>
          <Form
            id={id}
            method="post"
            noValidate
            onSubmit={(event) => {
              // The page behind the dialog may have a form as well.
              event.stopPropagation()
              void form.handleSubmit(onSubmit, onInvalid)(event)
            }}
          >
            <KeptNotice kept={kept ?? own} isDirty={isDirty} />
            {order && <ErrorSummary attempt={submitCount} mistakes={listMistakes(order, (name) => form.getFieldState(name, form.formState).error?.message)} />}
            {children}
          </Form>
        </FormProvider>
      </PlainDialog>
      {guard}
    </>
  )
}
