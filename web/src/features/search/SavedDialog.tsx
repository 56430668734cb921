import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import { useDeleteSearch, useSavedSearches, type SavedSearch } from '@/api/listings'
import { common } from '@/lib/messages'
import { withList } from '@/lib/query'
import { color, media, radius, type } from '@/theme/tokens'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { LoadFailed } from '@/ui/LoadFailed'
import { PlainDialog } from '@/ui/PlainDialog'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { saved as texts } from './messages'
import { criteriaOf, filtersOfSaved } from './model'

const Row = styled('li')({ display: 'flex', alignItems: 'center', gap: 8, padding: '8px 0', '& + &': { borderTop: `1px solid ${color.line}` } })
const Name = styled(Link)({ ...type.body, fontWeight: 580, color: color.accent, overflowWrap: 'anywhere', [media.mobile]: { display: 'inline-block', padding: '12px 0', margin: '-6px 0' } })
const Criteria = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const Delete = styled(ButtonBase)({
  flex: 'none',
  width: 36,
  height: 36,
  borderRadius: radius.control,
  color: color.muted,
  '&:hover': { backgroundColor: color.hover, color: color.danger },
  [media.mobile]: { width: 44, height: 44 },
})

/** The searches that somebody keeps: their names run them. */
export function SavedDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useSavedSearches()
  const [deleted, setDeleted] = useState<SavedSearch>()
  return (
    <>
      <PlainDialog title={texts.listTitle} subject={texts.listText} foot={<Button onClick={onClose}>{common.close}</Button>} onClose={onClose}>
        {data === undefined && error === null && <Skeleton width="100%" height={48} />}
        {data === undefined && error !== null && <LoadFailed what={texts.list} cause={shortCause(error)} onRetry={() => void refetch()} />}
        {data?.length === 0 && <p>{texts.none}</p>}
        {data !== undefined && data.length > 0 && (
          <ul aria-label={texts.list}>
            {data.map((search) => (
              <SavedRow key={search.id} search={search} onDelete={() => setDeleted(search)} />
            ))}
          </ul>
        )}
      </PlainDialog>
      {deleted !== undefined && <DeleteQuestion search={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}

function SavedRow({ search, onDelete }: { search: SavedSearch; onDelete: () => void }) {
  const format = useFormatter()
  const [query] = useSearchParams()
  const to = { search: withList(query, { ...filtersOfSaved(search), saved: '', list: '' }).toString() }
  return (
    <Row>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Name to={to} replace>
          {search.name}
        </Name>
        <Criteria>{criteriaOf(search, format).join(', ') || texts.everything}</Criteria>
      </div>
      <Delete aria-label={texts.delete(search.name)} onClick={onDelete}>
        <Trash2 size={17} strokeWidth={1.75} aria-hidden="true" />
      </Delete>
    </Row>
  )
}

function DeleteQuestion({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const { mutate, isPending } = useDeleteSearch()
  const remove = () => {
    mutate(search.id, {
      onSuccess: () => toasts.success(texts.deleted, search.name),
      onError: (error) => toasts.failure(common.error, userMessage(error, texts.deleteFailed)),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog title={texts.deleteTitle(search.name)} text={texts.deleteText} confirm={texts.confirm} cancel={texts.keep} isPending={isPending} onConfirm={remove} onCancel={onClose} />
  )
}
