import { styled } from '@mui/material/styles'
import { useSearchParams } from 'react-router'
import { useWatchCount } from '@/api/listings'
import { withList } from '@/lib/query'
import { color, media, type } from '@/theme/tokens'
import { Select } from '@/ui/form/Select'
import { Segments } from '@/ui/Segments'
import { search as texts } from '../messages'
import { foundOf, searchOf, sorts } from '../model'

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '10px 12px',
  // The title and the order on one line, the lists below.
  [media.mobile]: { gap: 10, '& > div:first-of-type': { order: 3, flex: '1 1 100%' } },
})
const Found = styled('h2')({ ...type.h2Large, flex: 1, minWidth: 'fit-content', minHeight: 24, [media.mobile]: type.h2 })
const Count = styled('span')({ fontWeight: 400, color: color.muted })
const Sort = styled('div')({ minWidth: 190, [media.mobile]: { width: 170, minWidth: 0, '& select': { padding: '8px 28px 8px 10px' }, '& svg': { right: 8 } } })

/** Shows the number of listings, the choice of all or the watched ones, and their order. */
export function Toolbar({ found }: { found: string | undefined }) {
  const [query, setQuery] = useSearchParams()
  const { sortBy, isWatchlisted } = searchOf(query)
  const watched = useWatchCount().data
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  return (
    <Bar>
      {found === undefined ? <Found as="div" /> : <Found>{found}</Found>}
      <Segments
        label={texts.show}
        value={isWatchlisted ? 'watchlist' : ''}
        options={{
          '': texts.all,
          watchlist: (
            <span>
              {texts.watchlist} {watched && <Count>{foundOf(watched, 0, false)}</Count>}
            </span>
          ),
        }}
        onChange={(list) => change({ list })}
      />
      <Sort>
        <Select aria-label={texts.sort} value={sortBy} onChange={({ target }) => change({ sortBy: target.value === 'price-asc' ? '' : target.value })}>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {texts.sorts[sort]}
            </option>
          ))}
        </Select>
      </Sort>
    </Bar>
  )
}
