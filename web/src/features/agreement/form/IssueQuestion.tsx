import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { WrittenMail } from '@/api/landlord'
import { common } from '@/lib/messages'
import { color, type } from '@/theme/tokens'
import { PlainDialog } from '@/ui/PlainDialog'
import { form as texts } from './messages'
import { namesOf } from './Recipients'

const List = styled('ul')({ marginTop: 8, '& > li': { ...type.body, padding: '8px 0', overflowWrap: 'anywhere' }, '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Email = styled('span')({ color: color.muted })

/** The question before an agreement is issued: who gets a mail. */
interface IssueQuestionProps {
  mails: readonly WrittenMail[]
  isPending: boolean
  onIssue: () => void
  onClose: () => void
}

export function IssueQuestion({ mails, isPending, onIssue, onClose }: IssueQuestionProps) {
  const names = namesOf(mails)
  return (
    <PlainDialog
      title={texts.askTitle}
      role="alertdialog"
      subject={mails.length === 1 ? texts.askOne(names) : texts.askText(names)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="contained" loading={isPending} onClick={onIssue}>
            {texts.issue}
          </Button>
        </>
      }
    >
      <List>
        {mails.map(({ name, email }, index) => (
          <li key={index}>
            {name} <Email>{email}</Email>
          </li>
        ))}
      </List>
    </PlainDialog>
  )
}
