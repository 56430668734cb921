import { styled } from '@mui/material/styles'
import type { Property } from '@/api/properties'
import { color, type } from '@/theme/tokens'
import { StatusBadge } from '@/ui/StatusBadge'
import { details } from './messages'
import { RoomTenants } from './RoomTenants'
import { Nothing, Section } from './Section'
import { useAmounts } from './useAmounts'
import { VacantSince } from './VacantSince'

const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '7px 0', textAlign: 'left', fontWeight: 400, borderBottom: `1px solid ${color.line}` },
  '& thead th': { ...type.small, color: color.muted, paddingTop: 0 },
  '& tbody th': { fontWeight: 620 },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  '& tfoot > tr > *': { borderTop: `2px solid ${color.ink}`, borderBottom: 0, fontWeight: 620, paddingTop: 9 },
  '& tr > :last-child': { textAlign: 'right' },
  '& thead th:first-of-type': { width: '34%' },
})

/** HMO Room Breakdown: each room, whether it is let, and its rent. */
export function Rooms({ property }: { property: Property }) {
  const { brief } = useAmounts()
  const { rooms, roomsConfigured, occupiedRooms, monthlyRent } = property
  if (!roomsConfigured) {
    return (
      <Section title={details.roomBreakdown}>
        <Nothing>
          {details.notSetUp} {details.notSetUpHint}
        </Nothing>
      </Section>
    )
  }
  if (rooms.length === 0) {
    return (
      <Section title={details.roomBreakdown}>
        <Nothing role="alert">{details.roomsFailed}</Nothing>
      </Section>
    )
  }
  return (
    <Section title={details.roomBreakdown} note={details.roomsOccupied(occupiedRooms, rooms.length)}>
      <Table>
        <thead>
          <tr>
            <th scope="col">{details.room}</th>
            <th scope="col">{details.status}</th>
            <th scope="col">{details.rentPerMonth}</th>
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => (
            <tr key={room.id}>
              <th scope="row">
                {room.name}
                <RoomTenants propertyId={property.id} roomNumber={room.roomNumber} />
              </th>
              <td>
                <StatusBadge status={room.isOccupied ? 'Occupied' : 'Vacant'} />
                {!room.isOccupied && <VacantSince propertyId={property.id} roomNumber={room.roomNumber} />}
              </td>
              <td>{brief(room.monthlyRent)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {details.totalRent}
            </th>
            <td>{brief(monthlyRent)}</td>
          </tr>
        </tfoot>
      </Table>
    </Section>
  )
}
