import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '@/lib/save'
import { color, media, radius, type } from '@/theme/tokens'
import { Hint } from '@/ui/form/Field'
import { twoFactor as texts } from './messages'

const List = styled('ul')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '6px 24px',
  padding: 16,
  border: `1px solid ${color.line}`,
  borderRadius: radius.tile,
  backgroundColor: color.sunken,
  fontFamily: 'ui-monospace, monospace',
  ...type.body,
  [media.mobile]: { gap: '6px 12px', padding: 12 },
})
const Tools = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10 })

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The codes, this once, and the ways to keep them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [isCopied, setCopied] = useState(false)
  const text = [texts.fileHead, '', ...codes, ''].join('\r\n')
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }
  return (
    <>
      <Hint>{texts.codesLead}</Hint>
      <List aria-label={texts.codesTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </List>
      <Tools>
        <Button onClick={() => void copy()} startIcon={<Copy {...icon} />}>
          {isCopied ? texts.copied : texts.copy}
        </Button>
        <Button onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), texts.fileName)} startIcon={<Download {...icon} />}>
          {texts.download}
        </Button>
        <Button onClick={() => print()} startIcon={<Printer {...icon} />}>
          {texts.print}
        </Button>
      </Tools>
    </>
  )
}
