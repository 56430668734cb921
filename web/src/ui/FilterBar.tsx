import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import { media } from '@/theme/tokens'
import { Field } from './form/Field'
import { Select } from './form/Select'
import { Hidden } from './Hidden'
import { useIsMobile } from './useIsMobile'

const FilterSheet = lazy(async () => ({ default: (await import('./FilterSheet')).FilterSheet }))

const Bar = styled('form')({ display: 'flex', flexWrap: 'wrap', gap: 10, [media.mobile]: { flexWrap: 'nowrap' } })
// On one line with `aside` until all fields fit in one line.
const SearchPlace = styled('div')({
  flex: '1 1 0',
  minWidth: 0,
  [media.desktop]: { flexBasis: 'calc(100% - 120px)' },
  [media.widest]: { flexBasis: 220, maxWidth: 330 },
})
const Others = styled('div')({
  display: 'contents',
  '& > *': { order: 2, flex: '1 1 130px', minWidth: 0, [media.widest]: { flex: 'none', minWidth: 140 } },
})
const Aside = styled('div')({ order: 1, [media.widest]: { order: 3, marginLeft: 'auto' } })

/** The controls that restrict and order a list. */
interface FilterBarProps {
  label: string
  /** Keeps its width on phones, where the other fields are in a sheet. */
  search?: ReactNode
  /** The number of fields that restrict the list. */
  count: number
  onClear: () => void
  /** The number of rows in the list, in words: shown in the sheet, which covers the list. */
  found?: string | undefined
  /** The content at the right end where there is room; not on phones. */
  aside?: ReactNode
  /** The fields, such as FilterSelect. */
  children: ReactNode
}

/** One bar above a list; on mobile screens the search, and a button that opens everything else in a sheet. */
export function FilterBar({ label, search, count, onClear, found, aside, children }: FilterBarProps) {
  const isMobile = useIsMobile()
  const [isOpen, setOpen] = useState(false)
  return (
    <Bar role="search" aria-label={label} onSubmit={(event) => event.preventDefault()}>
      {search !== undefined && <SearchPlace>{search}</SearchPlace>}
      {isMobile ? (
        <>
          <Button
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(true)}
            startIcon={<SlidersHorizontal size={18} strokeWidth={1.75} />}
            sx={{ flex: 'none', minHeight: 46, ...(search !== undefined && { minWidth: 46, paddingInline: '13px' }) }}
          >
            {search === undefined ? label : <Hidden>{label}</Hidden>}
            {count > 0 && count}
          </Button>
          <Suspense>
            {isOpen && (
              <FilterSheet title={label} found={found} onClear={count > 0 ? onClear : undefined} onClose={() => setOpen(false)}>
                {children}
              </FilterSheet>
            )}
          </Suspense>
        </>
      ) : (
        <>
          <Others>{children}</Others>
          {aside !== undefined && <Aside>{aside}</Aside>}
        </>
      )}
    </Bar>
  )
}

/** A filter or an order to choose from. Its label is visible in the sheet; in the bar only screen readers get it. */
export function FilterSelect({ label, ...select }: { label: string } & ComponentProps<typeof Select>) {
  if (!useIsMobile()) return <Select aria-label={label} {...select} />
  return <Field label={label}>{(control) => <Select {...control} {...select} />}</Field>
}
