import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Search, SlidersHorizontal } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { color, media } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Select } from '@/ui/form/Select'
import { Hidden } from '@/ui/Hidden'
import { useIsMobile } from '@/ui/useIsMobile'
import { filterNames, readList, sorts, statuses, withList } from '../listState'
import type { ListView } from '../listView'
import { portfolio } from '../messages'
import { propertyTypes } from '../kinds'
import { ViewSwitch } from './ViewSwitch'

const debounce = 300

const Bar = styled('form')({ display: 'flex', flexWrap: 'wrap', gap: 10 })
const SearchBox = styled('div')({
  position: 'relative',
  flex: '1 1 0',
  minWidth: 0,
  [media.desktop]: { flexBasis: 'calc(100% - 100px)' },
  [media.widest]: { flexBasis: 220, maxWidth: 330 },
  '& > svg': { position: 'absolute', left: 11, top: 'calc(50% - 8px)', color: color.muted, pointerEvents: 'none' },
})
const Chosen = styled('div')({ flex: '1 1 auto', minWidth: 0, [media.widest]: { flex: 'none', minWidth: 140 }, [media.mobile]: { flex: '1 1 40%' } })
const Last = styled(Chosen)({ [media.widest]: { marginLeft: 'auto' }, [media.mobile]: { flexBasis: '100%' } })
// Beside the search where the others have a line of their own.
const View = styled('div')({ [media.desktop]: { order: 1 }, [media.widest]: { order: 3 } })
const Others = styled('div')({ display: 'contents', '& > *': { order: 2 } })

/** Search, type, status and order of the list live in the address: Back undoes them and a link shares them. How it is shown is this browser's. */
export function Filters({ view, onView }: { view: ListView; onView: (view: ListView) => void }) {
  const [query, setQuery] = useSearchParams()
  const isMobile = useIsMobile()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const filter = readList(query)
  const count = filterNames({ ...filter, search: '' }).length
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  return (
    <Bar role="search" aria-label={portfolio.filters} onSubmit={(event) => event.preventDefault()}>
      <SearchField text={query.get('search') ?? ''} onSearch={(search) => change({ search })} />
      {isMobile && (
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)} sx={{ minHeight: 46 }}>
          <SlidersHorizontal size={18} strokeWidth={1.75} aria-hidden="true" />
          <Hidden>{portfolio.filters}</Hidden>
          {count > 0 && count}
        </Button>
      )}
      {(!isMobile || isOpen) && (
        <Others id={id}>
          <Chosen>
            <Select aria-label={portfolio.type} value={filter.propertyType ?? ''} onChange={({ target }) => change({ type: target.value })}>
              <option value="">{portfolio.anyType}</option>
              {propertyTypes.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </Chosen>
          <Chosen>
            <Select aria-label={portfolio.status} value={filter.status ?? ''} onChange={({ target }) => change({ status: target.value })}>
              <option value="">{portfolio.anyStatus}</option>
              {statuses.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </Chosen>
          <Last>
            <Select aria-label={portfolio.sort} value={filter.sort ?? sorts[0]} onChange={({ target }) => change({ sort: target.value })}>
              {sorts.map((sort) => (
                <option key={sort} value={sort}>
                  {portfolio.sorts[sort]}
                </option>
              ))}
            </Select>
          </Last>
        </Others>
      )}
      {!isMobile && (
        <View>
          <ViewSwitch view={view} onChange={onView} />
        </View>
      )}
    </Bar>
  )
}

/** What is typed is searched for when the typing pauses; a change of the address shows in the field. */
function SearchField({ text, onSearch }: { text: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  if (text !== known) {
    setKnown(text)
    setTyped(text)
  }
  useEffect(() => {
    if (typed.trim() === text.trim()) return
    const timer = setTimeout(() => {
      setKnown(typed)
      onSearch(typed)
    }, debounce)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])
  return (
    <SearchBox>
      <Search size={16} strokeWidth={1.75} aria-hidden="true" />
      <Input
        type="search"
        aria-label={portfolio.search}
        placeholder={portfolio.searchHint}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        maxLength={100}
        sx={{ paddingLeft: '34px', '&::-webkit-search-cancel-button': { display: 'none' } }}
      />
    </SearchBox>
  )
}
