import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link, useSearchParams } from 'react-router'
import { shortCause } from '@/api/errors'
import { Writers } from '@/api/session'
import { paths } from '@/lib/paths'
import { withList } from '@/lib/query'
import { EmptyState } from '@/ui/EmptyState'
import { LinkTabs } from '@/ui/LinkTabs'
import { LoadFailed } from '@/ui/LoadFailed'
import { BackLink } from '@/ui/Overlay'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { bank as texts } from './messages'
import { monthsOf, readList, sentFilter, type Tab } from './model'
import { Files } from './parts/Files'
import { Filters } from './parts/Filters'
import { Layouts } from './parts/Layouts'
import { Lines } from './parts/Lines'
import { ReadFile } from './parts/ReadFile'
import { Strip } from './parts/Strip'
import { useBankAccounts, useBankLines, useBankStatements } from './queries'

const Tools = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', justifyContent: 'space-between', gap: '12px 16px', '& > nav': { flex: '1 1 260px' } })

/** /portfolio/bank */
export function Component() {
  const isMobile = useIsMobile()
  const [query] = useSearchParams()
  const filter = readList(query)
  const { tab, statementId, month, accountId, way } = filter
  const files = useBankStatements()
  const { data: accounts = [] } = useBankAccounts()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useBankLines(sentFilter(filter))
  const lines = data?.pages.flatMap((page) => page.rows)
  const isFiltered = month !== undefined || accountId !== undefined || way !== undefined
  const toDecide = files.data?.filter(({ id }) => statementId === undefined || id === statementId).reduce((sum, file) => sum + file.openLines + file.openMoneyOutLines, 0)
  const isEmpty = files.data?.length === 0
  const months = monthsOf(files.data ?? [])
  const shown = month ?? months[0]
  const account = accountId ?? (accounts.length === 1 ? accounts[0]?.id : undefined)
  const named = accounts.find(({ id }) => id === account)
  const tabs = (['open', 'decided', 'all'] as const satisfies readonly Tab[]).map((name) => ({
    name: texts.tabs[name],
    search: withList(query, { show: name === 'open' ? '' : name }).toString(),
    count: name === 'open' && !isFiltered ? toDecide : undefined,
    isCurrent: name === tab,
  }))
  const only = files.data?.find(({ id }) => id === statementId)
  return (
    <>
      <BackLink to={{ path: paths.portfolio, name: texts.back }} />
      <Page title={texts.title} subtitle={isMobile ? undefined : texts.subtitle}>
        {shown !== undefined && <Strip month={shown} accountId={account} account={named && texts.accountLabel(named.name, named.ending)} />}
        <Writers>
          <ReadFile />
        </Writers>
        {files.data === undefined && files.error !== null && <LoadFailed what={texts.files} cause={shortCause(files.error)} onRetry={() => void files.refetch()} />}
        {isEmpty && <EmptyState title={texts.noFiles} text={texts.noFilesText} />}
        {!isEmpty && (
          <>
            <Tools>
              <LinkTabs label={texts.states} tabs={tabs} />
              <Filters accounts={accounts} months={months} />
            </Tools>
            {only !== undefined && (
              <p>
                {texts.onlyFile(only.fileName)}. <Link to={{ search: withList(query, { file: '' }).toString() }}>{texts.allFiles}</Link>
              </p>
            )}
            {lines === undefined && error === null && <Skeleton width="100%" height={180} />}
            {lines === undefined && error !== null && <LoadFailed what={texts.lines} cause={shortCause(error)} onRetry={() => void refetch()} />}
            {lines?.length === 0 && (
              <p role="status">
                {texts.none[tab]} {isFiltered && <Link to={{ search: withList(query, { month: '', account: '', way: '' }).toString() }}>{texts.clear}</Link>}
              </p>
            )}
            {lines !== undefined && <Lines key={tab} lines={lines} />}
            {hasNextPage && (
              <div>
                <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {texts.more}
                </Button>
              </div>
            )}
            {files.data !== undefined && <Files files={files.data} />}
            <Layouts />
          </>
        )}
      </Page>
    </>
  )
}
