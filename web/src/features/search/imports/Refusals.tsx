import { styled } from '@mui/material/styles'
import type { ListingRefusal } from '@/api/listings'
import { grouped } from '@/lib/money'
import { color, radius, type } from '@/theme/tokens'
import { imports as texts } from './messages'

const Title = styled('h3')(type.h2)
const Note = styled('p')({ ...type.small, color: color.muted })
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

/** The rows that were not taken, each with its line, field and reason; the server keeps the first 500. */
export function Refusals({ refusals, all }: { refusals: readonly ListingRefusal[]; all: number }) {
  return (
    <>
      <div>
        <Title>{texts.refusals(all)}</Title>
        <Note>{texts.refusalsText}</Note>
      </div>
      {refusals.length > 0 && (
        <Frame tabIndex={0} role="group" aria-label={texts.refusalList}>
          <Table>
            <thead>
              <tr>
                <th scope="col">{texts.line}</th>
                <th scope="col">{texts.field}</th>
                <th scope="col">{texts.reason}</th>
              </tr>
            </thead>
            <tbody>
              {refusals.map(({ line, field, reason }, place) => (
                <tr key={place}>
                  <th scope="row">{grouped(String(line))}</th>
                  <td>{field ?? texts.wholeRow}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Frame>
      )}
      {all > refusals.length && <Note>{texts.first(grouped(String(refusals.length)), grouped(String(all)))}</Note>}
    </>
  )
}
