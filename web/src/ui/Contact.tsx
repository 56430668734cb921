import { styled } from '@mui/material/styles'
import { Mail, Phone } from 'lucide-react'
import { dialled } from '@/lib/dialled'
import { color, media, type } from '@/theme/tokens'
import { Hidden } from './Hidden'

const Call = styled('a')({
  ...type.body,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  fontWeight: 540,
  // Above the link that spans its row.
  position: 'relative',
  zIndex: 1,
  whiteSpace: 'nowrap',
  '& svg': { flex: 'none' },
  [media.mobile]: { minHeight: 44 },
})

/** A phone number that dials. */
export function PhoneLink({ phone, whose }: { phone: string; whose: string }) {
  return (
    <Call href={dialled(phone)}>
      <Phone size={14} strokeWidth={1.75} aria-hidden="true" />
      {phone}
      <Hidden>, {whose}</Hidden>
    </Call>
  )
}

const Foot = styled('div')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  borderTop: `1px solid ${color.line}`,
  '& > a': {
    ...type.body,
    position: 'relative',
    zIndex: 1,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 8,
    minWidth: 0,
    minHeight: 48,
    boxSizing: 'border-box',
    padding: '4px 8px',
    fontWeight: 540,
    overflowWrap: 'anywhere',
  },
  '& > a:focus-visible': { outlineOffset: -3 },
  '& > a + a': { borderLeft: `1px solid ${color.line}` },
  '& svg': { flex: 'none' },
})

/** The links that call and write to somebody, at the foot of their card. */
interface ContactFootProps {
  name: string
  phone: string
  email: string
  /** The word for writing. */
  write: string
}

export function ContactFoot({ name, phone, email, write }: ContactFootProps) {
  return (
    <Foot>
      <a href={dialled(phone)}>
        <Phone size={16} strokeWidth={1.75} aria-hidden="true" />
        {phone}
        <Hidden>, {name}</Hidden>
      </a>
      <a href={`mailto:${email}`}>
        <Mail size={16} strokeWidth={1.75} aria-hidden="true" />
        {write}
        <Hidden>, {name}</Hidden>
      </a>
    </Foot>
  )
}
