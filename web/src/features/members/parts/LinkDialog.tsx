import Button from '@mui/material/Button'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { common } from '@/lib/messages'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { PlainDialog } from '@/ui/PlainDialog'
import { invitations as texts } from '../messages'

/** The link of an invitation that no mail could carry, to be handed over. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setCopied(true)
  }
  return (
    <PlainDialog
      title={texts.linkTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={() => void copy()} startIcon={<Copy size={15} strokeWidth={1.75} aria-hidden="true" />}>
            {isCopied ? texts.copied : texts.copyLink}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {common.close}
          </Button>
        </>
      }
    >
      <Field label={texts.link} hint={texts.notSentText}>
        {(control) => <Input {...control} readOnly value={link} onFocus={(event) => event.target.select()} />}
      </Field>
    </PlainDialog>
  )
}
