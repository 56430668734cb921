import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { common } from '@/lib/messages'
import { color, media, type } from '@/theme/tokens'
import { PlainDialog } from './PlainDialog'

const Obstacle = styled('p')({ ...type.small, flex: 'none', padding: '10px 24px 0', color: color.muted, textAlign: 'right', [media.mobile]: { paddingInline: 16, textAlign: 'left' } })

/** A form over the page: its head and actions stay, its body scrolls. */
interface FormDialogProps {
  title: string
  submit: string
  /** The id of the form that the button at the foot sends. */
  formId: string
  isPending: boolean
  /** Why it cannot be sent yet; without a reason it can. */
  obstacle?: string
  onClose: () => void
  children: ReactNode
}

export function FormDialog({ title, submit, formId, isPending, obstacle, onClose, children }: FormDialogProps) {
  const id = useId()
  return (
    <PlainDialog
      title={title}
      onClose={onClose}
      above={obstacle !== undefined && <Obstacle id={id}>{obstacle}</Obstacle>}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="contained"
            loading={isPending}
            disabled={obstacle !== undefined}
            aria-describedby={obstacle === undefined ? undefined : id}
          >
            {submit}
          </Button>
        </>
      }
    >
      {children}
    </PlainDialog>
  )
}
