import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { common } from '@/lib/messages'
import { color, radius, type } from '@/theme/tokens'
import { PlainDialog } from './PlainDialog'

const Mail = styled('article')({ '& + &': { marginTop: 20, paddingTop: 16, borderTop: `1px solid ${color.line}` } })
const To = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const Subject = styled('h3')({ ...type.h2, marginTop: 2 })
const Words = styled('p')({ ...type.body, marginTop: 8, padding: '12px 14px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', backgroundColor: color.sunken, borderRadius: radius.control })
const to = (name: string | null, email: string | null) => `To ${[name, email].filter((part) => part !== null).join(', ')}`

/** A mail as its reader would get it. */
export interface ShownMail {
  name: string | null
  email: string | null
  subject: string
  text: string
}

/** Mails as their readers get them. */
interface MailDialogProps {
  title: string
  mails: readonly ShownMail[]
  /** The text in their place while there are none. */
  instead?: ReactNode
  /** The button that sends the mail, where it is sent from here. */
  send?: ReactNode
  onClose: () => void
}

export function MailDialog({ title, mails, instead, send, onClose }: MailDialogProps) {
  return (
    <PlainDialog title={title} onClose={onClose} 
      foot={
        <>
          <Button onClick={onClose}>{send === undefined ? common.close : common.cancel}</Button>
          {send}
        </>
      }
    >
      {mails.length === 0 && instead}
      {mails.map(({ name, email, subject, text }, index) => (
        <Mail key={index}>
          {(name ?? email) !== null && <To>{to(name, email)}</To>}
          <Subject>{subject}</Subject>
          <Words>{text.trim()}</Words>
        </Mail>
      ))}
    </PlainDialog>
  )
}
