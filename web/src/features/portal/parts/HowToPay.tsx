import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { color, media, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { acts as texts } from '../messages'

const Inside = styled('div')({ display: 'flex', flexDirection: 'column', gap: 10, padding: '16px 20px', [media.mobile]: { paddingInline: 16 } })
const Details = styled('p')({ ...type.body, fontWeight: 540, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
const Note = styled('p')({ ...type.small, color: color.muted })

/** The account that the rent is paid into, as the agreement says it. */
export function HowToPay({ details }: { details: string }) {
  const [said, setSaid] = useState('')
  const copy = () => {
    navigator.clipboard.writeText(details).then(
      () => setSaid(texts.copied),
      () => setSaid(texts.copyFailed),
    )
  }
  return (
    <Panel
      title={texts.pay}
      aside={
        <Button variant="text" startIcon={<Copy size={16} strokeWidth={1.75} />} onClick={copy}>
          {texts.copy}
        </Button>
      }
    >
      <Inside>
        <Details>{details}</Details>
        <Note role="status" hidden={said === ''}>
          {said}
        </Note>
        <Note>{texts.payText}</Note>
      </Inside>
    </Panel>
  )
}
