import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { color, radius, type } from '@/theme/tokens'
import { takeBack as texts } from './messages'
import type { TakeBackRow } from './types'

const Block = styled('section')({ display: 'grid', gap: 6 })
const Title = styled('h3')({ ...type.body, fontWeight: 620 })
const List = styled('ul')({ maxHeight: 240, overflowY: 'auto', border: `1px solid ${color.line}`, borderRadius: radius.tile, padding: '0 12px' })
const Row = styled('li')({ ...type.body, display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 16px', padding: '8px 0', '&:not(:last-of-type)': { borderBottom: `1px solid ${color.line}` } })
const Said = styled('span')({ ...type.small, color: color.muted })

/** Lists what becomes of each row of an import. */
export function Rows({ rows }: { rows: readonly TakeBackRow[] }) {
  const id = useId()
  return (
    <Block aria-labelledby={id}>
      <Title id={id}>{texts.rows}</Title>
      {/* It scrolls, so the keyboard reaches it. */}
      <List tabIndex={0} aria-labelledby={id}>
        {rows.map(({ what, stays, why }, index) => (
          <Row key={`${String(index)} ${what}`}>
            {what}
            <Said>{stays ? texts.stays(why ?? '') : texts.goes}</Said>
          </Row>
        ))}
      </List>
    </Block>
  )
}
