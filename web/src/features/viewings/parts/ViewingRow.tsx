import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { Link } from 'react-router'
import type { Viewing } from '@/api/viewings'
import { unbroken } from '@/lib/format'
import { propertyPath } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { ContactFoot, PhoneLink } from '@/ui/Contact'
import { viewings as texts } from '../messages'
import { endOf, hasClash, isUpcoming, placeOf } from '../model'
import { Acts } from './Acts'
import { Answer } from './Answer'
import { Messages } from './Messages'
import { ClashBadge, ViewingBadge } from './ViewingBadge'

const Time = styled('time')({ fontSize: 17, lineHeight: '24px', fontWeight: 620, '& > span': { ...type.small, display: 'block', fontWeight: 400, color: color.muted } })
const Strong = styled('h3')({ ...type.body, fontWeight: 580, overflowWrap: 'anywhere' })
const Place = styled('p')({ ...type.body, fontWeight: 580, overflowWrap: 'anywhere' })
const Line = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const Badges = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '4px 6px' })

const Row = styled('article')({
  display: 'grid',
  gridTemplateColumns: '72px minmax(0, 1fr) minmax(0, 1.1fr)',
  gap: '8px 16px',
  padding: '14px 20px',
  '& > [data-acts]': { gridColumn: '2 / -1' },
  '@media (min-width: 1200px)': {
    gridTemplateColumns: '72px minmax(0, 1fr) minmax(0, 1.1fr) 176px 226px',
    alignItems: 'center',
    '& > [data-acts]': { gridColumn: 'auto' },
  },
})
const Ways = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '0 12px', '& a': { display: 'inline-flex', alignItems: 'center', minHeight: 24, overflowWrap: 'anywhere' } })

interface ViewingProps {
  viewing: Viewing
  onMove: (viewing: Viewing) => void
}

function Begin({ viewing }: { viewing: Viewing }) {
  return (
    <Time dateTime={viewing.startsAt}>
      {viewing.viewingTime}
      <span>{texts.to(endOf(viewing))}</span>
    </Time>
  )
}

function Where({ viewing }: { viewing: Viewing }) {
  const { property, propertyId } = viewing
  return (
    <div style={{ minWidth: 0 }}>
      <Place>
        <Link to={propertyPath(propertyId)}>{placeOf(viewing)}</Link>
      </Place>
      <Line>
        {property.address} {unbroken(property.postcode)}
      </Line>
    </div>
  )
}

function State({ viewing }: { viewing: Viewing }) {
  return (
    <Badges>
      <ViewingBadge status={viewing.status} />
      {isUpcoming(viewing) && hasClash(viewing) && <ClashBadge />}
    </Badges>
  )
}

/** A viewing in the list of desktop screens. */
export const ViewingRow = memo(function ViewingRow({ viewing, onMove }: ViewingProps) {
  const { viewerName, viewerPhone, viewerEmail } = viewing
  return (
    <Row aria-label={viewerName}>
      <Begin viewing={viewing} />
      <Where viewing={viewing} />
      <div style={{ minWidth: 0 }}>
        <Strong>{viewerName || texts.erased}</Strong>
        <Ways>
          {viewerPhone !== '' && <PhoneLink phone={viewerPhone} whose={viewerName} />}
          {viewerEmail !== '' && <a href={`mailto:${viewerEmail}`}>{viewerEmail}</a>}
        </Ways>
        <Answer viewing={viewing} />
        <Messages viewing={viewing} />
      </div>
      <div data-acts>
        <State viewing={viewing} />
      </div>
      <div data-acts>
        <Acts viewing={viewing} onMove={() => onMove(viewing)} />
      </div>
    </Row>
  )
})

const Top = styled('div')({ display: 'grid', gridTemplateColumns: '64px minmax(0, 1fr)', gap: 12, padding: 14 })
const Foot = styled('div')({ padding: 12, borderTop: `1px solid ${color.line}`, backgroundColor: color.sunken, borderRadius: '0 0 10px 10px', '&:empty': { display: 'none' } })
const Aside = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 16, '& > p': { flexBasis: '100%' } })
const Name = styled('h3')({ fontSize: 16, lineHeight: '22px', fontWeight: 620, overflowWrap: 'anywhere' })

/** The same as a card of mobile screens. */
export const ViewingCard = memo(function ViewingCard({ viewing, onMove }: ViewingProps) {
  const { viewerName, viewerPhone, viewerEmail } = viewing
  return (
    <Card as="article" aria-label={viewerName}>
      <Top>
        <Begin viewing={viewing} />
        <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, minWidth: 0 }}>
          <Name>{viewerName || texts.erased}</Name>
          <Where viewing={viewing} />
          <Line>{viewerEmail}</Line>
          <State viewing={viewing} />
          <Aside>
            <Answer viewing={viewing} />
            <Messages viewing={viewing} />
          </Aside>
        </div>
      </Top>
      {viewerPhone !== '' && <ContactFoot name={viewerName} phone={viewerPhone} email={viewerEmail} write={texts.email} />}
      <Foot>
        <Acts viewing={viewing} onMove={() => onMove(viewing)} />
      </Foot>
    </Card>
  )
})
