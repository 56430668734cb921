import { styled } from '@mui/material/styles'
import { Link, useSearchParams } from 'react-router'
import type { Schema } from '@/api/client'
import { applicationStatuses } from '@/lib/applications'
import { withList } from '@/lib/query'
import { color, type } from '@/theme/tokens'
import { FilterBar, FilterSelect } from '@/ui/FilterBar'
import { Select } from '@/ui/form/Select'
import { SearchField } from '@/ui/SearchField'
import { useIsMobile } from '@/ui/useIsMobile'
import { applications as texts } from '../messages'
import { sorts, type ListState } from '../model'

const Tabs = styled('nav')({ display: 'flex', flexWrap: 'wrap', gap: '0 4px', borderBottom: `1px solid ${color.line}` })
const Tab = styled(Link)({
  ...type.body,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 7,
  minHeight: 40,
  padding: '0 12px',
  marginBottom: -1,
  fontWeight: 560,
  color: color.muted,
  borderBottom: '2px solid transparent',
  '&:hover': { color: color.ink, textDecoration: 'none' },
  '&[aria-current]': { color: color.ink, borderBottomColor: color.accent },
  '&:focus-visible': { outlineOffset: -3 },
  '& > span': { fontWeight: 400 },
})

/** The restriction and order of the list. */
interface FiltersProps {
  list: ListState
  figures: Schema<'ApplicationAnalytics'> | undefined
  properties: readonly { id: number; name: string }[]
  found: string | undefined
}

/** Status, property, order and search live in the address: Back undoes them and a link shares them. */
export function Filters({ list, figures, properties, found }: FiltersProps) {
  const isMobile = useIsMobile()
  const [query, setQuery] = useSearchParams()
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  const countOf = (status: string) => figures?.statuses.find((each) => each.status === status)?.count
  return (
    <>
      {isMobile ? (
        <Select aria-label={texts.status} value={list.status ?? ''} onChange={({ target }) => change({ status: target.value })}>
          <option value="">{figures === undefined ? texts.all : texts.statusOption(texts.all, figures.total)}</option>
          {applicationStatuses.map((status) => (
            <option key={status} value={status}>
              {texts.statusOption(status, countOf(status) ?? 0)}
            </option>
          ))}
        </Select>
      ) : (
        <Tabs aria-label={texts.status}>
          {['', ...applicationStatuses].map((status) => (
            <Tab
              key={status}
              replace
              preventScrollReset
              to={{ search: withList(query, { status }).toString() }}
              aria-current={(list.status ?? '') === status ? 'true' : undefined}
            >
              {status === '' ? texts.all : status}
              <span>{status === '' ? figures?.total : countOf(status)}</span>
            </Tab>
          ))}
        </Tabs>
      )}
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
        <FilterSelect label={texts.sort} value={list.sort} onChange={({ target }) => change({ sort: target.value === 'home' ? '' : target.value })}>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {texts.sorts[sort]}
            </option>
          ))}
        </FilterSelect>
      </FilterBar>
    </>
  )
}
