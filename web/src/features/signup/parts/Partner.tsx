import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { paths } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { signup as texts } from '../messages'

const Box = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', ...type.small, color: color.muted })

interface PartnerProps {
  invite: string
  /** The home and room that are chosen. */
  propertyId: string
  roomId: string
}

/** The link for whoever applies together with this person: the address has left its secret, and a half-filled form is not passed on. */
export function Partner({ invite, propertyId, roomId }: PartnerProps) {
  const [copied, setCopied] = useState<'yes' | 'refused'>()
  const query = new URLSearchParams({ ...(propertyId !== '' && { propertyId }), ...(roomId !== '' && { roomId }), invite })
  const link = `${location.origin}${paths.tenantSignup}?${query.toString()}`
  const copy = () => {
    navigator.clipboard.writeText(link).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    )
  }
  return (
    <>
      <Box>
        <span>{texts.partner}</span>
        <Button variant="text" sx={{ [media.mobile]: { marginLeft: '-8px' } }} onClick={copy} startIcon={<Copy size={15} strokeWidth={1.75} />}>
          {texts.copyLink}
        </Button>
        <span role="status">{copied === 'yes' && texts.linkCopied}</span>
      </Box>
      {copied === 'refused' && (
        <Field label={texts.copyByHand}>{(control) => <Input {...control} readOnly value={link} onFocus={({ target }) => target.select()} />}</Field>
      )}
    </>
  )
}
