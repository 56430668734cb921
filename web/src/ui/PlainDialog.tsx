import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { color, media, type } from '@/theme/tokens'
import { CloseButton, DialogFrame } from './dialogParts'
import { useHeldLayout } from './useIsMobile'

// One line stands as high as the cross beside it.
const Names = styled('div')({ flex: 1, minWidth: 0, paddingBlock: 6, [media.mobile]: { paddingBlock: 10 } })
const Title = styled('h2')({ ...type.h2Large, fontSize: 18 })
const Subject = styled('div')({ ...type.body, color: color.muted, marginTop: 2, overflowWrap: 'anywhere' })

/** A heading, a body that scrolls, and buttons at the foot, over the page. */
interface PlainDialogProps {
  title: string
  /** The person or thing that it is about, under the heading. */
  subject?: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** The buttons at the foot. */
  foot: ReactNode
  /** Closes it; without it, the buttons at the foot alone do: a slip cannot lose what is shown only once. */
  onClose?: () => void
  children: ReactNode
}

export function PlainDialog({ title, subject, role, foot, onClose, children }: PlainDialogProps) {
  const id = useId()
  useHeldLayout()
  return (
    <DialogFrame
      kind="form"
      role={role}
      labelledBy={id}
      describedBy={subject === undefined ? undefined : `${id}-subject`}
      onClose={onClose}
      head={
        <>
          <Names>
            <Title id={id}>{title}</Title>
            {subject !== undefined && <Subject id={`${id}-subject`}>{subject}</Subject>}
          </Names>
          {onClose && <CloseButton onClose={onClose} />}
        </>
      }
      foot={foot}
    >
      {children}
    </DialogFrame>
  )
}
