import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { media } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { PlainDialog } from '@/ui/PlainDialog'
import { keys as texts } from './messages'

const Row = styled('div')({ display: 'flex', gap: 8, [media.mobile]: { flexDirection: 'column' } })

/** A new key, shown once: it closes by its button alone, so that a slip does not lose it. */
export function NewKeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <PlainDialog
      title={texts.madeTitle}
      subject={texts.madeLead}
      foot={
        <Button variant="contained" onClick={onClose}>
          {texts.kept}
        </Button>
      }
    >
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
    </PlainDialog>
  )
}
