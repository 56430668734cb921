import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { userMessage } from '@/api/errors'
import { isEmail } from '@/lib/email'
import { clockText } from '@/lib/instant'
import { color, media, type } from '@/theme/tokens'
import { toasts } from '@/ui/toast/toasts'
import type { SaveState } from '../autosave'
import { signup as texts } from '../messages'
import { useMailDraft } from '../queries'

const Box = styled('div')({ ...type.small, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px', color: color.muted, overflowWrap: 'anywhere' })

/** The state of the answers, and the link that leads back to them. */
interface SaveLineProps {
  invite: string
  state: SaveState
  /** True if something was kept before. */
  isKept: boolean
  email: string
  flush: () => Promise<boolean>
}

export function SaveLine({ invite, state, isKept, email, flush }: SaveLineProps) {
  const mail = useMailDraft(invite)
  const [sentTo, setSentTo] = useState('')
  const isThere = isKept || state.kind === 'saved'
  const failed = (error: unknown) => toasts.failure(texts.linkFailed, userMessage(error, texts.linkFailedText))
  const send = async () => {
    // The mail goes to the address that the server knows.
    if (!(await flush())) {
      failed(undefined)
      return
    }
    mail.mutate(email, {
      onSuccess: () => {
        setSentTo(email.trim())
        toasts.success(texts.linkSentToast, texts.linkSent(email.trim()))
      },
      onError: failed,
    })
  }
  return (
    <Box>
      {/* Heard only when something is wrong: it changes with every pause of the typing. */}
      {state.kind === 'failed' && <span role="status">{texts.notSaved}</span>}
      {(state.kind === 'saving' || state.kind === 'saved') && <span>{wordsOf(state)}</span>}
      {isThere && sentTo !== '' && sentTo === email.trim() && <span>{texts.linkSent(sentTo)}</span>}
      {isThere && sentTo !== email.trim() && <span>{texts.emailLinkHint}</span>}
      {isThere && isEmail(email) && sentTo !== email.trim() && (
        <Button variant="text" loading={mail.isPending} onClick={() => void send()} sx={{ fontSize: 13, [media.mobile]: { marginLeft: '-8px' } }}>
          {texts.emailLink}
        </Button>
      )}
    </Box>
  )
}

function wordsOf(state: SaveState): string {
  if (state.kind === 'saving') return texts.saving
  return state.kind === 'saved' ? `${texts.savedAt(clockText(state.at))}.` : ''
}
