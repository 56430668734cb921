import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import type { Property } from '@/api/properties'
import { Writers } from '@/api/session'
import { invitePath } from '@/lib/paths'
import { color, media, radius, type } from '@/theme/tokens'
import { useIsMobile } from '@/ui/useIsMobile'
import { tenants } from '../messages'
import { arrearsOf, rentOf, vacancyOf, type Group } from '../model'

const Whole = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 12px', minWidth: 0 })
const Fold = styled(ButtonBase)({
  ...type.body,
  justifyContent: 'flex-start',
  gap: 6,
  minHeight: 28,
  padding: '0 6px',
  marginLeft: -6,
  borderRadius: radius.control,
  fontWeight: 620,
  textAlign: 'left',
  overflowWrap: 'anywhere',
  '&:hover': { backgroundColor: color.hover },
  '& svg': { flex: 'none', color: color.muted },
  [media.mobile]: { minHeight: 44, flexBasis: '100%', justifyContent: 'space-between', flexDirection: 'row-reverse', marginInline: -6, fontSize: 16, lineHeight: '22px' },
})
const Text = styled('p')({ ...type.small, flex: 1, fontWeight: 400, color: color.muted, minWidth: 180 })
const Late = styled('span')({ color: color.danger, fontWeight: 540 })
const Sum = styled('span')({ ...type.body, fontWeight: 580, marginLeft: 'auto' })

/** The head of a group: what it is, how much of it is let, and what it brings. */
interface GroupHeadProps {
  group: Group
  /** The shared house itself, as far as it is known. */
  house: Property | undefined
  isFolded: boolean
  onFold: () => void
}

export function GroupHead({ group, house, isFolded, onFold }: GroupHeadProps) {
  const format = useFormatter()
  const isMobile = useIsMobile()
  const Icon = isFolded ? ChevronRight : ChevronDown
  return (
    <Whole data-group>
      <Fold aria-expanded={!isFolded} onClick={onFold}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {group.name}
      </Fold>
      <Text>
        {house === undefined ? tenants.tenantCount(group.tenants.length) : <Let house={house} />}
        {isMobile && <GroupAccount group={group} />}
      </Text>
      <Sum>{format.rent(rentOf(group.tenants))}</Sum>
    </Whole>
  )
}

/** Shows what the tenants of a group owe, where rent is charged. */
function GroupAccount({ group }: { group: Group }) {
  const format = useFormatter()
  const owed = arrearsOf(group.tenants)
  if (owed > 0n) return <Late>, {tenants.inArrearsBy(format.rent(owed))}</Late>
  return group.tenants.every(({ balance }) => balance !== null) ? `, ${tenants.allUpToDate}` : null
}

function Let({ house }: { house: Property }) {
  const { rooms, let_, vacant } = vacancyOf(house)
  return (
    <>
      {tenants.roomsLet(let_, rooms)}
      {vacant.length > 0 && (
        <Writers>
          . {vacant[0] !== undefined && vacant.length === 1 ? tenants.roomVacant(vacant[0]) : tenants.roomsVacant(vacant.length)}{' '}
          <Link to={invitePath(house.id)}>{tenants.invite}</Link>
        </Writers>
      )}
    </>
  )
}
