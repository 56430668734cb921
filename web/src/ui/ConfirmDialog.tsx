import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { color, type } from '@/theme/tokens'
import { DialogFrame } from './dialogParts'

const Title = styled('h2')({ ...type.h2Large, overflowWrap: 'anywhere' })
const Text = styled('p')({ ...type.body, color: color.muted })

/** A question before something is lost. */
interface ConfirmDialogProps {
  title: string
  text: string
  confirm: string
  cancel: string
  /** True while the confirmed act is on its way. */
  isPending?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Further choices that go with it. */
  children?: ReactNode
}

export function ConfirmDialog({ title, text, confirm, cancel, isPending = false, onConfirm, onCancel, children }: ConfirmDialogProps) {
  const id = useId()
  // An act on its way closes the question itself: a later reply would close what is open then.
  const close = () => {
    if (!isPending) onCancel()
  }
  return (
    <DialogFrame
      kind="question"
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onClose={close}
      head={<Title id={`${id}-title`}>{title}</Title>}
      foot={
        <>
          <Button disabled={isPending} onClick={close}>
            {cancel}
          </Button>
          <Button variant="danger" loading={isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <Text id={`${id}-text`}>{text}</Text>
      {children}
    </DialogFrame>
  )
}
