import { styled } from '@mui/material/styles'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import { propertyPath } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { Cell } from './Cell'
import { duties, grid } from './messages'
import { placeOf, spoken, type Duty, type DutyTotal, type HomeDuties, type HomeDuty } from './model'

const Scroll = styled('div')({ overflowX: 'auto', '&:focus-visible': { outlineOffset: -3 } })
const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: 0, textAlign: 'left', fontWeight: 400, verticalAlign: 'middle', borderTop: `1px solid ${color.line}` },
  '& thead th': { ...type.small, padding: '9px 6px', verticalAlign: 'top', borderTop: 0, backgroundColor: color.sunken, color: color.muted },
  '& thead th > span': { display: 'block', color: color.ink },
  '& tbody th, & thead th:first-of-type, & tfoot th': { paddingLeft: 20, paddingRight: 6, minWidth: 130 },
  // The home's name stays in sight where the table scrolls.
  '& tbody th, & tfoot th, & thead th:first-of-type': { position: 'sticky', left: 0, zIndex: 1, backgroundColor: color.surface },
  '& thead th:first-of-type': { backgroundColor: color.sunken },
  '& tbody tr:hover th': { backgroundColor: color.hover },
  '& tbody tr:hover': { backgroundColor: color.hover },
  '& tfoot th, & tfoot td': { borderTop: `2px solid ${color.ink}`, padding: '10px 6px', verticalAlign: 'middle' },
  '& tfoot th': { paddingLeft: 20, fontWeight: 560 },
  '& tfoot span': { display: 'block', ...type.small, fontWeight: 560 },
})
const Name = styled(Link)({ display: 'inline-block', padding: '7px 0 0', fontWeight: 560, color: color.ink, overflowWrap: 'anywhere' })
const Place = styled('span')({ ...type.small, display: 'block', paddingBottom: 7, color: color.muted, overflowWrap: 'anywhere' })
const Press = styled('button')({
  display: 'block',
  width: '100%',
  minHeight: 50,
  minWidth: 84,
  padding: '6px',
  border: 0,
  background: 'none',
  font: 'inherit',
  color: color.ink,
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover': { backgroundColor: color.accentSoft },
  '&:focus-visible': { outline: `2px solid ${color.accent}`, outlineOffset: -3 },
})

interface GridProps {
  homes: readonly HomeDuties[]
  shown: readonly Duty[]
  totals: readonly DutyTotal[]
  onOpen: (home: HomeDuties, duty: HomeDuty) => void
}

/** Homes by duties. One cell is in the order of tabs; arrows move among them, Enter opens. */
export function Grid({ homes, shown, totals, onOpen }: GridProps) {
  const format = useFormatter()
  const table = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState({ row: 0, column: 1 })
  // Where the table has become smaller, its last cell is the one.
  const at = { row: Math.min(active.row, homes.length - 1), column: Math.min(active.column, shown.length) }
  const move = (row: number, column: number) => {
    const to = { row: clamp(row, homes.length - 1), column: clamp(column, shown.length) }
    table.current?.querySelector<HTMLElement>(`[data-at="${String(to.row)}:${String(to.column)}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = at
    const steps: Record<string, [number, number]> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: event.ctrlKey ? [0, 0] : [row, 0],
      End: event.ctrlKey ? [homes.length, shown.length] : [row, shown.length],
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(...step)
  }
  const placed = (row: number, column: number) => ({
    'data-at': `${String(row)}:${String(column)}`,
    tabIndex: at.row === row && at.column === column ? 0 : -1,
    onFocus: () => setActive({ row, column }),
  })
  return (
    <Scroll>
      <Table ref={table} role="grid" aria-label={grid.name} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col">{grid.home}</th>
            {shown.map((duty) => (
              <th key={duty} scope="col">
                <span>{duties[duty].name}</span>
                {duties[duty].period}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {homes.map((home, row) => (
            <tr key={home.propertyId}>
              <th scope="row">
                <Name to={propertyPath(home.propertyId)} {...placed(row, 0)}>
                  {home.name}
                </Name>
                <Place>{placeOf(home)}</Place>
              </th>
              {shown.map((name, index) => {
                const duty = home.duties.find((one) => one.duty === name)
                return (
                  <td key={name} role="gridcell">
                    {duty && (
                      <Press type="button" aria-haspopup="dialog" aria-label={spoken(home.name, duty, (day) => format.date(day))} onClick={() => onOpen(home, duty)} {...placed(row, index + 1)}>
                        <Cell duty={duty} />
                      </Press>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{grid.toDo}</th>
            {shown.map((duty) => (
              <td key={duty} role="gridcell">
                <Totals total={totals.find((one) => one.duty === duty)} />
              </td>
            ))}
          </tr>
        </tfoot>
      </Table>
    </Scroll>
  )
}

const clamp = (number: number, most: number) => Math.max(0, Math.min(number, most))

function Totals({ total }: { total: DutyTotal | undefined }) {
  if (total === undefined) return null
  const { missing, expired, due } = total.counts
  const lines = [missing > 0 && grid.missingCount(missing), expired > 0 && grid.expiredCount(expired), due > 0 && grid.dueCount(due)].filter((line) => line !== false)
  if (lines.length === 0) return <Place sx={{ fontWeight: '400 !important' }}>{grid.none}</Place>
  return lines.map((line) => <span key={line}>{line}</span>)
}
