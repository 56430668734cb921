import { styled } from '@mui/material/styles'
import type { Agreement } from '@/api/agreements'
import type { Formatter } from '@/lib/format'
import { color, type } from '@/theme/tokens'
import { mainTerms } from '../model'

const List = styled('dl')({ margin: 0, padding: '4px 16px' })
const Line = styled('div')({ padding: '9px 0', '&:not(:last-of-type)': { borderBottom: `1px solid ${color.line}` } })
const Name = styled('dt')({ ...type.small, color: color.muted })
const Value = styled('dd')({ ...type.body, margin: 0, fontWeight: 580, overflowWrap: 'anywhere' })
const Note = styled('div')({ ...type.small, fontWeight: 400, color: color.muted })

/** Shows the terms that everybody asks for first, where the pages themselves have no room. */
export function MainTerms({ agreement, format }: { agreement: Agreement; format: Formatter }) {
  return (
    <List>
      {mainTerms(agreement, format).map(({ label, value, note }) => (
        <Line key={label}>
          <Name>{label}</Name>
          <Value>
            {value}
            {note !== undefined && <Note>{note}</Note>}
          </Value>
        </Line>
      ))}
    </List>
  )
}
