import { useSearchParams } from 'react-router'
import { FilterBar, FilterSelect } from '@/ui/FilterBar'
import { SearchField } from '@/ui/SearchField'
import { filterNames, readList, sorts, statuses, withList } from '../listState'
import type { ListView } from '../listView'
import { portfolio } from '../messages'
import { propertyTypes } from '../kinds'
import { ViewSwitch } from './ViewSwitch'

/** The filters and the view of the list. */
interface FiltersProps {
  view: ListView
  /** The number of properties in the list, in words. */
  found: string | undefined
  onView: (view: ListView) => void
}

/** Search, type, status and order of the list live in the address: Back undoes them and a link shares them. How it is shown is this browser's. */
export function Filters({ view, found, onView }: FiltersProps) {
  const [query, setQuery] = useSearchParams()
  const filter = readList(query)
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  return (
    <FilterBar
      label={portfolio.filters}
      search={<SearchField label={portfolio.search} placeholder={portfolio.searchHint} text={query.get('search') ?? ''} onSearch={(search) => change({ search })} />}
      count={filterNames({ ...filter, search: '' }).length}
      onClear={() => change({ type: '', status: '' })}
      found={found}
      aside={<ViewSwitch view={view} onChange={onView} />}
    >
      <FilterSelect label={portfolio.type} value={filter.propertyType ?? ''} onChange={({ target }) => change({ type: target.value })}>
        <option value="">{portfolio.anyType}</option>
        {propertyTypes.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </FilterSelect>
      <FilterSelect label={portfolio.status} value={filter.status ?? ''} onChange={({ target }) => change({ status: target.value })}>
        <option value="">{portfolio.anyStatus}</option>
        {statuses.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </FilterSelect>
      <FilterSelect label={portfolio.sort} value={filter.sort ?? sorts[0]} onChange={({ target }) => change({ sort: target.value })}>
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {portfolio.sorts[sort]}
          </option>
        ))}
      </FilterSelect>
    </FilterBar>
  )
}
