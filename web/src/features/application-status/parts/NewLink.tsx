import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { userMessage } from '@/api/errors'
import { color, type } from '@/theme/tokens'
import { Notice } from '@/ui/Notice'
import { toasts } from '@/ui/toast/toasts'
import { status as texts } from '../messages'
import { useRenewLink } from '../queries'

const Box = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' })
const Line = styled('p')({ ...type.small, flex: '1 1 260px', color: color.muted })

/** For an applicant whose link went round: a new one by email, in place of this one. */
export function NewLink({ token }: { token: string }) {
  const renew = useRenewLink(token)
  const [isSent, setSent] = useState(false)
  if (isSent) return <Notice tone="success" title={texts.linkSent} text={texts.linkSentText} />
  const send = () => {
    renew.mutate(undefined, {
      onSuccess: () => setSent(true),
      onError: (error) => toasts.failure(texts.linkFailed, userMessage(error, texts.linkFailedText)),
    })
  }
  return (
    <Box>
      <Line>{texts.newLinkHint}</Line>
      <Button variant="outlined" loading={renew.isPending} onClick={send}>
        {texts.newLink}
      </Button>
    </Box>
  )
}
