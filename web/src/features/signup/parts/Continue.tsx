import Button from '@mui/material/Button'
import { isRefused, userMessage } from '@/api/errors'
import type { SignupDraft } from '@/api/signup'
import { LinkPage } from '@/ui/LinkPage'
import { Notice } from '@/ui/Notice'
import { signup as texts } from '../messages'
import { useContinueDraft } from '../queries'

/** A mailed link to a half-filled form. */
interface ContinueProps {
  invite: string
  mailedToken: string
  /** The `idempotency-key` of opening it, where the tab's history keeps one. */
  draftKey: string | undefined
  /** The name of the landlord or agent. */
  organisation: string
  /** The form was moved here, or the link is over and this browser goes on with what it has. */
  onDone: (draft: SignupDraft | undefined) => void
}

/** Asks for a tap before the form is opened: mail programs follow links, and whoever follows this one takes the form over. */
export function Continue({ invite, mailedToken, draftKey, organisation, onDone }: ContinueProps) {
  const goOn = useContinueDraft(invite, mailedToken, draftKey)
  const isOver = [404, 409, 410].some((status) => isRefused(goOn.error, status))
  return (
    <LinkPage title={texts.continueTitle} lead={texts.continueText(organisation)}>
      {goOn.error !== null && <Notice tone="danger" title={texts.continueFailed} text={userMessage(goOn.error, texts.openFailedText)} />}
      <div>
        {isOver ? (
          <Button variant="contained" size="large" onClick={() => onDone(undefined)}>
            {texts.continueHere}
          </Button>
        ) : (
          <Button variant="contained" size="large" loading={goOn.isPending} onClick={() => goOn.mutate(undefined, { onSuccess: onDone })}>
            {texts.continueButton}
          </Button>
        )}
      </div>
    </LinkPage>
  )
}
