import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useFormatter } from '@/api/account'
import { homeLeaversQuery, vacantSince } from '@/api/tenants'
import { color, type } from '@/theme/tokens'
import { details } from './messages'

const Since = styled('span')({ ...type.small, display: 'block', fontWeight: 400, color: color.muted })

/** Shows since when nobody lives in a home or a room, where somebody is known to have. */
export function VacantSince({ propertyId, roomNumber }: { propertyId: number; roomNumber: string | null }) {
  const { data } = useQuery(homeLeaversQuery(propertyId))
  const format = useFormatter()
  const day = vacantSince(data, roomNumber)
  return day === null ? null : <Since>{details.vacantSince(format.date(day))}</Since>
}
