import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { shortCause } from '@/api/errors'
import type { WrittenMail } from '@/api/landlord'
import { color, radius, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { MailDialog } from '@/ui/MailDialog'
import { preview as texts } from './messages'

const Box = styled('section')({ display: 'flex', gap: 12, padding: '12px 16px', backgroundColor: color.sunken, borderRadius: radius.card, '& > svg': { flex: 'none', marginTop: 2 } })
const Title = styled('h2')({ ...type.body, fontWeight: 580 })
const Text = styled('p')({ ...type.body, color: color.muted })

/** The names in one sentence, and whether they are several. */
export function namesOf(mails: readonly Pick<WrittenMail, 'name' | 'email'>[]): string {
  return new Intl.ListFormat('en-GB').format(mails.map(({ name, email }) => name ?? email ?? ''))
}

const see = (count: number) => (count === 1 ? texts.seeOne : count === 2 ? texts.seeTwo : texts.seeAll(count))

interface SentProps {
  mails: readonly WrittenMail[] | undefined
  error: unknown
  onRetry: () => void
}

/** Shows who gets a mail when the agreement is issued, and its text. */
export function Recipients({ mails, error, onRetry }: SentProps) {
  const [isOpen, setOpen] = useState(false)
  if (mails === undefined && error !== null) return <LoadFailed what={texts.mails} title={texts.mailsFailed} cause={shortCause(error)} onRetry={onRetry} />
  if (mails === undefined || mails.length === 0) return null
  const names = namesOf(mails)
  return (
    <Box aria-labelledby="agreement-sent">
      <Mail size={18} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <Title id="agreement-sent">{texts.sent}</Title>
        <Text>{mails.length === 1 ? texts.sentToOne(names) : texts.sentTo(names)}</Text>
        <Button variant="text" onClick={() => setOpen(true)}>
          {see(mails.length)}
        </Button>
      </div>
      {isOpen && <MailDialog title={texts.mails} mails={mails} onClose={() => setOpen(false)} />}
    </Box>
  )
}
