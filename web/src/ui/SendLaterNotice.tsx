import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { WifiOff } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { InfoPanel } from './InfoPanel'
import { sendLater as texts } from './sendLater.messages'
import type { SendLater } from './useSendLater'

/** There before it says something, or it is not heard; it takes no room then. */
const Box = styled('div')({ '&:empty': { position: 'absolute' } })

interface SendLaterNoticeProps {
  later: Pick<SendLater<FieldValues>, 'isOnline' | 'isWaiting' | 'isSending' | 'takeBack'>
  /** The form that its button belongs to, where that is not around it. */
  form?: string
  /** The text and the act where a part of it has been sent. */
  partly?: { title: string; text: string; action: string; onAction: () => void } | undefined
}

/** Says above a form's buttons that there is no connection, and whether the form waits to be sent. */
export function SendLaterNotice({ later: { isOnline, isWaiting, isSending, takeBack }, form, partly }: SendLaterNoticeProps) {
  const waitingText = `${isOnline ? texts.waitingUnreached : texts.waitingOffline} ${texts.change}`
  return (
    <Box role="status">
      {!isWaiting && !isOnline && <InfoPanel tone="warning" icon={WifiOff} title={texts.offline} text={texts.offlineText} />}
      {isWaiting && (
        <InfoPanel tone="warning" icon={WifiOff} title={partly?.title ?? texts.waiting} text={partly?.text ?? waitingText}>
          <Button
            variant="text"
            form={form}
            disabled={isSending}
            onClick={({ currentTarget }) => {
              focusSubmit(currentTarget.form)
              if (partly === undefined) takeBack()
              else partly.onAction()
            }}
            sx={{ marginLeft: '-8px' }}
          >
            {partly?.action ?? texts.takeBack}
          </Button>
        </InfoPanel>
      )}
    </Box>
  )
}

/** The button that was pressed goes: the focus stays in the form. */
function focusSubmit(form: HTMLFormElement | null): void {
  const submit = [...(form?.elements ?? [])].find((element) => element instanceof HTMLButtonElement && element.type === 'submit')
  if (submit instanceof HTMLButtonElement) submit.focus()
}

/** Returns the current name of the button that sends a form. */
export const submitName = (name: string, { isOnline, isWaiting }: Pick<SendLater<FieldValues>, 'isOnline' | 'isWaiting'>): string =>
  isWaiting ? texts.tryNow : isOnline ? name : texts.submit
