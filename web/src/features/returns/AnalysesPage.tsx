import Button from '@mui/material/Button'
import { Link, useSearchParams } from 'react-router'
import { useAnalyses } from '@/api/analyses'
import { shortCause } from '@/api/errors'
import { paths } from '@/lib/paths'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { BackLink } from '@/ui/Overlay'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { SavedAnalyses } from './compare/SavedAnalyses'
import { SideBySide } from './compare/SideBySide'
import { analyses as texts, returns } from './messages'
import { comparedIds } from './model'

/** /property-search/analyses: what one keeps; `?compare=1,2` sets them side by side. */
export function Component() {
  const [query] = useSearchParams()
  const ids = comparedIds(query.get('compare'))
  const { data, error, refetch } = useAnalyses()
  if (data !== undefined && ids.length > 0) return <SideBySide analyses={ids.flatMap((id) => data.find((each) => each.id === id) ?? [])} />
  return (
    <>
      <BackLink to={{ path: paths.propertySearch, name: returns.back }} />
      <Page title={texts.title} subtitle={texts.subtitle}>
        {data === undefined && error === null && <Skeleton width="100%" height={220} />}
        {data === undefined && error !== null && <LoadFailed what={texts.list} cause={shortCause(error)} onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <EmptyState
            title={texts.empty}
            text={texts.emptyText}
            action={
              <Button component={Link} to={paths.propertySearch}>
                {texts.toSearch}
              </Button>
            }
          />
        )}
        {data !== undefined && data.length > 0 && <SavedAnalyses analyses={data} />}
      </Page>
    </>
  )
}
