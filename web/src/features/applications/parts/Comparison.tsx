import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import type { Application } from '@/api/applications'
import { applicationNumber, employmentStatuses, nameOf } from '@/lib/applications'
import { londonDay } from '@/lib/civilDate'
import { color, type } from '@/theme/tokens'
import { ApplicationBadge } from '@/ui/ApplicationBadge'
import { useIsMobile } from '@/ui/useIsMobile'
import { applications as texts } from '../messages'
import { incomeMultiple, sorted, type Column, type HomeGroup, type Order } from '../model'
import { Against, ApplicationLink, incomeOf, ReferenceState } from './facts'

const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '10px 10px', textAlign: 'left', fontWeight: 400 },
  '& tr > :first-of-type': { paddingLeft: 20 },
  '& tr > :last-child': { paddingRight: 20 },
  '& thead th': { ...type.small, color: color.muted, backgroundColor: color.sunken, whiteSpace: 'nowrap' },
  '& tbody tr': { position: 'relative', borderTop: `1px solid ${color.line}` },
  '& tbody tr:hover': { backgroundColor: color.sunken },
  '& .figure': { textAlign: 'right', whiteSpace: 'nowrap' },
})
const wideOnly = { [`@media (max-width: 1199.95px)`]: { display: 'none' } }
const WideHead = styled('th')(wideOnly)
const WideCell = styled('td')(wideOnly)
const Name = styled('span')({ display: 'block', fontWeight: 580, overflowWrap: 'anywhere' })
const Under = styled('span')({ ...type.small, display: 'block', color: color.muted })
const Sort = styled(ButtonBase)({ font: 'inherit', gap: 5, minHeight: 28, fontWeight: 'inherit', borderRadius: 4, '&[data-on]': { color: color.ink, fontWeight: 600 } })

const names: Record<Column, string> = {
  applicant: texts.applicant,
  submitted: texts.submitted,
  status: texts.status,
  income: texts.incomeYear,
  against: texts.against,
  moveIn: texts.moveIn,
}

const Lines = styled('ul')({ '& > li': { position: 'relative', display: 'flex', flexWrap: 'wrap', gap: '2px 12px', padding: '10px 16px' }, '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Facts = styled('span')({ ...type.small, display: 'flex', flexWrap: 'wrap', gap: '0 14px', width: '100%', color: color.muted })

/** The applications for one home side by side, sorted by a column; never by a score. */
export function Comparison({ group }: { group: HomeGroup }) {
  const isMobile = useIsMobile()
  const [order, setOrder] = useState<Order>({ column: 'submitted', isDescending: false })
  const rows = sorted(group.applications, order)
  if (isMobile) return <Short rows={rows} />
  const press = (column: Column) =>
    setOrder((before) => (before.column === column ? { column, isDescending: !before.isDescending } : { column, isDescending: column === 'income' || column === 'against' }))
  const head = (column: Column) => <SortHead column={column} order={order} onPress={press} />
  return (
    <Table aria-label={texts.compareHome(group.name)}>
      <thead>
        <tr>
          <th scope="col" aria-sort={directionOf(order, 'applicant')}>{head('applicant')}</th>
          <WideHead scope="col" aria-sort={directionOf(order, 'submitted')}>{head('submitted')}</WideHead>
          <th scope="col" aria-sort={directionOf(order, 'status')}>{head('status')}</th>
          <th scope="col" className="figure" aria-sort={directionOf(order, 'income')}>{head('income')}</th>
          <th scope="col" className="figure" aria-sort={directionOf(order, 'against')}>{head('against')}</th>
          <th scope="col">{texts.employer}</th>
          <th scope="col">{texts.guarantor}</th>
          <WideHead scope="col">{texts.documents}</WideHead>
          <WideHead scope="col" className="figure" aria-sort={directionOf(order, 'moveIn')}>{head('moveIn')}</WideHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((application) => (
          <Row key={application.id} application={application} />
        ))}
      </tbody>
    </Table>
  )
}

const directionOf = (order: Order, column: Column) => (order.column !== column ? undefined : order.isDescending ? 'descending' : 'ascending')

function SortHead({ column, order, onPress }: { column: Column; order: Order; onPress: (column: Column) => void }) {
  const direction = directionOf(order, column)
  const Icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <Sort data-on={direction} onClick={() => onPress(column)}>
      {names[column]}
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
    </Sort>
  )
}

function Row({ application }: { application: Application }) {
  const format = useFormatter()
  const { moveInDate, withdrawnAt } = application
  return (
    <tr>
      <th scope="row">
        <Name>
          <ApplicationLink application={application} />
        </Name>
        <Under>{applicationNumber(application.id)}</Under>
      </th>
      <WideCell>{format.date(londonDay(new Date(application.createdAt)))}</WideCell>
      <td>
        <ApplicationBadge status={application.status} isWithdrawn={withdrawnAt !== null} />
      </td>
      <td className="figure">
        {incomeOf(application, format)}
        <Under>{nameOf(employmentStatuses, application.employmentStatus)}</Under>
      </td>
      <td className="figure">
        <Against application={application} isShort />
        {incomeMultiple(application)?.isBelow === true && <Under>{texts.below}</Under>}
      </td>
      <td>
        <ReferenceState reference={application.employer} />
      </td>
      <td>
        <ReferenceState reference={application.guarantor} />
      </td>
      <WideCell>{texts.outstanding(application.requestedDocuments.length)}</WideCell>
      <WideCell className="figure">{moveInDate === null ? texts.notSaid : format.date(moveInDate)}</WideCell>
    </tr>
  )
}

/** Shows a line each on phones: name, multiple, references. */
function Short({ rows }: { rows: readonly Application[] }) {
  return (
    <Lines>
      {rows.map((application) => (
        <li key={application.id}>
          <Name style={{ flex: 1 }}>
            <ApplicationLink application={application} />
          </Name>
          <Against application={application} />
          <Facts>
            <span>
              {texts.employer}: <ReferenceState reference={application.employer} />
            </span>
            <span>
              {texts.guarantor}: <ReferenceState reference={application.guarantor} />
            </span>
          </Facts>
        </li>
      ))}
    </Lines>
  )
}
