import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Settings } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import { useReadAll, useUnread } from '@/api/notifications'
import { paths } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { CloseButton } from '@/ui/dialogParts'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { useIsMobile } from '@/ui/useIsMobile'
import { notifications as texts } from '../messages'
import { byDay, dayName, itemAfter } from '../model'
import { useNotificationPages } from '../queries'
import { Item, itemMark } from './Item'

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 'none',
  minHeight: 56,
  boxSizing: 'border-box',
  padding: '8px 12px 8px 18px',
  borderBottom: `1px solid ${color.line}`,
  [media.mobile]: { padding: '6px 8px 6px 16px' },
})
const Title = styled('h2')({ ...type.h2, flex: 1, '&:focus': { outline: 'none' } })
const Body = styled('div')({ position: 'relative', flex: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain' })
const Day = styled('h3')({
  ...type.small,
  position: 'sticky',
  top: 0,
  zIndex: 1,
  padding: '8px 18px',
  fontWeight: 480,
  color: color.muted,
  backgroundColor: color.sunken,
  borderBottom: `1px solid ${color.line}`,
  [media.mobile]: { paddingInline: 16 },
})
const Foot = styled('div')({ flex: 'none', padding: '6px 10px', borderTop: `1px solid ${color.line}`, [media.mobile]: { paddingBottom: 'calc(6px + env(safe-area-inset-bottom))' } })
const Space = styled('div')({ display: 'flex', flexDirection: 'column', gap: 18, padding: 18, [media.mobile]: { padding: 16 } })
const Empty = styled('p')({ ...type.body, fontWeight: 580 })
const EmptyText = styled('p')({ ...type.body, color: color.muted, marginTop: -14 })

interface ContentProps {
  titleId: string
  onClose: () => void
}

/** The notifications by day, the newest first. */
export function Content({ titleId, onClose }: ContentProps) {
  const isMobile = useIsMobile()
  const heading = useRef<HTMLHeadingElement>(null)
  const unread = useUnread()
  const readAll = useReadAll()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const markAll = () => {
    // The button goes with the last of what is new.
    heading.current?.focus({ preventScroll: true })
    readAll.mutate(undefined, { onError: (error) => toasts.failure(texts.readAllFailed, userMessage(error, texts.tryAgain)) })
  }
  return (
    <>
      <Head onKeyDown={moveFocus}>
        <Title id={titleId} ref={heading} tabIndex={-1}>
          {texts.title}
        </Title>
        {unread > 0 && (
          <Button variant="text" loading={readAll.isPending} onClick={markAll}>
            {texts.readAll}
          </Button>
        )}
        {isMobile && <CloseButton onClose={onClose} />}
      </Head>
      <Body onKeyDown={moveFocus}>
        <List onClose={onClose} />
      </Body>
      <Foot>
        <Button component={Link} to={paths.settingsNotifications} onClick={onClose} variant="text" startIcon={<Settings size={15} strokeWidth={1.75} aria-hidden="true" />} sx={{ color: color.muted }}>
          {texts.settings}
        </Button>
      </Foot>
    </>
  )
}

function List({ onClose }: { onClose: () => void }) {
  const format = useFormatter()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useNotificationPages()
  const rows = data?.pages.flatMap((page) => page.rows)
  if (rows === undefined) {
    return (
      <Space>
        {error === null ? [1, 2, 3].map((bone) => <Skeleton key={bone} width="100%" height={52} />) : <LoadFailed what={texts.title} cause={shortCause(error)} onRetry={() => void refetch()} />}
      </Space>
    )
  }
  if (rows.length === 0) {
    return (
      <Space>
        <Empty>{texts.empty}</Empty>
        <EmptyText>{texts.emptyText}</EmptyText>
      </Space>
    )
  }
  const now = new Date()
  return (
    <>
      {byDay(rows).map(({ day, items }) => {
        const name = dayName(day, now, texts, (other) => format.listDate(other))
        return (
          <section key={day} aria-label={name}>
            <Day>{name}</Day>
            <ul>
              {items.map((notification) => (
                <li key={notification.id}>
                  <Item notification={notification} onFollow={onClose} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {isFetchNextPageError && (
        <Space>
          <LoadFailed what={texts.title} cause={shortCause(error)} onRetry={() => void fetchNextPage()} />
        </Space>
      )}
      {hasNextPage && !isFetchNextPageError && (
        <Space>
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        </Space>
      )}
    </>
  )
}

/** The arrows lead from item to item, wherever the focus is in the panel. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const panel = event.currentTarget.parentElement
  const items = [...(panel?.querySelectorAll<HTMLElement>(`[${itemMark}]`) ?? [])]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = itemAfter(event.key, at, items.length)
  if (next === null) return
  event.preventDefault()
  items[next]?.focus()
}
