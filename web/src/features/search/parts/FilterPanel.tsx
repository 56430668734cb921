import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Search } from 'lucide-react'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { color, radius } from '@/theme/tokens'
import { FilterBar } from '@/ui/FilterBar'
import { FieldError } from '@/ui/form/Field'
import { useIsMobile } from '@/ui/useIsMobile'
import { search as texts } from '../messages'
import { filtersOf, noFilters } from '../model'
import type { FilterState } from '../useFilters'
import { LocationField, LocationInput, OtherFields, type FilterErrors } from './FilterFields'
import { WithIcon } from './WithIcon'

const Bar = styled('form')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: 12,
  padding: '16px 20px 18px',
  backgroundColor: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
})
const Wide = styled('div')({ flex: '2 1 260px', minWidth: 0 })
const Place = styled('div')({ flex: '1 1 150px', minWidth: 0 })
const Phone = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8 })

interface FilterPanelProps {
  filters: FilterState
  errors: FilterErrors
  /** The number found, in words. */
  found: string | undefined
  /** Searches again although nothing changed. */
  onAgain: () => void
}

/** The filters and the button; on mobile screens the location, and everything else in a sheet. */
export function FilterPanel(props: FilterPanelProps) {
  const { filters, errors, onAgain } = props
  if (useIsMobile()) return <PhoneFilters {...props} />
  return (
    <Bar
      role="search"
      aria-label={texts.filters}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!filters.submit()) onAgain()
      }}
    >
      <Wide>
        <LocationField filters={filters} errors={errors} />
      </Wide>
      <OtherFields filters={filters} errors={errors} wrap={(field) => <Place>{field}</Place>} />
      <Button type="submit" variant="contained" startIcon={<Search size={16} strokeWidth={1.75} />} sx={{ minHeight: 38 }}>
        {texts.search}
      </Button>
    </Bar>
  )
}

function PhoneFilters({ filters, errors, found }: FilterPanelProps) {
  const id = useId()
  const [query] = useSearchParams()
  const { propertyType, minPrice, maxPrice } = filtersOf(query)
  const error = errors.location
  return (
    <Phone>
      <FilterBar
        label={texts.filters}
        search={
          <WithIcon icon={Search}>
            <LocationInput
              control={{ 'aria-label': texts.location, ...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': id }) }}
              filters={filters}
              placeholder={texts.searchListings}
            />
          </WithIcon>
        }
        count={[propertyType, minPrice, maxPrice].filter(Boolean).length}
        onClear={() => filters.clear({ ...noFilters, location: filters.typed.location })}
        found={found}
      >
        <OtherFields filters={filters} errors={errors} />
      </FilterBar>
      {error !== undefined && <FieldError id={id} text={error} />}
    </Phone>
  )
}
