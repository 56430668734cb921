import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { ChevronDown, Search } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useFullName } from '@/api/account'
import { initials } from '@/lib/format'
import { color, media, radius, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { search as texts } from '../messages'
import type { FilterState } from '../useFilters'
import { WithIcon } from './WithIcon'

const UserMenu = lazy(async () => ({ default: (await import('./UserMenu')).UserMenu }))

const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 10 })
// Small screens have the filters' own field right below.
const SearchBox = styled('form')({ display: 'none', width: 240, [media.wide]: { display: 'block' } })
const Account = styled(ButtonBase)({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 38,
  padding: '0 10px 0 5px',
  borderRadius: radius.control,
  border: `1px solid ${color.line}`,
  backgroundColor: color.surface,
  color: color.ink,
  '&:hover, &[aria-expanded=true]': { backgroundColor: color.hover },
})
const Tile = styled('span')({
  ...type.mini,
  display: 'grid',
  placeContent: 'center',
  width: 26,
  height: 26,
  borderRadius: radius.control,
  backgroundColor: color.accent,
  color: color.onAccent,
  fontWeight: 600,
})

/** Shows at the right of the title the search box, which searches the listings, and the user menu. */
export function Head({ filters }: { filters: FilterState }) {
  const id = useId()
  const name = useFullName()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isOpen = anchor !== null
  return (
    <Row>
      <SearchBox
        role="search"
        aria-label={texts.searchListings}
        onSubmit={(event) => {
          event.preventDefault()
          filters.submit()
        }}
      >
        <WithIcon icon={Search}>
          <Input
            type="search"
            aria-label={texts.searchListings}
            placeholder={texts.searchListings}
            maxLength={200}
            value={filters.typed.location}
            onChange={({ target }) => filters.change({ location: target.value })}
          />
        </WithIcon>
      </SearchBox>
      <Account
        id={id}
        aria-label={texts.account(name)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-menu` : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Tile aria-hidden="true">{initials(name)}</Tile>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
      </Account>
      <Suspense>{isOpen && <UserMenu id={`${id}-menu`} opener={id} anchor={anchor} onClose={() => setAnchor(null)} />}</Suspense>
    </Row>
  )
}
