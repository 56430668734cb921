import { userMessage } from '@/api/errors'
import { NewLink as Ask } from '@/ui/NewLink'
import { toasts } from '@/ui/toast/toasts'
import { status as texts } from '../messages'
import { useRenewLink } from '../queries'

const words = { hint: texts.newLinkHint, act: texts.newLink, sent: texts.linkSent, sentText: texts.linkSentText }

/** Offers an applicant whose link went round a new one by email, in place of this one. */
export function NewLink({ token }: { token: string }) {
  const renew = useRenewLink(token)
  const ask = (done: () => void) =>
    renew.mutate(undefined, {
      onSuccess: done,
      onError: (error) => toasts.failure(texts.linkFailed, userMessage(error, texts.linkFailedText)),
    })
  return <Ask words={words} isPending={renew.isPending} onAsk={ask} />
}
