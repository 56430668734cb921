import { styled } from '@mui/material/styles'
import { useSearchParams } from 'react-router'
import { withList } from '@/lib/query'
import { color } from '@/theme/tokens'
import { FilterBar, FilterSelect } from '@/ui/FilterBar'
import { SearchField } from '@/ui/SearchField'
import { Segments } from '@/ui/Segments'
import { useIsMobile } from '@/ui/useIsMobile'
import type { ListState } from '../listState'
import { tenants } from '../messages'

const Bars = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12 })
const Count = styled('span')({ fontWeight: 400, color: color.muted })

/** How the list is restricted. */
interface FiltersProps {
  list: ListState
  /** The properties to choose from; none where there are too many. */
  properties: readonly { id: number; name: string }[]
  active: number
  leaving: number
  found: string | undefined
}

/** Search, property and who leaves live in the address: Back undoes them and a link shares them. */
export function Filters({ list, properties, active, leaving, found }: FiltersProps) {
  const [query, setQuery] = useSearchParams()
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  const isMobile = useIsMobile()
  const { propertyId, isLeaving } = list
  // Nobody leaves most of the time: then there is nothing to choose.
  const who = (leaving > 0 || isLeaving) && (
    <Segments
      label={tenants.show}
      value={isLeaving ? 'leaving' : ''}
      options={{ '': <Option name={tenants.all} count={active} />, leaving: <Option name={tenants.leaving} count={leaving} /> }}
      onChange={(show) => change({ show })}
    />
  )
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
