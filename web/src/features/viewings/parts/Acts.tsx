import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Writers } from '@/api/session'
import type { Viewing } from '@/api/viewings'
import { color, media } from '@/theme/tokens'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Hidden } from '@/ui/Hidden'
import { viewings as texts } from '../messages'
import { useActs, useWhen } from '../useActs'

const Box = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 8px',
  '& > button': { minWidth: 0, whiteSpace: 'nowrap' },
  // Side by side on phones: what moves it on above, the quiet pair below.
  [media.mobile]: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', '& > button:only-of-type': { gridColumn: '1 / -1' } },
})
const quiet = { paddingInline: '8px' }

/** Offers the acts on a viewing; none for a Viewer of the organisation, and none once it was called off. */
export function Acts({ viewing, onMove }: { viewing: Viewing; onMove: () => void }) {
  const { status, viewerName, viewingDate, viewingTime } = viewing
  const when = useWhen()(viewingDate, viewingTime)
  const [isAsking, setAsking] = useState(false)
  const { setStatus, startMoveIn, openInvite, pending } = useActs(viewing)
  const whose = <Hidden>, {texts.whose(viewerName, when)}</Hidden>
  const isOpen = status === 'Scheduled' || status === 'Confirmed'
  if (status === 'Cancelled') return null
  return (
    <Writers>
      <Box>
        {status === 'Scheduled' && (
          <Button loading={pending === 'Confirmed'} onClick={() => void setStatus('Confirmed')}>
            {texts.confirm}
            {whose}
          </Button>
        )}
        {isOpen && (
          <>
            <Button loading={pending === 'Completed'} onClick={() => void setStatus('Completed')}>
              {texts.complete}
              {whose}
            </Button>
            <Button variant="text" onClick={onMove} sx={quiet}>
              {texts.reschedule}
              {whose}
            </Button>
          </>
        )}
        {status === 'Scheduled' && (
          <Button variant="text" onClick={() => setAsking(true)} sx={{ ...quiet, color: color.muted }}>
            {texts.cancel}
            {whose}
          </Button>
        )}
        {status === 'Completed' && (
          <Button loading={pending === 'Move-in Process Started'} onClick={() => void startMoveIn()}>
            {texts.moveIn}
            {whose}
          </Button>
        )}
        {status === 'Move-in Process Started' && (
          <Button variant="text" onClick={openInvite} sx={quiet}>
            {texts.invite}
            {whose}
          </Button>
        )}
      </Box>
      {isAsking && (
        <ConfirmDialog
          title={texts.cancelTitle}
          text={texts.cancelText(viewerName, when)}
          confirm={texts.cancelViewing}
          cancel={texts.keep}
          isPending={pending === 'Cancelled'}
          onConfirm={() => void setStatus('Cancelled').then(() => setAsking(false))}
          onCancel={() => setAsking(false)}
        />
      )}
    </Writers>
  )
}
