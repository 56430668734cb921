import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import { propertyPath } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { StateBadge } from './Cell'
import { duties, facts, grid } from './messages'
import { isToDo, placeOf, spoken, type HomeDuties, type HomeDuty } from './model'

const List = styled('ul')({ display: 'flex', flexDirection: 'column', gap: 12 })
const Head = styled('div')({ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 12, padding: '4px 16px 14px' })
const Name = styled('h3')({ ...type.h2, overflowWrap: 'anywhere', '& a': { display: 'flex', alignItems: 'center', minHeight: 44, color: color.ink } })
const Small = styled('span')({ ...type.small, color: color.muted })
const Press = styled('button')({
  ...type.body,
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: 48,
  padding: '8px 16px',
  border: 0,
  borderTop: `1px solid ${color.line}`,
  background: 'none',
  color: color.ink,
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover': { backgroundColor: color.hover },
  '&:focus-visible': { outline: `2px solid ${color.accent}`, outlineOffset: -3 },
  '& > span': { minWidth: 0 },
  '& small': { ...type.small, display: 'block', color: color.muted },
})

type OnOpen = (home: HomeDuties, duty: HomeDuty) => void

/** Homes as cards, each with what is to do; for phones. */
export function HomeCards({ homes, onOpen }: { homes: readonly HomeDuties[]; onOpen: OnOpen }) {
  return (
    <List>
      {homes.map((home) => (
        <Card as="li" key={home.propertyId} sx={{ overflow: 'hidden' }}>
          <Head>
            <div>
              <Name>
                <Link to={propertyPath(home.propertyId)}>{home.name}</Link>
              </Name>
              <Small>{placeOf(home)}</Small>
            </div>
            <Small sx={{ flex: 'none' }}>{grid.valids(home.duties.filter(({ state }) => state === 'Valid').length)}</Small>
          </Head>
          <ToDoRows home={home} onOpen={onOpen} />
        </Card>
      ))}
    </List>
  )
}

/** Lists what is to do for one home, each a button. */
export function ToDoRows({ home, onOpen }: { home: HomeDuties; onOpen: OnOpen }) {
  const format = useFormatter()
  return home.duties.filter(isToDo).map((duty) => (
    <Press key={duty.duty} type="button" aria-haspopup="dialog" aria-label={spoken(home.name, duty, (day) => format.date(day))} onClick={() => onOpen(home, duty)}>
      <span>
        {duties[duty.duty].name}
        {duty.validUntil !== null && duty.state !== 'Missing' && <small>{grid.until(format.date(duty.validUntil))}</small>}
        {duty.unknownFact !== null && <small>{facts[duty.unknownFact].unknown}</small>}
      </span>
      <StateBadge duty={duty} />
    </Press>
  ))
}
