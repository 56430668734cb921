import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import { isRefused, shortCause } from '@/api/errors'
import { useListingImport, type ListingImport } from '@/api/listings'
import { instantText } from '@/lib/instant'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { Notice } from '@/ui/Notice'
import { PlainDialog } from '@/ui/PlainDialog'
import { Skeleton } from '@/ui/Skeleton'
import { Counters } from './Counters'
import { imports as texts } from './messages'
import { Refusals } from './Refusals'
import { StateBadge } from './StateBadge'

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16 })

/** One import: how far it is, and the rows that were not taken. */
export function ImportDetails({ id, onClose }: { id: number; onClose: () => void }) {
  const format = useFormatter()
  const { data, error, refetch } = useListingImport(id)
  const isGone = isRefused(error, 404)
  return (
    <PlainDialog
      title={data === undefined ? texts.details : texts.detailsOf(data.fileName ?? texts.unnamed)}
      subject={data && `${texts.from(data.source, texts.formats[data.format])}, ${instantText(format, data.createdAt)}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{common.close}</Button>
          {data !== undefined && data.added + data.changed > 0 && (
            <Button component={Link} to={paths.propertySearch} variant="contained">
              {texts.show}
            </Button>
          )}
        </>
      }
    >
      {data === undefined && error === null && <Skeleton width="100%" height={120} />}
      {data === undefined && error !== null && isGone && <EmptyState title={texts.gone} text={texts.goneText} />}
      {data === undefined && error !== null && !isGone && <LoadFailed what={texts.one} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {data !== undefined && <Outcome found={data} />}
    </PlainDialog>
  )
}

function Outcome({ found }: { found: ListingImport }) {
  const isFailed = found.state === 'failed'
  return (
    <Stack>
      <div role="status">
        <StateBadge state={found.state} />
      </div>
      <Counters row={found} />
      {found.problem !== null && (
        <Notice tone={isFailed ? 'danger' : 'warning'} title={isFailed ? texts.stopped : texts.warning} text={isFailed ? `${found.problem} ${texts.stays}` : found.problem} />
      )}
      {found.refused > 0 && <Refusals refusals={found.refusals} all={found.refused} />}
    </Stack>
  )
}
