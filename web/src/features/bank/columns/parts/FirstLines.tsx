import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { BankFilePreview, BankLayout, ColumnMeaning } from '@/api/bank'
import { color, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Select } from '@/ui/form/Select'
import { Panel } from '@/ui/Panel'
import { useIsMobile } from '@/ui/useIsMobile'
import { columns as texts } from '../../messages'
import { examplesOf, lineNumbers, meanings, withMeaning } from '../model'

const Scroll = styled('div')({ overflowX: 'auto', '&:focus-visible': { outlineOffset: -3 } })
const Table = styled('table')({
  ...type.small,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '9px 10px', textAlign: 'left', fontWeight: 400, whiteSpace: 'nowrap', maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& tr > :first-child': { paddingLeft: 20, color: color.muted, textAlign: 'right' },
  '& thead th': { backgroundColor: color.sunken, minWidth: 128 },
  '& thead th:first-child': { minWidth: 0 },
  '& tbody tr > *': { borderTop: `1px solid ${color.line}` },
  '& [data-kind=title] > *, & [data-kind=note] > *, & [data-kind=unreadable] > *': { color: color.muted, backgroundColor: color.sunken },
  '& [data-kind=header] > td': { fontWeight: 620 },
  '& [data-ignored]': { color: color.muted },
})
const Foot = styled('div')({ ...type.small, display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: '4px 16px', padding: '8px 20px', borderTop: `1px solid ${color.line}`, color: color.muted })
const Quiet = styled('span')({ ...type.small, color: color.muted })

const Title = styled('h3')({ ...type.h2, marginBottom: 8 })
const Column = styled('div')({ ...type.body, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 12, alignItems: 'center', padding: '12px 16px', '& + &': { borderTop: `1px solid ${color.line}` } })
const Words = styled('div')({ minWidth: 0, overflowWrap: 'anywhere' })
const Fold = styled(ButtonBase)({ ...type.body, width: '100%', minHeight: 46, justifyContent: 'space-between', gap: 12, padding: '8px 16px', textAlign: 'left', borderTop: `1px solid ${color.line}`, '& > svg': { flex: 'none', color: color.muted } })

/** The number of lines shown at first. */
const few = 8

interface LinesProps {
  data: BankFilePreview
  layout: BankLayout
  onChange: (layout: BankLayout) => void
}

/** The file's first lines with what each column holds; on phones the columns under each other. */
export function FirstLines(props: LinesProps) {
  return useIsMobile() ? <Columns {...props} /> : <Lines {...props} />
}

function Meaning({ layout, column, label, onChange }: { layout: BankLayout; column: number; label: string; onChange: (layout: BankLayout) => void }) {
  return (
    <Select aria-label={label} value={layout.columns[column] ?? 'ignore'} onChange={({ target }) => onChange(withMeaning(layout, column, target.value as ColumnMeaning))}>
      {meanings.map((meaning) => (
        <option key={meaning} value={meaning}>
          {texts.meanings[meaning]}
        </option>
      ))}
    </Select>
  )
}

const labelOf = (data: BankFilePreview, column: number): string => {
  const name = data.header[column]?.trim() ?? ''
  return name === '' ? texts.column(column + 1) : texts.columnNamed(name)
}

function Lines({ data, layout, onChange }: LinesProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? data.rows : data.rows.slice(0, few)
  const titles = lineNumbers(data.rows)
  const last = shown.at(-1)?.line ?? 0
  return (
    <Panel title={texts.first} aside={<Quiet>{texts.firstNote(last, Math.max(last, data.lines))}</Quiet>}>
      <Scroll tabIndex={0} role="group" aria-label={texts.first}>
        <Table>
          <thead>
            <tr>
              <th scope="col">{texts.line}</th>
              {layout.columns.map((_, column) => (
                <th key={column} scope="col">
                  <Meaning layout={layout} column={column} label={labelOf(data, column)} onChange={onChange} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, cells, kind }) => (
              <tr key={line} data-kind={kind}>
                <td>{line}</td>
                {kind === 'title' || kind === 'note' ? (
                  <td colSpan={layout.columns.length}>{cells.filter((cell) => cell !== '').join(', ')}</td>
                ) : (
                  layout.columns.map((meaning, column) => (
                    <td key={column} data-ignored={meaning === 'ignore' || undefined}>
                      {cells[column] ?? ''}
                    </td>
                  ))
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      </Scroll>
      {(titles !== '' || data.rows.length > few) && (
        <Foot>
          <span>{titles !== '' && texts.titles(titles)}</span>
          {data.rows.length > few && (
            <Button variant="text" onClick={() => setWhole(!isWhole)}>
              {isWhole ? texts.fewerLines : texts.showLines(data.rows.length)}
            </Button>
          )}
        </Foot>
      )}
    </Panel>
  )
}

function Columns({ data, layout, onChange }: LinesProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const all = layout.columns.map((meaning, column) => ({ meaning, column, name: data.header[column]?.trim() || texts.column(column + 1) }))
  const [used, ignored] = [all.filter(({ meaning }) => meaning !== 'ignore'), all.filter(({ meaning }) => meaning === 'ignore')]
  const titles = lineNumbers(data.rows)
  const row = ({ column, name }: (typeof all)[number]) => (
    <Column key={column}>
      <Words>
        <p style={{ fontWeight: 560 }}>{name}</p>
        <Quiet>{examplesOf(data.rows, column)}</Quiet>
      </Words>
      <Meaning layout={layout} column={column} label={labelOf(data, column)} onChange={onChange} />
    </Column>
  )
  return (
    <section aria-labelledby={id} style={{ marginBottom: 20 }}>
      <Title id={id}>{texts.first}</Title>
      <Card as="div">
        {used.map(row)}
        {ignored.length > 0 && (
          <Fold aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <span>
              <strong style={{ fontWeight: 560 }}>{texts.ignored}</strong> {ignored.map(({ name }) => name).join(', ')}
            </span>
            {isOpen ? <ChevronUp size={18} aria-hidden="true" /> : <ChevronDown size={18} aria-hidden="true" />}
          </Fold>
        )}
        {isOpen && ignored.map(row)}
      </Card>
      {titles !== '' && <p style={{ ...type.small, color: color.muted, marginTop: 6 }}>{texts.titles(titles)}</p>}
    </section>
  )
}
