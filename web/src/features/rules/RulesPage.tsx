import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { nations } from '@/api/nations'
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
import { Skeleton } from '@/ui/Skeleton'
import { Stat, StatStrip } from '@/ui/StatStrip'
import { useIsMobile } from '@/ui/useIsMobile'
import { rules as texts } from './messages'
import { countIn, readList, summaryOf, topicsOf } from './model'
import { ExportButton } from './parts/ExportButton'
import { RuleCards } from './parts/RuleCards'
import { RuleTable } from './parts/RuleTable'

const Foot = styled('p')({ ...type.small, color: color.muted })

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
  const isMobile = useIsMobile()
  const [query, setQuery] = useSearchParams()
  const state = readList(query)
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  const clear = () => change({ search: '', topic: '', nation: '' })
  const shown = topicsOf(list.rules, state)
  const number = shown.reduce((sum, { rules }) => sum + rules.length, 0)
  const names = [...new Set(list.rules.map(({ topic }) => topic))]
  const isFiltered = state.search !== '' || state.topic !== '' || state.nation !== undefined
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
        <FilterSelect label={texts.nation} value={state.nation ?? ''} onChange={({ target }) => change({ nation: target.value })}>
          <option value="">{texts.anyNation}</option>
          {nations.map((nation) => (
            <option key={nation} value={nation}>
              {nation} ({countIn(list.rules, nation)})
            </option>
          ))}
        </FilterSelect>
      </FilterBar>
      <Hidden role="status">{isFiltered && texts.found(number)}</Hidden>
      {shown.length === 0 ? (
        <EmptyState title={texts.none} text={texts.noneText} action={<Button onClick={clear}>{texts.clear}</Button>} />
      ) : isMobile ? (
        <RuleCards topics={shown} homes={list.homes} />
      ) : (
        <RuleTable topics={shown} homes={list.homes} />
      )}
      <Foot>{texts.foot}</Foot>
    </>
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
