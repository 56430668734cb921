import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import { Writers } from '@/api/session'
import type { Viewing } from '@/api/viewings'
import { instantText } from '@/lib/instant'
import { color, media, type } from '@/theme/tokens'
import { Hidden } from '@/ui/Hidden'
import { viewings as texts } from '../messages'
import { isUpcoming } from '../model'
import { useActs, useWhen } from '../useActs'

const Line = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere', whiteSpace: 'pre-line' })
const Warning = styled(Line)({ color: color.warning })
const Ask = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px', marginTop: 4 })

/** Shows the notes, the viewer's answer, and what those who live there are told. */
export function Answer({ viewing }: { viewing: Viewing }) {
  const format = useFormatter()
  const when = useWhen()
  const { accept, saveCalendar, pending } = useActs(viewing)
  const { viewerName, notes, noteForViewer, viewerAnswer, viewerMessage, requestedDate, requestedTime, occupied, noticeAt, inspectionClashes, homeLeft } = viewing
  const asked = viewerAnswer === 'request' && requestedDate !== null && requestedTime !== null ? when(requestedDate, requestedTime) : undefined
  const isOpen = isUpcoming(viewing)
  return (
    <>
      {homeLeft && <Line>{texts.homeLeft}</Line>}
      {noteForViewer !== null && <Line>{texts.toldViewer(noteForViewer)}</Line>}
      {notes !== null && <Line>{notes}</Line>}
      {viewerAnswer !== null && asked === undefined && <Line>{texts.answers[viewerAnswer]}</Line>}
      {asked !== undefined && <Warning sx={{ fontWeight: 560 }}>{texts.asks(asked)}</Warning>}
      {viewerMessage !== null && <Line>{texts.said(viewerMessage)}</Line>}
      {isOpen && inspectionClashes.length > 0 && <Warning>{texts.inspectionClash}</Warning>}
      {isOpen && occupied && (
        <Warning>{noticeAt === null ? texts.occupied : texts.noticed(instantText(format, noticeAt))}</Warning>
      )}
      {isOpen && (
        <Ask>
          {asked !== undefined && (
            <Writers>
              <Button loading={pending === 'time'} onClick={() => void accept()} sx={{ whiteSpace: 'normal', textAlign: 'left' }}>
                {texts.accept(`${format.date(requestedDate ?? '')}, ${requestedTime ?? ''}`)}
                <Hidden>, {viewerName}</Hidden>
              </Button>
            </Writers>
          )}
          <Button variant="text" onClick={() => void saveCalendar()} sx={{ marginLeft: '-8px', paddingInline: '8px', [media.desktop]: { minHeight: 28, paddingBlock: 0 } }}>
            {texts.calendar}
            <Hidden>, {viewerName}</Hidden>
          </Button>
        </Ask>
      )}
    </>
  )
}
