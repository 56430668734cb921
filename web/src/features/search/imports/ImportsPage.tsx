import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { shortCause } from '@/api/errors'
import { useImportPages } from '@/api/listings'
import { Writers } from '@/api/session'
import { paths } from '@/lib/paths'
import { idOf, withList } from '@/lib/query'
import { color } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { ImportRow } from './ImportRow'
import { imports as texts } from './messages'
import { UploadForm } from './UploadForm'

const ImportDetails = lazy(async () => ({ default: (await import('./ImportDetails')).ImportDetails }))

const List = styled('ul')({ '& > li + li': { borderTop: `1px solid ${color.line}` } })

/** /property-search/imports */
export function Component() {
  const isMobile = useIsMobile()
  const [query, setQuery] = useSearchParams()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useImportPages()
  const rows = data?.pages.flatMap((page) => page.rows)
  const open = idOf(query.get('import'))
  return (
    <>
      <Button component={Link} to={paths.propertySearch} variant="text" startIcon={<ChevronLeft size={18} strokeWidth={1.75} />} sx={{ marginLeft: '-8px', color: color.ink }}>
        {texts.back}
      </Button>
      <Page title={texts.title} subtitle={isMobile ? undefined : texts.subtitle}>
        <Writers>
          <UploadForm />
        </Writers>
        {rows === undefined && error === null && <Skeleton width="100%" height={180} />}
        {rows === undefined && error !== null && <LoadFailed what={texts.list} cause={shortCause(error)} onRetry={() => void refetch()} />}
        {rows?.length === 0 && <EmptyState title={texts.none} text={texts.noneText} />}
        {rows !== undefined && rows.length > 0 && (
          <Card as="div">
            <List aria-label={texts.list}>
              {rows.map((row) => (
                <ImportRow key={row.id} row={row} />
              ))}
            </List>
          </Card>
        )}
        {hasNextPage && (
          <div>
            <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {texts.showMore}
            </Button>
          </div>
        )}
      </Page>
      <Suspense>{open !== undefined && <ImportDetails id={open} onClose={() => setQuery((before) => withList(before, { import: '' }), { preventScrollReset: true })} />}</Suspense>
    </>
  )
}
