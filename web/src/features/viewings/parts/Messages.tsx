import Button from '@mui/material/Button'
import { useState } from 'react'
import { useMessagesSent } from '@/api/deliveries'
import type { Viewing } from '@/api/viewings'
import { messagesSent as texts } from '@/lib/deliveries'
import { common } from '@/lib/messages'
import { color } from '@/theme/tokens'
import { Hidden } from '@/ui/Hidden'
import { MessagesSent } from '@/ui/MessagesSent'
import { PlainDialog } from '@/ui/PlainDialog'
import { viewings } from '../messages'
import { useWhen } from '../useActs'

/** Opens what was sent about a viewing. */
export function Messages({ viewing }: { viewing: Viewing }) {
  const [isOpen, setOpen] = useState(false)
  const { viewerName, viewingDate, viewingTime } = viewing
  const whose = viewings.whose(viewerName || viewings.erased, useWhen()(viewingDate, viewingTime))
  return (
    <>
      <Button variant="text" onClick={() => setOpen(true)} sx={{ marginLeft: '-8px', paddingInline: '8px', color: color.muted, justifySelf: 'start' }}>
        {texts.title}
        <Hidden>, {whose}</Hidden>
      </Button>
      {isOpen && <Log viewingId={viewing.id} subject={whose} onClose={() => setOpen(false)} />}
    </>
  )
}

function Log({ viewingId, subject, onClose }: { viewingId: number; subject: string; onClose: () => void }) {
  return (
    <PlainDialog title={texts.title} subject={subject} foot={<Button onClick={onClose}>{common.close}</Button>} onClose={onClose}>
      <MessagesSent {...useMessagesSent('viewing', viewingId)} />
    </PlainDialog>
  )
}
