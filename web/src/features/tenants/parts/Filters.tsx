import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { withList } from '@/lib/query'
import { color, media } from '@/theme/tokens'
import { FilterBar, FilterSelect } from '@/ui/FilterBar'
import { SearchField } from '@/ui/SearchField'
import { Segments } from '@/ui/Segments'
import { useIsMobile } from '@/ui/useIsMobile'
import { sorts, type ListState } from '../listState'
import { tenants } from '../messages'

const Bars = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12 })
const Alone = styled('div')({ display: 'flex', [media.mobile]: { display: 'block' } })
const Count = styled('span')({ fontWeight: 400, color: color.muted })

/** The filters of the list. */
interface FiltersProps {
  list: ListState
  /** The properties to choose from; none where there are too many. */
  properties: readonly { id: number; name: string }[]
  active: number
  leaving: number
  /** The number of those who owe something; none where that is not known. */
  inArrears: number
  found: string | undefined
}

/** Search, property and who leaves live in the address: Back undoes them and a link shares them. */
export function Filters({ list, properties, active, leaving, inArrears, found }: FiltersProps) {
  const [query, setQuery] = useSearchParams()
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  const isMobile = useIsMobile()
  const { propertyId, isLeaving, isInArrears } = list
  const hasLeaving = leaving > 0 || isLeaving
  const hasArrears = inArrears > 0 || isInArrears
  // Nobody leaves or owes anything most of the time: then there is nothing to choose.
  const options: Readonly<Record<string, ReactNode>> = {
    '': <Option name={tenants.all} count={active} />,
    ...(hasArrears && { arrears: <Option name={tenants.inArrears} count={inArrears} /> }),
    ...(hasLeaving && { leaving: <Option name={tenants.leaving} count={leaving} /> }),
  }
  const who = (hasLeaving || hasArrears) && (
    <Segments<string>
      label={tenants.show}
      value={isInArrears ? 'arrears' : isLeaving ? 'leaving' : ''}
      options={options}
      // Arrears are listed whole: what restricted the other list does not restrict them.
      onChange={(show) => change(show === 'arrears' ? { show, search: '', property: '', sort: '' } : { show, asOf: '', sort: '' })}
    />
  )
  if (isInArrears) return <Alone>{who}</Alone>
  return (
    <Bars>
      <FilterBar
        label={tenants.filters}
        search={<SearchField label={tenants.search} placeholder={tenants.searchHint} text={query.get('search') ?? ''} onSearch={(search) => change({ search })} />}
        count={propertyId === undefined ? 0 : 1}
        onClear={() => change({ property: '' })}
        found={found}
        aside={who}
      >
        <FilterSelect label={tenants.property} value={propertyId === undefined ? '' : String(propertyId)} onChange={({ target }) => change({ property: target.value })}>
          <option value="">{tenants.anyProperty}</option>
          {properties.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect label={tenants.sort} value={list.sort ?? ''} onChange={({ target }) => change({ sort: target.value })}>
          <option value="">{tenants.byHome}</option>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {tenants.sorts[sort]}
            </option>
          ))}
        </FilterSelect>
      </FilterBar>
      {isMobile && who}
    </Bars>
  )
}

function Option({ name, count }: { name: string; count: number }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {name} <Count>{count}</Count>
    </span>
  )
}
