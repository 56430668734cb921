import { styled } from '@mui/material/styles'
import { BedDouble } from 'lucide-react'
import { useFormatter } from '@/api/account'
import { unbroken } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { Card } from '@/ui/Card'
import { Elevation } from '@/ui/elevations/Elevation'
import { useIsMobile } from '@/ui/useIsMobile'
import { portal as texts } from '../messages'
import { isCurrent, type OwnPortal } from '../model'

const Line = styled('p')({ ...type.body, color: color.muted, overflowWrap: 'anywhere' })
const House = styled(Card)({ display: 'grid', overflow: 'hidden', [media.desktop]: { gridTemplateColumns: 'minmax(0, 0.8fr) minmax(0, 1fr)' } })
const Drawing = styled('div')({ minHeight: 120, '& > svg': { display: 'block', width: '100%', height: '100%' } })
const About = styled('div')({ padding: 20, minWidth: 0, [media.mobile]: { padding: 16 } })
const Top = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: '4px 12px', marginBottom: 8 })
const Heading = styled('h2')(type.h2)
const Place = styled('p')({ ...type.h2, overflowWrap: 'anywhere' })
const RentLine = styled('p')({ ...type.body, marginTop: 16, color: color.muted, '& > strong': { ...type.figure, color: color.ink } })

/** The home, and what it costs. */
export function MyProperty({ portal: { property, room, tenant } }: { portal: OwnPortal }) {
  const isMobile = useIsMobile()
  const format = useFormatter()
  if (property.propertyType === null) {
    return (
      <House>
        <About>
          <Heading>{texts.property}</Heading>
          <Line>{texts.noProperty}</Line>
        </About>
      </House>
    )
  }
  return (
    <House>
      <Drawing>
        <Elevation type={property.propertyType} />
      </Drawing>
      <About>
        <Top>
          <Heading>{texts.property}</Heading>
          {room !== null && (
            <Badge tone="accent" icon={BedDouble}>
              {texts.room(room.roomNumber)}
            </Badge>
          )}
        </Top>
        <Place>{property.name}</Place>
        <Line>
          {property.address} {unbroken(property.postcode)}
        </Line>
        {!isMobile && <Line>{property.propertyType}</Line>}
        <RentLine>
          <strong>{format.rent(tenant.rentAmount)}</strong>
          {texts.perMonth}
        </RentLine>
        {tenant.rentAmount !== tenant.tenancyRent && <Line>{texts.share(format.rent(tenant.tenancyRent))}</Line>}
        {tenant.leaveDate !== null && isCurrent(tenant) && <Line>{texts.leaves(format.longDate(tenant.leaveDate))}</Line>}
      </About>
    </House>
  )
}
