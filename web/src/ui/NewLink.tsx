import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { userMessage } from '@/api/errors'
import { color, type } from '@/theme/tokens'
import { Notice } from './Notice'
import { toasts } from './toast/toasts'

const Box = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' })
const Line = styled('p')({ ...type.small, flex: '1 1 260px', color: color.muted })

/** The words of asking for a new link. */
interface NewLinkProps {
  renew: UseMutationResult<unknown, Error, void>
  words: { hint: string; act: string; sent: string; sentText: string; failed: string; failedText: string }
}

/** For somebody whose link went round or has ended: a new one by email, in place of this one. */
export function NewLink({ renew, words }: NewLinkProps) {
  const [isSent, setSent] = useState(false)
  if (isSent) return <Notice tone="success" title={words.sent} text={words.sentText} />
  const send = () => {
    renew.mutate(undefined, {
      onSuccess: () => setSent(true),
      onError: (error) => toasts.failure(words.failed, userMessage(error, words.failedText)),
    })
  }
  return (
    <Box>
      <Line>{words.hint}</Line>
      <Button variant="outlined" loading={renew.isPending} onClick={send}>
        {words.act}
      </Button>
    </Box>
  )
}
