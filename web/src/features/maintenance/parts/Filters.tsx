import { styled } from '@mui/material/styles'
import { useSearchParams } from 'react-router'
import { priorities, requestStatuses, type RequestStatus } from '@/lib/maintenance'
import { withList } from '@/lib/query'
import { color } from '@/theme/tokens'
import { FilterBar, FilterSelect } from '@/ui/FilterBar'
import { Select } from '@/ui/form/Select'
import { SearchField } from '@/ui/SearchField'
import { Segments } from '@/ui/Segments'
import { useIsMobile } from '@/ui/useIsMobile'
import { maintenance as texts } from '../messages'
import { sorts, type ListState } from '../model'
import { useRequestAnalytics } from '../queries'

const Bars = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12 })
const Statuses = styled('div')({ display: 'flex', maxWidth: '100%', overflowX: 'auto' })
const Count = styled('span')({ fontWeight: 400, color: color.muted })

interface FiltersProps {
  list: ListState
  properties: readonly { id: number; name: string }[]
  found: string | undefined
}

/** Status, priority, property and search live in the address: Back undoes them and a link shares them. */
export function Filters({ list, properties, found }: FiltersProps) {
  const isMobile = useIsMobile()
  const [query, setQuery] = useSearchParams()
  const figures = useRequestAnalytics().data
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  const counts: Record<RequestStatus | '', number | undefined> = {
    '': figures?.total,
    Open: figures?.open,
    'In Progress': figures?.inProgress,
    Completed: figures?.completed,
    Cancelled: figures?.cancelled,
  }
  const options = ['', ...requestStatuses] as const
  const restricting = [list.priority, list.propertyId].filter((each) => each !== undefined)
  return (
    <Bars>
      {isMobile ? (
        <Select aria-label={texts.status} value={list.status ?? ''} onChange={({ target }) => change({ status: target.value })}>
          {options.map((status) => (
            <option key={status} value={status}>
              {texts.statusOption(status || texts.all, counts[status] ?? 0)}
            </option>
          ))}
        </Select>
      ) : (
        <Statuses>
          <Segments
            label={texts.status}
            value={list.status ?? ''}
            options={{
              '': <Option name={texts.all} count={counts['']} />,
              Open: <Option name="Open" count={counts.Open} />,
              'In Progress': <Option name="In Progress" count={counts['In Progress']} />,
              Completed: <Option name="Completed" count={counts.Completed} />,
              Cancelled: <Option name="Cancelled" count={counts.Cancelled} />,
            }}
            onChange={(status) => change({ status })}
          />
        </Statuses>
      )}
      <FilterBar
        label={texts.filters}
        search={<SearchField label={texts.search} placeholder={texts.searchHint} text={query.get('search') ?? ''} onSearch={(search) => change({ search })} />}
        count={restricting.length}
        onClear={() => change({ priority: '', property: '' })}
        found={found}
      >
        <FilterSelect label={texts.priority} value={list.priority ?? ''} onChange={({ target }) => change({ priority: target.value })}>
          <option value="">{texts.anyPriority}</option>
          {priorities.map((priority) => (
            <option key={priority}>{priority}</option>
          ))}
        </FilterSelect>
        <FilterSelect label={texts.property} value={list.propertyId === undefined ? '' : String(list.propertyId)} onChange={({ target }) => change({ property: target.value })}>
          <option value="">{texts.anyProperty}</option>
          {properties.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect label={texts.sort} value={list.sort ?? ''} onChange={({ target }) => change({ sort: target.value })}>
          <option value="">{texts.newest}</option>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {texts.sorts[sort]}
            </option>
          ))}
        </FilterSelect>
      </FilterBar>
    </Bars>
  )
}

function Option({ name, count }: { name: string; count: number | undefined }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {name} <Count>{count}</Count>
    </span>
  )
}
