import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { shortCause } from '@/api/errors'
import type { Page } from '@/api/pages'
import { Writers } from '@/api/session'
import { color, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { Skeleton } from '@/ui/Skeleton'
import { compliance } from '../messages'
import { PlainSection } from './PlainSection'

const Pad = styled('div')({ padding: '16px var(--row-inset, 16px)' })
const Waiting = styled('div')({ display: 'grid', gap: 18, padding: '20px var(--row-inset, 20px)' })
const Foot = styled('div')({ ...type.small, padding: '12px var(--row-inset, 20px)', borderTop: `1px solid ${color.line}` })

/** The pages of a list as react-query has them. */
interface Pages<Row> {
  data: { pages: Page<Row>[] } | undefined
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => Promise<unknown>
  fetchNextPage: () => Promise<unknown>
}

/** A panel of rows with one thing to do at its head: loading, failed, empty or full, and more on demand. */
interface RowsPanelProps<Row> {
  title: string
  query: Pages<Row>
  action: string
  onAct: () => void
  none: ReactNode
  /** The content between the head and the rows. */
  above?: ReactNode
  /** True if it is a part of something that is a card already. */
  isPlain?: boolean
  render: (row: Row) => ReactNode
}

export function RowsPanel<Row>({ title, query, action, onAct, none, above, isPlain = false, render }: RowsPanelProps<Row>) {
  const { data, error, hasNextPage, isFetchingNextPage } = query
  const rows = data?.pages.flatMap((page) => page.rows)
  const Whole = isPlain ? PlainSection : Panel
  return (
    <Whole
      title={title}
      aside={
        <Writers>
          <Button onClick={onAct} startIcon={<Plus size={17} strokeWidth={1.75} />}>
            {action}
          </Button>
        </Writers>
      }
    >
      {above}
      {rows === undefined && error !== null && (
        <Pad>
          <LoadFailed what={title} cause={shortCause(error)} onRetry={() => void query.refetch()} />
        </Pad>
      )}
      {rows === undefined && error === null && (
        <Waiting aria-busy="true">
          <Skeleton width="60%" />
          <Skeleton width="80%" />
          <Skeleton width="50%" />
        </Waiting>
      )}
      {rows?.length === 0 && <Pad>{none}</Pad>}
      {rows !== undefined && rows.length > 0 && <ul>{rows.map(render)}</ul>}
      {hasNextPage && (
        <Foot>
          <Button onClick={() => void query.fetchNextPage()} loading={isFetchingNextPage}>
            {compliance.showMore}
          </Button>
        </Foot>
      )}
    </Whole>
  )
}
