import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { ownRequestsQuery, type MaintenanceRequest } from '@/api/maintenance'
import { londonDay } from '@/lib/civilDate'
import { tenantRequestPath } from '@/lib/paths'
import { withList } from '@/lib/query'
import { color, media, radius, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { PriorityBadge, RequestBadge } from '@/ui/RequestBadges'
import { useIsMobile } from '@/ui/useIsMobile'
import { portal as texts } from '../messages'

/** The number of the newest requests on the page (docs/reference/screens/tenant-portal.md S2 9). */
const recent = { mobile: 3, desktop: 5 }

const None = styled('p')({ ...type.body, padding: '18px 20px', color: color.muted, [media.mobile]: { paddingInline: 16 } })
const Failed = styled('div')({ padding: 16 })

/** The newest requests of a home, and all of them once that is asked for; each opens. */
export function Requests({ propertyId, newest, total }: { propertyId: number; newest: readonly MaintenanceRequest[]; total: number }) {
  const isMobile = useIsMobile()
  const [query] = useSearchParams()
  const isWhole = query.get('requests') === 'all'
  const { data, error, refetch } = useQuery({ ...ownRequestsQuery(propertyId), enabled: isWhole })
  const few = newest.slice(0, isMobile ? recent.mobile : recent.desktop)
  const shown = isWhole ? (data ?? few) : few
  return (
    <Panel
      title={texts.recent}
      aside={
        total > few.length && (
          <Button component={Link} variant="text" replace preventScrollReset to={{ search: withList(query, { requests: isWhole ? '' : 'all' }).toString() }}>
            {isWhole ? texts.viewFewer : texts.viewAll(total)}
          </Button>
        )
      }
    >
      {isWhole && data === undefined && error !== null && (
        <Failed>
          <LoadFailed what={texts.all} cause={shortCause(error)} onRetry={() => void refetch()} />
        </Failed>
      )}
      {shown.length === 0 && <None>{texts.noRequests}</None>}
      {shown.length > 0 && (isMobile ? <Cards rows={shown} /> : <Rows rows={shown} />)}
    </Panel>
  )
}

const Stretched = styled(Link)({
  color: 'inherit',
  fontWeight: 580,
  [media.mobile]: { display: 'inline-block', padding: '12px 0', margin: '-12px 0' },
  // The whole row is its target.
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.tile },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${color.accent}`, outlineOffset: -3 },
})
const Under = styled('span')({ ...type.small, display: 'block', color: color.muted, fontWeight: 400, overflowWrap: 'anywhere' })
const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '9px 10px', textAlign: 'left', fontWeight: 400 },
  '& thead th:first-of-type, & tbody th': { paddingLeft: 20 },
  '& tr > :last-child': { paddingRight: 20 },
  '& thead th': { ...type.small, height: 38, paddingBlock: 0, color: color.muted, backgroundColor: color.sunken },
  '& tbody tr': { position: 'relative', borderTop: `1px solid ${color.line}` },
  '& tbody tr:hover': { backgroundColor: color.sunken },
})

function Rows({ rows }: { rows: readonly MaintenanceRequest[] }) {
  const format = useFormatter()
  return (
    <Table aria-label={texts.recent}>
      <thead>
        <tr>
          <th scope="col">{texts.request}</th>
          <th scope="col">{texts.priority}</th>
          <th scope="col">{texts.created}</th>
          <th scope="col">{texts.status}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, title, category, priority, createdAt, status }) => (
          <tr key={id}>
            <th scope="row">
              <Stretched to={tenantRequestPath(id)}>{title}</Stretched>
              <Under>{category}</Under>
            </th>
            <td>
              <PriorityBadge priority={priority} />
            </td>
            <td>{format.date(londonDay(new Date(createdAt)))}</td>
            <td>
              <RequestBadge status={status} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const List = styled('ul')({ '& > li': { position: 'relative', padding: '12px 16px' }, '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Name = styled('h3')({ ...type.body, fontWeight: 580, overflowWrap: 'anywhere' })
const Badges = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 6, marginTop: 6 })

function Cards({ rows }: { rows: readonly MaintenanceRequest[] }) {
  const format = useFormatter()
  return (
    <List aria-label={texts.recent}>
      {rows.map(({ id, title, category, priority, createdAt, status }) => (
        <li key={id}>
          <Name>
            <Stretched to={tenantRequestPath(id)}>{title}</Stretched>
          </Name>
          <Under>
            {category}, {format.date(londonDay(new Date(createdAt)))}
          </Under>
          <Badges>
            <PriorityBadge priority={priority} />
            <RequestBadge status={status} />
          </Badges>
        </li>
      ))}
    </List>
  )
}
