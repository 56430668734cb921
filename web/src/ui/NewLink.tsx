import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { color, type } from '@/theme/tokens'
import { Notice } from './Notice'

const Box = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' })
const Line = styled('p')({ ...type.small, flex: '1 1 260px', color: color.muted })

/** The words of asking for a new link, and how it is asked for. */
interface NewLinkProps {
  words: { hint: string; act: string; sent: string; sentText: string }
  isPending: boolean
  /** Asks for it, and calls `done` once it is on its way. */
  onAsk: (done: () => void) => void
}

/** Offers somebody whose link went round or has ended a new one by email, in place of this one. */
export function NewLink({ words, isPending, onAsk }: NewLinkProps) {
  const [isSent, setSent] = useState(false)
  if (isSent) return <Notice tone="success" title={words.sent} text={words.sentText} />
  return (
    <Box>
      <Line>{words.hint}</Line>
      <Button variant="outlined" loading={isPending} onClick={() => onAsk(() => setSent(true))}>
        {words.act}
      </Button>
    </Box>
  )
}
