import { useSearchParams } from 'react-router'
import { withList } from '@/lib/query'
import { FilterBar, FilterSelect } from '@/ui/FilterBar'
import { LinkTabs } from '@/ui/LinkTabs'
import { SearchField } from '@/ui/SearchField'
import { viewings as texts } from '../messages'
import { views, type ListState } from '../model'
import { useViewingAnalytics } from '../queries'

interface FiltersProps {
  list: ListState
  properties: readonly { id: number; name: string }[]
  found: string | undefined
}

/** Tab, property and search live in the address: Back undoes them and a link shares them. */
export function Filters({ list, properties, found }: FiltersProps) {
  const [query, setQuery] = useSearchParams()
  const figures = useViewingAnalytics().data
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  return (
    <>
      <LinkTabs
        label={texts.tabs}
        tabs={views.map((view) => ({
          name: texts[view],
          search: withList(query, { tab: view === 'upcoming' ? '' : view }).toString(),
          count: figures?.[view],
          isCurrent: view === list.view,
        }))}
      />
      <FilterBar
        label={texts.filters}
        search={<SearchField label={texts.search} placeholder={texts.searchHint} text={query.get('search') ?? ''} onSearch={(search) => change({ search })} />}
        count={list.propertyId === undefined ? 0 : 1}
        onClear={() => change({ property: '' })}
        found={found}
      >
        <FilterSelect label={texts.property} value={list.propertyId === undefined ? '' : String(list.propertyId)} onChange={({ target }) => change({ property: target.value })}>
          <option value="">{texts.anyProperty}</option>
          {properties.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FilterSelect>
      </FilterBar>
    </>
  )
}
