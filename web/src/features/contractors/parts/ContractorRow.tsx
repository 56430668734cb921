import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Contractor } from '@/api/contractors'
import { Writers } from '@/api/session'
import { color, media, type } from '@/theme/tokens'
import { PhoneLink } from '@/ui/Contact'
import { Hidden } from '@/ui/Hidden'
import { contractors as texts } from '../messages'

const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.2fr) minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '6px 16px',
  padding: '12px 20px',
  '& + &': { borderTop: `1px solid ${color.line}` },
  [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)', padding: '12px 16px' },
})
const Name = styled('h2')({ ...type.body, fontWeight: 580, overflowWrap: 'anywhere' })
const Line = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere', whiteSpace: 'pre-line' })
const Mail = styled('a')({ display: 'inline-flex', alignItems: 'center', overflowWrap: 'anywhere' })
const Ways = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '0 14px', '& a': { minHeight: 24 }, [media.mobile]: { '& a': { minHeight: 44 } } })
const Acts = styled('div')({ display: 'flex', gap: 8 })

interface ContractorRowProps {
  contractor: Contractor
  onEdit: () => void
  onDelete: () => void
}

/** Somebody who repairs things: what they do, how they are reached, and what they have to do now. */
export function ContractorRow({ contractor: { name, trade, phone, email, registration, notes, openRequests }, onEdit, onDelete }: ContractorRowProps) {
  const whose = <Hidden>, {name}</Hidden>
  return (
    <Row>
      <div style={{ minWidth: 0 }}>
        <Name>{name}</Name>
        <Line>{registration === null ? trade : `${trade}, ${registration}`}</Line>
        {notes !== null && <Line>{notes}</Line>}
      </div>
      <div style={{ minWidth: 0 }}>
        <Ways>
          <PhoneLink phone={phone} whose={name} />
          {email !== null && <Mail href={`mailto:${email}`}>{email}</Mail>}
        </Ways>
        <Line>{texts.open(openRequests)}</Line>
      </div>
      <Writers>
        <Acts>
          <Button onClick={onEdit}>
            {texts.edit}
            {whose}
          </Button>
          <Button variant="text" onClick={onDelete}>
            {texts.delete}
            {whose}
          </Button>
        </Acts>
      </Writers>
    </Row>
  )
}
