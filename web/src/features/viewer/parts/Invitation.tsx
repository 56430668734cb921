import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CalendarPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { userMessage } from '@/api/errors'
import { readViewerCalendar, type ViewerPage } from '@/api/viewings'
import { typographic, unbroken } from '@/lib/format'
import { clockText } from '@/lib/instant'
import { common } from '@/lib/messages'
import { publicFormat } from '@/lib/publicFormat'
import { saveFile } from '@/lib/save'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { DataNotice } from '@/ui/DataNotice'
import { InfoPanel } from '@/ui/InfoPanel'
import { Entry, Ledger } from '@/ui/Ledger'
import { LinkPage } from '@/ui/LinkPage'
import { toasts } from '@/ui/toast/toasts'
import { viewer as texts } from '../messages'
import { standingOf, type Standing } from '../model'
import { useAnswer } from '../queries'

const WishDialog = lazy(async () => ({ default: (await import('./WishDialog')).WishDialog }))

const Box = styled(Card)({ padding: '6px 16px' })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, [media.mobile]: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } })
const Note = styled('p')({ ...type.small, color: color.muted })

const tones: Record<Standing, 'info' | 'success' | 'warning' | 'neutral'> = { pending: 'info', confirmed: 'success', requested: 'warning', cancelled: 'neutral', over: 'neutral' }

/** The viewing as its viewer sees it: when and where, how it stands, and what they can answer. */
export function Invitation({ token, page }: { token: string; page: ViewerPage }) {
  const [dialog, setDialog] = useState<'wish' | 'cancel'>()
  const answer = useAnswer(token)
  const standing = standingOf(page)
  const { organisationName, propertyAddress, propertyPostcode, roomNumber, viewingDate, viewingTime, endsAt, requestedDate, requestedTime, note } = page
  const send = (given: 'confirm' | 'cancel') =>
    answer.mutate(
      { answer: given },
      {
        onSuccess: () => toasts.success(texts.saved, texts.savedTexts[given]),
        onError: (error) => toasts.failure(texts.failed, userMessage(error, texts.failedText)),
        onSettled: () => setDialog(undefined),
      },
    )
  const saveCalendar = async () => {
    try {
      saveFile(await readViewerCalendar(token), texts.calendarName)
    } catch (error) {
      toasts.failure(common.error, userMessage(error, texts.calendarFailed))
    }
  }
  const isOpen = standing === 'pending' || standing === 'confirmed' || standing === 'requested'
  const wish = requestedDate !== null && requestedTime !== null ? `${publicFormat.fullDate(requestedDate)}, ${requestedTime}` : ''
  const said: Record<Standing, string> = {
    pending: texts.pendingText,
    confirmed: texts.confirmedText,
    requested: texts.requestedText(wish),
    cancelled: texts.cancelledText,
    over: texts.overText,
  }
  return (
    <LinkPage title={texts.title} lead={texts.lead(typographic(organisationName))} whom={page.viewerName} landlord={page.landlord}>
      <div role="status">
        <InfoPanel tone={tones[standing]} title={texts[standing]} text={said[standing]} />
      </div>
      <Box as="div">
        <Ledger>
          <Entry label={texts.when} below={texts.time(viewingTime, clockText(new Date(endsAt)))}>
            {publicFormat.fullDate(viewingDate)}
          </Entry>
          <Entry label={texts.where}>
            {propertyAddress} {unbroken(propertyPostcode)}
          </Entry>
          {roomNumber !== null && <Entry label={texts.room}>{roomNumber}</Entry>}
          {note !== null && (
            <Entry label={texts.note}>
              <span style={{ whiteSpace: 'pre-line' }}>{note}</span>
            </Entry>
          )}
        </Ledger>
      </Box>
      {isOpen && (
        <Acts>
          {standing !== 'confirmed' && (
            <Button variant="contained" size="large" loading={answer.isPending && answer.variables.answer === 'confirm'} onClick={() => send('confirm')}>
              {texts.confirm}
            </Button>
          )}
          <Button size="large" onClick={() => setDialog('wish')}>
            {texts.other}
          </Button>
          <Button size="large" onClick={() => setDialog('cancel')} sx={{ color: color.danger, borderColor: color.danger }}>
            {texts.cancel}
          </Button>
          <Button variant="text" size="large" onClick={() => void saveCalendar()} startIcon={<CalendarPlus size={18} strokeWidth={1.75} />}>
            {texts.calendar}
          </Button>
        </Acts>
      )}
      <Note>{texts.private}</Note>
      <DataNotice title={texts.notice} points={texts.noticePoints} />
      <Suspense>{dialog === 'wish' && <WishDialog token={token} onClose={() => setDialog(undefined)} />}</Suspense>
      {dialog === 'cancel' && (
        <ConfirmDialog
          title={texts.cancelTitle}
          text={texts.cancelText}
          confirm={texts.cancel}
          cancel={texts.keep}
          isPending={answer.isPending}
          onConfirm={() => send('cancel')}
          onCancel={() => setDialog(undefined)}
        />
      )}
    </LinkPage>
  )
}
