import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { color, type } from '@/theme/tokens'

const Box = styled('div')({ padding: '22px 24px 20px' })
const Title = styled('h2')({ ...type.h2Large, marginBottom: 6 })
const Text = styled('p')({ ...type.body, color: color.muted })
const Foot = styled('div')({ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 10, marginTop: 20 })

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
}

export function ConfirmDialog({ title, text, confirm, cancel, isPending = false, onConfirm, onCancel }: ConfirmDialogProps) {
  const id = useId()
  return (
    <Dialog
      open
      onClose={onCancel}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      slotProps={{ paper: { sx: { width: 440 } } }}
    >
      <Box>
        <Title id={`${id}-title`}>{title}</Title>
        <Text id={`${id}-text`}>{text}</Text>
        <Foot>
          <Button onClick={onCancel}>{cancel}</Button>
          <Button variant="danger" loading={isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Foot>
      </Box>
    </Dialog>
  )
}
