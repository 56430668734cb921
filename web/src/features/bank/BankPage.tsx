import Button from '@mui/material/Button'
import { ChevronLeft } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { shortCause } from '@/api/errors'
import { Writers } from '@/api/session'
import { paths } from '@/lib/paths'
import { withList } from '@/lib/query'
import { color } from '@/theme/tokens'
import { EmptyState } from '@/ui/EmptyState'
import { LinkTabs } from '@/ui/LinkTabs'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { bank as texts } from './messages'
import { readList } from './model'
import { Files } from './parts/Files'
import { Lines } from './parts/Lines'
import { ReadFile } from './parts/ReadFile'
import { useBankLines, useBankStatements } from './queries'

/** /tenants/bank */
export function Component() {
  const isMobile = useIsMobile()
  const [query] = useSearchParams()
  const { state, statementId } = readList(query)
  const files = useBankStatements()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useBankLines({ state, ...(statementId !== undefined && { statementId }) })
  const lines = data?.pages.flatMap((page) => page.rows)
  const open = files.data?.filter(({ id }) => statementId === undefined || id === statementId).reduce((sum, file) => sum + file.openLines, 0)
  const isEmpty = files.data?.length === 0
  const tabs = (['open', 'received', 'ignored'] as const).map((name) => ({
    name: texts[name],
    search: withList(query, { show: name === 'open' ? '' : name }).toString(),
    count: name === 'open' ? open : undefined,
    isCurrent: name === state,
  }))
  const only = files.data?.find(({ id }) => id === statementId)
  return (
    <>
      <Button component={Link} to={paths.tenants} variant="text" startIcon={<ChevronLeft size={18} strokeWidth={1.75} />} sx={{ marginLeft: '-8px', color: color.ink }}>
        {texts.back}
      </Button>
      <Page title={texts.title} subtitle={isMobile ? undefined : texts.subtitle}>
        <Writers>
          <ReadFile />
        </Writers>
        {files.data === undefined && files.error !== null && <LoadFailed what={texts.files} cause={shortCause(files.error)} onRetry={() => void files.refetch()} />}
        {isEmpty && <EmptyState title={texts.noFiles} text={texts.noFilesText} />}
        {!isEmpty && (
          <>
            <LinkTabs label={texts.states} tabs={tabs} />
            {only !== undefined && (
              <p>
                {texts.onlyFile(only.fileName)}. <Link to={{ search: withList(query, { file: '' }).toString() }}>{texts.allFiles}</Link>
              </p>
            )}
            {lines === undefined && error === null && <Skeleton width="100%" height={180} />}
            {lines === undefined && error !== null && <LoadFailed what={texts.lines} cause={shortCause(error)} onRetry={() => void refetch()} />}
            {lines?.length === 0 && <p role="status">{texts.none[state]}</p>}
            {lines !== undefined && lines.length > 0 && <Lines key={state} state={state} lines={lines} />}
            {hasNextPage && (
              <div>
                <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {texts.more}
                </Button>
              </div>
            )}
            {files.data !== undefined && <Files files={files.data} />}
          </>
        )}
      </Page>
    </>
  )
}
