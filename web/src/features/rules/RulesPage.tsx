import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { nations, type Nation } from '@/api/nations'
import { rulesQuery, type RuleList } from '@/api/rules'
import { paths } from '@/lib/paths'
import { withList } from '@/lib/query'
import { color, type } from '@/theme/tokens'
import { EmptyState } from '@/ui/EmptyState'
import { FilterBar, FilterSelect } from '@/ui/FilterBar'
import { Hidden } from '@/ui/Hidden'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { SearchField } from '@/ui/SearchField'
import { Segments } from '@/ui/Segments'
import { Skeleton } from '@/ui/Skeleton'
import { Stat, StatStrip } from '@/ui/StatStrip'
import { useColumns } from '@/ui/useColumns'
import { useIsMobile } from '@/ui/useIsMobile'
import { rules as texts } from './messages'
import { countIn, readList, shownOf, summaryOf, topicsOf } from './model'
import { ExportButton } from './parts/ExportButton'
import { RuleCards } from './parts/RuleCards'
import { RuleTable } from './parts/RuleTable'

/** The number of cards beside each other from which seven columns can be read. */
const tableColumns = 3

const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px 24px', '& > p': { ...type.small, color: color.muted, flex: '1 1 320px', maxWidth: 760 } })
const FootOfTable = styled(Foot)({ padding: '10px 20px 10px 12px', borderTop: `1px solid ${color.line}`, '& > p': { textAlign: 'right', marginLeft: 'auto' } })
const Count = styled('span')({ marginLeft: 6, fontWeight: 400, color: color.muted })

/** /rules: what Lintel applies, since when, from which source, and when that was last checked. */
export function Component() {
  const isMobile = useIsMobile()
  const [query] = useSearchParams()
  const { data, error, refetch } = useQuery(rulesQuery())
  const save = data !== undefined && <ExportButton topics={topicsOf(data.rules, readList(query))} />
  return (
    <>
      <Button component={Link} to={paths.settings} variant="text" startIcon={<ChevronLeft size={18} strokeWidth={1.75} />} sx={{ marginLeft: '-8px', color: color.ink }}>
        {texts.back}
      </Button>
      <Page title={texts.title} subtitle={isMobile ? undefined : texts.subtitle} aside={save}>
        {data !== undefined && <List list={data} />}
        {data === undefined && error === null && <Skeleton width="100%" height={320} />}
        {data === undefined && error !== null && <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
      </Page>
    </>
  )
}

function List({ list }: { list: RuleList }) {
  const isNarrow = useColumns() < tableColumns
  const [query, setQuery] = useSearchParams()
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const state = readList(query)
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  const clear = () => change({ search: '', topic: '', nation: '' })
  const found = topicsOf(list.rules, state)
  const number = found.reduce((sum, { rules }) => sum + rules.length, 0)
  const names = [...new Set(list.rules.map(({ topic }) => topic))]
  const isFiltered = state.search !== '' || state.topic !== '' || state.nation !== undefined
  // Rules that were searched for are never folded away.
  const shown = shownOf(found, (name) => isFiltered || state.isWhole || unfolded.has(name)).map((topic) => (isFiltered ? { ...topic, more: 0 } : topic))
  const standing = shown.reduce((sum, { kept }) => sum + kept.length, 0)
  const fold = (name: string) => {
    const open = new Set(state.isWhole ? names : unfolded)
    if (!open.delete(name)) open.add(name)
    setUnfolded(open)
    change({ show: '' })
  }
  const isWhole = standing === number
  const all = () => {
    setUnfolded(new Set())
    change({ show: isWhole ? '' : 'all' })
  }
  const foot = (
    <>
      {!isFiltered && (
        <Button variant="text" aria-expanded={isWhole} onClick={all} sx={{ marginLeft: isNarrow ? '-8px' : 0 }}>
          {isWhole ? texts.showFewer : texts.showAll(number)}
        </Button>
      )}
      <p>{texts.foot}</p>
    </>
  )
  return (
    <>
      <Strip list={list} />
      <FilterBar
        label={texts.filters}
        search={<SearchField label={texts.search} placeholder={texts.search} text={query.get('search') ?? ''} onSearch={(search) => change({ search })} />}
        count={Number(state.topic !== '') + Number(state.nation !== undefined)}
        onClear={() => change({ topic: '', nation: '' })}
        found={texts.found(number)}
      >
        <FilterSelect label={texts.topic} value={state.topic} onChange={({ target }) => change({ topic: target.value })}>
          <option value="">{texts.anyTopic}</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </FilterSelect>
        <NationFilter rules={list.rules} nation={state.nation} onChange={(nation) => change({ nation })} />
      </FilterBar>
      <Hidden role="status">{isFiltered ? texts.found(number) : texts.shown(standing, number)}</Hidden>
      {shown.length === 0 ? (
        <EmptyState title={texts.none} text={texts.noneText} action={<Button onClick={clear}>{texts.clear}</Button>} />
      ) : isNarrow ? (
        <>
          <RuleCards topics={shown} homes={list.homes} onFold={fold} />
          <Foot>{foot}</Foot>
        </>
      ) : (
        <RuleTable topics={shown} homes={list.homes} onFold={fold} foot={<FootOfTable>{foot}</FootOfTable>} />
      )}
    </>
  )
}

/** One nation or all, with how many rules hold there today: buttons side by side where there is room, else a select. */
function NationFilter({ rules, nation, onChange }: { rules: RuleList['rules']; nation: Nation | undefined; onChange: (nation: Nation | '') => void }) {
  if (useColumns() < tableColumns) {
    return (
      <FilterSelect label={texts.nation} value={nation ?? ''} onChange={({ target }) => onChange(target.value as Nation | '')}>
        <option value="">{texts.anyNation}</option>
        {nations.map((each) => (
          <option key={each} value={each}>
            {each} ({countIn(rules, each)})
          </option>
        ))}
      </FilterSelect>
    )
  }
  const named = nations.map((each) => [
    each,
    <span key={each}>
      {each}
      <Count>{countIn(rules, each)}</Count>
    </span>,
  ])
  return (
    <div>
      <Segments label={texts.nation} value={nation ?? ''} options={{ '': texts.anyNation, ...(Object.fromEntries(named) as Record<Nation, ReactNode>) }} onChange={onChange} />
    </div>
  )
}

function Strip({ list }: { list: RuleList }) {
  const format = useFormatter()
  const { inUse, homes, only, checked, isCheckedAtOnce, next } = summaryOf(list)
  const nextDay = next?.fromDate ?? null
  const where = homes === 0 ? texts.noHomes : only === undefined ? list.homes.map((each) => `${each.nation} ${String(each.homes)}`).join(', ') : texts.allIn(only)
  return (
    <StatStrip cells={4}>
      <Stat label={texts.inUse} value={inUse} note={texts.inUseNote} />
      <Stat label={texts.homes} value={homes} note={where} />
      <Stat label={texts.checked} value={checked === undefined ? '' : format.date(checked)} note={isCheckedAtOnce ? texts.checkedNote : texts.checkedSome} />
      <Stat label={texts.next} value={nextDay === null ? '–' : format.date(nextDay)} note={next?.title ?? texts.nothingComing} />
    </StatStrip>
  )
}
