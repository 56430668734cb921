import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { media, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field, Hint } from '@/ui/form/Field'
import { useIsMobile } from '@/ui/useIsMobile'
import { keys as texts } from './messages'

const Box = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, padding: '22px 24px 20px', [media.mobile]: { padding: 16 } })
const Title = styled('h2')(type.h2Large)
const Row = styled('div')({ display: 'flex', gap: 8, [media.mobile]: { flexDirection: 'column' } })

/** A new key, shown once: it closes by its button alone, so that a slip does not lose it. */
export function NewKeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const id = useId()
  const isMobile = useIsMobile()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <Dialog open fullScreen={isMobile} aria-labelledby={id} slotProps={{ paper: { sx: { width: '100%', [media.desktop]: { maxWidth: 560 } } } }}>
      <Box>
        <Title id={id}>{texts.madeTitle}</Title>
        <Hint>{texts.madeLead}</Hint>
        <Field label={texts.key}>
          {(control) => (
            <Row>
              <Input {...control} readOnly value={value} onFocus={(event) => event.target.select()} />
              <Button onClick={() => void copy()} startIcon={<Copy size={15} strokeWidth={1.75} aria-hidden="true" />}>
                {isCopied ? texts.copied : texts.copy}
              </Button>
            </Row>
          )}
        </Field>
        <Button variant="contained" onClick={onClose} sx={{ alignSelf: 'flex-end' }}>
          {texts.kept}
        </Button>
      </Box>
    </Dialog>
  )
}
