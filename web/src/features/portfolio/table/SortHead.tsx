import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { color, type } from '@/theme/tokens'
import { directionOf, readList, turned, withList } from '../listState'
import type { Column } from './columns'

const Press = styled(ButtonBase)({
  ...type.small,
  gap: 5,
  width: '100%',
  minHeight: 40,
  padding: '0 10px',
  justifyContent: 'flex-start',
  color: color.muted,
  '& svg': { flex: 'none', color: color.faint },
  '&:hover': { color: color.ink },
  '&:focus-visible': { outlineOffset: -3 },
  'th[aria-sort] > &': { color: color.ink, fontWeight: 580 },
  'th[aria-sort] > & svg': { color: color.accent },
  // The words stay above their figures.
  'th[data-number] > &': { flexDirection: 'row-reverse' },
})

/** A column's head; where it can sort, it does when pressed, and the other way round when pressed again. */
export function SortHead({ column: { name, sort, isNumber } }: { column: Column }) {
  const [query, setQuery] = useSearchParams()
  if (sort === undefined) {
    return (
      <th scope="col" data-number={isNumber}>
        {name}
      </th>
    )
  }
  const ruling = readList(query).sort
  const direction = directionOf(ruling, sort)
  const Arrow = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  const press = () => setQuery((before) => withList(before, { sort: turned(ruling, sort) }), { replace: true, preventScrollReset: true })
  return (
    <th scope="col" data-number={isNumber} aria-sort={direction}>
      <Press onClick={press}>
        {name}
        <Arrow size={14} strokeWidth={2} aria-hidden="true" />
      </Press>
    </th>
  )
}
