import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { color, radius, type } from '@/theme/tokens'
import { Field } from '@/ui/form/Field'
import { controlStyle } from '@/ui/form/controls'
import { signUp } from '../signUp.messages'

const Box = styled('div')({ padding: 16, border: `1px solid ${color.line}`, borderRadius: radius.card, backgroundColor: color.surface })
const Code = styled('input')({ ...controlStyle, flex: '1 1 160px', width: 0, ...type.h2Large, letterSpacing: '0.06em', minHeight: 44 })

/** The time for which the specification has the code wait, in milliseconds. */
const wait = 1_000

/** The verification code, where no mail can carry it: appears after a second, ready to be copied. */
export function CodeBox({ code }: { code: string }) {
  const [isShown, setShown] = useState(false)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), wait)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  const copy = async () => {
    await navigator.clipboard.writeText(code)
    setCopied(true)
  }
  return (
    <Box>
      <Field label={signUp.codeLabel}>
        {(control) => (
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
            <Code {...control} readOnly value={code} onFocus={(event) => event.target.select()} />
            <Button onClick={() => void copy()} startIcon={<Copy size={15} strokeWidth={1.75} />}>
              {isCopied ? signUp.copied : signUp.copyCode}
            </Button>
          </div>
        )}
      </Field>
    </Box>
  )
}
