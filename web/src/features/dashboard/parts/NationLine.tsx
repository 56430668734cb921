import { styled } from '@mui/material/styles'
import { MapPin } from 'lucide-react'
import { Link } from 'react-router'
import type { ComplianceSummary } from '@/api/compliance'
import { propertyPath } from '@/lib/paths'
import { color, radius, type } from '@/theme/tokens'
import { attention } from '../messages'

const Line = styled('p')({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '14px 20px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  backgroundColor: color.surface,
  '& svg': { flex: 'none' },
})

/** Says how many homes have no confirmed nation, and leads to the first of them. */
export function NationLine({ summary }: { summary: ComplianceSummary }) {
  const { nationToConfirmCount: number, firstNationToConfirmPropertyId: first } = summary
  if (number === 0 || first === null) return null
  return (
    <Line>
      <MapPin size={18} strokeWidth={1.75} color={color.warning} aria-hidden="true" />
      <span>
        {attention.nations(number)} <Link to={propertyPath(first)}>{attention.sayNation}</Link>
      </span>
    </Line>
  )
}
