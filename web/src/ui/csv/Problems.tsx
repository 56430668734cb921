import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Download } from 'lucide-react'
import { useRef } from 'react'
import type { Import, ImportProblem } from '@/lib/imports'
import { typographic } from '@/lib/format'
import { grouped } from '@/lib/money'
import { saveFile } from '@/lib/save'
import { color, radius, type } from '@/theme/tokens'
import { reportOf } from './report'
import type { ImportTexts } from './texts'

/** The number of mistakes that are simply put into the page. */
const short = 50
const rowHeight = 37

const Frame = styled('div')({
  maxHeight: 380,
  overflow: 'auto',
  border: `1px solid ${color.line}`,
  borderRadius: radius.tile,
  '&:focus-visible': { outlineOffset: -3 },
})
const Table = styled('table')({
  ...type.small,
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '9px 10px', textAlign: 'left', verticalAlign: 'top', fontWeight: 400, overflowWrap: 'anywhere' },
  '& thead th': { position: 'sticky', top: 0, color: color.muted, backgroundColor: color.sunken },
  '& tr > :first-child': { width: 62, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& tr > :nth-child(2)': { width: '28%' },
  '& tbody tr': { borderTop: `1px solid ${color.line}` },
})
const Space = styled('td')({ '&&&': { padding: 0 } })
const Below = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '4px 12px' })
const Note = styled('p')({ ...type.small, color: color.muted })

/** Lists the mistakes in a file, line by line; only the lines near those that are seen are in the page. */
export function Problems({ found, csv }: { found: Import; csv: ImportTexts }) {
  const { problems, problemCount } = found
  if (problems.length === 0) return null
  const save = () => saveFile(new Blob([reportOf(problems)], { type: 'text/csv' }), 'import-problems.csv')
  return (
    <>
      {problems.length <= short ? <ProblemTable problems={problems} csv={csv} /> : <LongTable problems={problems} csv={csv} />}
      <Below>
        <Note>{problemCount > problems.length ? csv.first(grouped(String(problems.length)), grouped(String(problemCount))) : ''}</Note>
        <Button variant="text" onClick={save} startIcon={<Download size={16} strokeWidth={1.75} />} sx={{ marginRight: '-8px' }}>
          {csv.report}
        </Button>
      </Below>
    </>
  )
}

interface TableProps {
  problems: readonly ImportProblem[]
  csv: ImportTexts
  label?: string
}

function LongTable({ problems, csv }: TableProps) {
  const frame = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- what it returns is used here alone
  const rows = useVirtualizer({
    count: problems.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    measureElement: (row) => row.getBoundingClientRect().height || rowHeight,
    overscan: 8,
  })
  const shown = rows.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = rows.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <Frame ref={frame} tabIndex={0} role="group" aria-label={csv.problemList}>
      <Table aria-rowcount={problems.length + 1}>
        <Heads csv={csv} />
        <tbody>
          <tr aria-hidden="true">
            <Space colSpan={3} style={{ height: above }} />
          </tr>
          {shown.map(({ index }) => {
            const problem = problems[index]
            return problem && <Row key={index} csv={csv} problem={problem} place={index} measure={rows.measureElement} />
          })}
          <tr aria-hidden="true">
            <Space colSpan={3} style={{ height: Math.max(0, below) }} />
          </tr>
        </tbody>
      </Table>
    </Frame>
  )
}

/** Lines of a file with what is said of each. */
export function ProblemTable({ problems, csv, label = csv.problemList }: TableProps) {
  return (
    <Frame tabIndex={0} role="group" aria-label={label}>
      <Table>
        <Heads csv={csv} />
        <tbody>
          {problems.map((problem, index) => (
            <Row key={index} csv={csv} problem={problem} />
          ))}
        </tbody>
      </Table>
    </Frame>
  )
}

function Heads({ csv }: { csv: ImportTexts }) {
  return (
    <thead>
      <tr>
        <th scope="col">{csv.line}</th>
        <th scope="col">{csv.column}</th>
        <th scope="col">{csv.message}</th>
      </tr>
    </thead>
  )
}

/** One problem; in a long table also its place among all, and what measures it. */
interface RowProps {
  problem: ImportProblem
  csv: ImportTexts
  place?: number
  measure?: (row: HTMLTableRowElement | null) => void
}

function Row({ problem: { line, column, message }, csv, place, measure }: RowProps) {
  return (
    <tr ref={measure} data-index={place} aria-rowindex={place === undefined ? undefined : place + 2}>
      <th scope="row">{line === 0 ? csv.wholeFile : grouped(String(line))}</th>
      <td>{column || (line === 0 ? '' : csv.wholeLine)}</td>
      <td>{typographic(message)}</td>
    </tr>
  )
}
