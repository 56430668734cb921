import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { color, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { FilterBar, FilterSelect } from '@/ui/FilterBar'
import { LoadFailed } from '@/ui/LoadFailed'
import { SearchField } from '@/ui/SearchField'
import { Segments } from '@/ui/Segments'
import { Skeleton } from '@/ui/Skeleton'
import { NoteSkeleton, Stat, StatStrip } from '@/ui/StatStrip'
import { useColumns } from '@/ui/useColumns'
import { useIsMobile } from '@/ui/useIsMobile'
import { withList } from '../listState'
import { CellDialog } from './CellDialog'
import { Grid } from './Grid'
import { HomeCards } from './HomeCards'
import { duties, grid } from './messages'
import { columnsOf, dutyNames, listed, toDoOf, type HomeDuties, type HomeDuty } from './model'
import { readGrid } from './state'
import { useHomeDuties } from './queries'

const Below = styled('div')({ ...type.small, color: color.muted, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', padding: '10px 20px', borderTop: `1px solid ${color.line}` })
const Done = styled(Card)({ display: 'flex', alignItems: 'center', gap: 14, padding: '18px 20px', ...type.body, fontWeight: 560 })
const Title = styled('h2')(type.h2Large)
const Quiet = styled('p')({ ...type.body, color: color.muted })
const Waiting = styled(Card)({ display: 'grid', gap: 18, padding: 20 })
const Rest = styled(Link)({ display: 'block', padding: '14px 16px', color: color.ink, '& > span': { display: 'block' }, '&:hover': { textDecoration: 'none', backgroundColor: color.hover } })

interface Opened {
  home: HomeDuties
  duty: HomeDuty
}

/** Shows what each home needs, and what is missing of it. */
export function ByHome() {
  const format = useFormatter()
  const isMobile = useIsMobile()
  const [query, setQuery] = useSearchParams()
  const { search, duty, toDo, sort } = readGrid(query, isMobile)
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  const homes = useHomeDuties({ search: search || undefined, duty, toDo: toDo || undefined, sort })
  const [opened, setOpened] = useState<Opened | null>(null)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = homes
  const first = data?.pages[0]
  const rows = data?.pages.flatMap((page) => page.homes) ?? []
  if (first === undefined && error !== null) return <LoadFailed what={grid.name} cause={shortCause(error)} onRetry={() => void refetch()} />
  const totals = first?.totals
  const open = (home: HomeDuties, row: HomeDuty) => setOpened({ home, duty: row })
  const others = (fact: HomeDuty['unknownFact']) => Math.max(0, (first?.unknownFacts.find((one) => one.fact === fact)?.homes ?? 1) - 1)
  return (
    <>
      <StatStrip cells={4} aria-label={grid.figures} as="section">
        <Stat label={grid.missing} value={totals?.missing} figureTone={totals && totals.missing > 0 ? 'bad' : 'plain'} note={isMobile ? undefined : grid.missingText} />
        <Stat label={grid.expired} value={totals?.expired} figureTone={totals && totals.expired > 0 ? 'bad' : 'plain'} note={isMobile ? undefined : grid.expiredText} />
        <Stat
          label={isMobile ? grid.dueShort : grid.due}
          value={totals?.due}
          note={isMobile ? undefined : first === undefined ? <NoteSkeleton /> : first.nextDate === null ? grid.noneDue : grid.first(format.date(first.nextDate))}
        />
        <Stat label={grid.valid} value={totals?.valid} note={isMobile ? undefined : totals === undefined ? <NoteSkeleton /> : grid.notNeeded(totals.notRequired)} />
      </StatStrip>
      {first !== undefined && first.homeCount > 0 && toDoOf(first.totals) === 0 && (
        <Done role="status">
          <CircleCheck size={22} strokeWidth={1.75} color={color.success} aria-hidden="true" />
          {grid.allDone}
        </Done>
      )}
      <FilterBar
        label={grid.filters}
        search={<SearchField label={grid.search} placeholder={grid.placeholder} text={search} onSearch={(text) => change({ search: text })} />}
        count={[duty, sort === 'name' || undefined].filter((one) => one !== undefined).length}
        onClear={() => change({ duty: '', sort: '' })}
        aside={
          <Segments
            label={grid.shown}
            value={toDo ? 'todo' : 'all'}
            options={{ all: `${grid.allHomes} ${String(first?.homeCount ?? '')}`.trim(), todo: `${grid.withToDo} ${String(first?.toDoHomeCount ?? '')}`.trim() }}
            onChange={(shown) => change({ homes: shown === 'todo' ? 'todo' : '' })}
          />
        }
      >
        <FilterSelect label={grid.duty} value={duty ?? ''} onChange={({ target }) => change({ duty: target.value })}>
          <option value="">{grid.allDuties}</option>
          {dutyNames.map((name) => (
            <option key={name} value={name}>
              {duties[name].name}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect label={grid.sort} value={sort} onChange={({ target }) => change({ sort: target.value === 'missing' ? '' : target.value })}>
          {Object.entries(grid.sorts).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </FilterSelect>
      </FilterBar>
      {first === undefined ? (
        <Waiting aria-busy="true">
          <Skeleton width="60%" />
          <Skeleton width="80%" />
          <Skeleton width="50%" />
        </Waiting>
      ) : rows.length === 0 ? (
        <NoHomes homeCount={first.homeCount} isDone={toDo && search === '' && duty === undefined} onAll={() => change({ search: '', duty: '', homes: isMobile ? 'all' : '' })} />
      ) : isMobile ? (
        <>
          <Title>{toDo ? grid.homesToDo(first.matchCount) : grid.homes(first.matchCount)}</Title>
          <HomeCards homes={rows} onOpen={open} />
        </>
      ) : (
        <Table homes={rows} totals={first.columns} onOpen={open} />
      )}
      {hasNextPage && (
        <Button sx={isMobile ? {} : { alignSelf: 'flex-start' }} onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
          {grid.showMore}
        </Button>
      )}
      {isMobile && toDo && first !== undefined && first.homeCount > first.toDoHomeCount && (
        <Card sx={{ overflow: 'hidden' }}>
          <Rest to={{ search: withList(query, { homes: 'all' }).toString() }} preventScrollReset>
            <span style={{ fontWeight: 560 }}>{grid.homesInDate(first.homeCount - first.toDoHomeCount)}</span>
            <span style={{ ...type.small, color: color.muted }}>{calm(first.inDateNames, first.homeCount - first.toDoHomeCount)}</span>
          </Rest>
        </Card>
      )}
      {opened !== null && <CellDialog home={opened.home} duty={opened.duty} others={others(opened.duty.unknownFact)} onClose={() => setOpened(null)} />}
    </>
  )
}

const calm = (names: readonly string[], all: number) => (all > names.length ? grid.andMore(names.join(', '), all - names.length) : names.join(', '))

function Table({ homes, totals, onOpen }: { homes: readonly HomeDuties[]; totals: Parameters<typeof columnsOf>[0]; onOpen: (home: HomeDuties, duty: HomeDuty) => void }) {
  const isNarrow = useColumns() < 3
  const [isUnfolded, setUnfolded] = useState(false)
  const { shown, notNeeded, folded } = columnsOf(totals, isNarrow && !isUnfolded)
  return (
    <Card sx={{ overflow: 'hidden' }}>
      <Grid homes={homes} shown={shown} totals={totals} onOpen={onOpen} />
      {(folded.length > 0 || (isNarrow && isUnfolded)) && (
        <Below>
          {folded.length > 0 && grid.folded(listed(folded))}
          <Button variant="text" onClick={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? grid.fold : grid.unfold}
          </Button>
        </Below>
      )}
      {notNeeded.length > 0 && <Below>{grid.notShown(listed(notNeeded))}</Below>}
    </Card>
  )
}

function NoHomes({ homeCount, isDone, onAll }: { homeCount: number; isDone: boolean; onAll: () => void }) {
  // Finished work is named above already.
  if (homeCount > 0 && isDone) return null
  return (
    <Card sx={{ padding: '18px 20px' }}>
      <p style={{ ...type.body, fontWeight: 560 }}>{homeCount === 0 ? grid.noHomes : grid.noneFound}</p>
      <Quiet>{homeCount === 0 ? grid.noHomesText : grid.noneFoundText}</Quiet>
      {homeCount > 0 && (
        <Button sx={{ marginTop: '14px' }} onClick={onAll}>
          {grid.showAll}
        </Button>
      )}
    </Card>
  )
}
