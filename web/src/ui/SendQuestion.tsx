import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { common } from '@/lib/messages'
import { color, type } from '@/theme/tokens'
import { PlainDialog } from './PlainDialog'

const Says = styled('p')({ ...type.body })
const Email = styled('span')({ color: color.muted, overflowWrap: 'anywhere' })

/** The question before a mail is sent: who gets it, and its text. */
interface SendQuestionProps {
  title: string
  name: string
  email?: string | undefined
  says: string
  send: string
  isPending: boolean
  onSend: () => void
  onClose: () => void
}

export function SendQuestion({ title, name, email, says, send, isPending, onSend, onClose }: SendQuestionProps) {
  return (
    <PlainDialog
      title={title}
      role="alertdialog"
      subject={
        <>
          {name} <Email>{email}</Email>
        </>
      }
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="contained" loading={isPending} onClick={onSend}>
            {send}
          </Button>
        </>
      }
    >
      <Says>{says}</Says>
    </PlainDialog>
  )
}
