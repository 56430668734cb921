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
  /** Whether what was confirmed is on its way. */
  isPending?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** What else is decided with it. */
  children?: ReactNode
}

export function ConfirmDialog({ title, text, confirm, cancel, isPending = false, onConfirm, onCancel, children }: ConfirmDialogProps) {
  const id = useId()
  return (
    <DialogFrame
      kind="question"
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onClose={onCancel}
      head={<Title id={`${id}-title`}>{title}</Title>}
      foot={
        <>
          <Button onClick={onCancel}>{cancel}</Button>
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
