import Button from '@mui/material/Button'
import { ChevronLeft, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Contractor } from '@/api/contractors'
import { shortCause, userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import { filters } from '@/lib/filters'
import { trades } from '@/lib/maintenance'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { withList } from '@/lib/query'
import { color } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { FilterBar, FilterSelect } from '@/ui/FilterBar'
import { Hidden } from '@/ui/Hidden'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { SearchField } from '@/ui/SearchField'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { useIsMobile } from '@/ui/useIsMobile'
import { contractors as texts } from './messages'
import { readList, shownOf } from './model'
import { ContractorRow } from './parts/ContractorRow'
import { useContractors, useDeleteContractor } from './queries'

const ContractorDialog = lazy(async () => ({ default: (await import('./ContractorDialog')).ContractorDialog }))

/** /maintenance/contractors */
export function Component() {
  const isMobile = useIsMobile()
  const [query, setQuery] = useSearchParams()
  const list = readList(query)
  const [task, setTask] = useState<{ contractor?: Contractor }>()
  const [deleted, setDeleted] = useState<Contractor>()
  const { data, error, refetch } = useContractors()
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  const shown = data && shownOf(data, list)
  const names = [...(list.search === '' ? [] : [`“${list.search}”`]), ...(list.trade === undefined ? [] : [list.trade])]
  const found = shown && texts.found(shown.length)
  const isEmpty = data?.length === 0
  const add = (
    <Writers>
      <Button variant="contained" onClick={() => setTask({})} startIcon={<Plus size={17} strokeWidth={1.75} />}>
        {texts.add}
      </Button>
    </Writers>
  )
  return (
    <>
      <Button component={Link} to={paths.maintenance} variant="text" startIcon={<ChevronLeft size={18} strokeWidth={1.75} />} sx={{ marginLeft: '-8px', color: color.ink }}>
        {texts.back}
      </Button>
      <Page title={texts.title} subtitle={isMobile ? undefined : texts.subtitle} aside={isEmpty ? undefined : add}>
        {data !== undefined && !isEmpty && (
          <FilterBar
            label={texts.filters}
            search={<SearchField label={texts.search} placeholder={texts.search} text={query.get('search') ?? ''} onSearch={(search) => change({ search })} />}
            count={list.trade === undefined ? 0 : 1}
            onClear={() => change({ trade: '' })}
            found={found}
          >
            <FilterSelect label={texts.trade} value={list.trade ?? ''} onChange={({ target }) => change({ trade: target.value })}>
              <option value="">{texts.anyTrade}</option>
              {trades.map((trade) => (
                <option key={trade}>{trade}</option>
              ))}
            </FilterSelect>
          </FilterBar>
        )}
        <Hidden role="status">{names.length > 0 && found}</Hidden>
        {data === undefined && error === null && <Skeleton width="100%" height={180} />}
        {data === undefined && error !== null && <LoadFailed what={texts.list} cause={shortCause(error)} onRetry={() => void refetch()} />}
        {isEmpty && <EmptyState title={texts.none} text={texts.noneText} action={add} />}
        {!isEmpty && shown?.length === 0 && (
          <EmptyState
            title={texts.noneFound}
            text={texts.filtersOn(names.join(', '))}
            action={<Button onClick={() => change({ search: '', trade: '' })}>{filters.clear}</Button>}
          />
        )}
        {shown !== undefined && shown.length > 0 && (
          <Card as="div">
            <ul aria-label={texts.list}>
              {shown.map((contractor) => (
                <ContractorRow key={contractor.id} contractor={contractor} onEdit={() => setTask({ contractor })} onDelete={() => setDeleted(contractor)} />
              ))}
            </ul>
          </Card>
        )}
      </Page>
      <Suspense>{task !== undefined && <ContractorDialog {...task} onClose={() => setTask(undefined)} />}</Suspense>
      {deleted !== undefined && <DeleteQuestion contractor={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}

function DeleteQuestion({ contractor, onClose }: { contractor: Contractor; onClose: () => void }) {
  const { mutate, isPending } = useDeleteContractor()
  const remove = () => {
    mutate(contractor, {
      onSuccess: () => toasts.success(texts.deleted, contractor.name),
      onError: (error) => toasts.failure(common.error, userMessage(error, texts.deleteFailedText)),
      onSettled: onClose,
    })
  }
  const text = contractor.openRequests > 0 ? texts.hasWork(contractor.openRequests) : texts.deleteText
  return (
    <ConfirmDialog title={texts.deleteTitle(contractor.name)} text={text} confirm={texts.delete} cancel={texts.keep} isPending={isPending} onConfirm={remove} onCancel={onClose} />
  )
}
