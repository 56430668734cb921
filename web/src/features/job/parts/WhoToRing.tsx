import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Mail, Phone } from 'lucide-react'
import type { ContractorJob } from '@/api/jobs'
import { typographic } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { dialled } from '@/lib/dialled'
import { Panel } from '@/ui/Panel'
import { job as texts } from '../messages'

const List = styled('ul')({ padding: '4px 20px 8px', [media.mobile]: { paddingInline: 16 } })
const Row = styled('li')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 16, paddingBlock: 12, '& + &': { borderTop: `1px solid ${color.line}` }, '& > div': { minWidth: 0, overflowWrap: 'anywhere' } })
const Name = styled('p')({ ...type.body, fontWeight: 560 })
const Small = styled('p')({ ...type.body, color: color.muted })

/** Somebody whom the contractor can reach. */
interface Contact {
  name: string
  about: string
  phone: string | null
  email: string | null
}

function contactsOf({ landlord, work, organisationName }: ContractorJob): Contact[] {
  const contacts: Contact[] = []
  const { tenantName = null, tenantPhone = null } = work ?? {}
  if (tenantName !== null && tenantPhone !== null) contacts.push({ name: tenantName, about: texts.aboutVisit, phone: tenantPhone, email: null })
  const organisation = typographic(landlord?.name ?? organisationName)
  const named = landlord?.contactName ?? null
  const about = named === null ? texts.aboutJob : texts.aboutJobOf(organisation)
  contacts.push({ name: named ?? organisation, about, phone: landlord?.phone ?? null, email: landlord?.email ?? null })
  return contacts
}

/** Shows whom to ring: the tenant about the visit, the landlord about the job and the bill. */
export function WhoToRing({ job }: { job: ContractorJob }) {
  return (
    <Panel title={texts.whoToRing}>
      <List>
        {contactsOf(job).map(({ name, about, phone, email }) => (
          <Row key={`${name} ${about}`}>
            <div>
              <Name>{name}</Name>
              <Small>{about}</Small>
              <p>{[phone, email].filter((way) => way !== null).join(', ')}</p>
            </div>
            {phone !== null && (
              <Button component="a" href={dialled(phone)} aria-label={texts.ring(name)} sx={{ minWidth: 48, minHeight: 44 }}>
                <Phone size={18} strokeWidth={1.75} aria-hidden="true" />
              </Button>
            )}
            {phone === null && email !== null && (
              <Button component="a" href={`mailto:${email}`} aria-label={texts.write(name)} sx={{ minWidth: 48, minHeight: 44 }}>
                <Mail size={18} strokeWidth={1.75} aria-hidden="true" />
              </Button>
            )}
          </Row>
        ))}
      </List>
    </Panel>
  )
}
