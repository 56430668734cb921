import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import { userMessage } from '@/api/errors'
import { useAnswerDeposit, type Portal } from '@/api/portal'
import { londonDay } from '@/lib/civilDate'
import { typographic } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { toasts } from '@/ui/toast/toasts'
import { answers as texts } from '../messages'

const DisagreeDialog = lazy(async () => ({ default: (await import('./acts/DisagreeDialog')).DisagreeDialog }))

const Said = styled('p')({ ...type.body, marginTop: 12, overflowWrap: 'anywhere', whiteSpace: 'pre-line' })
const Note = styled('p')({ ...type.small, marginTop: 8, color: color.muted, overflowWrap: 'anywhere' })
const Choices = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, marginTop: 12, [media.mobile]: { '& > *': { flex: 1 } } })

interface DepositAnswerProps {
  tenancyId: number
  deposit: NonNullable<Portal['deposit']>
}

/** Asks whether the tenant agrees with what was given back, and shows the last answer, which can be changed. */
export function DepositAnswer({ tenancyId, deposit }: DepositAnswerProps) {
  const format = useFormatter()
  const { mutate, isPending } = useAnswerDeposit()
  const [isDisagreeing, setDisagreeing] = useState(false)
  const [own] = deposit.answers
  const scheme = texts.schemes[deposit.scheme ?? 'other']
  const agree = () =>
    mutate(
      { tenancyId, agreed: true, returnDate: deposit.returnDate, returned: deposit.returned },
      {
        onSuccess: () => toasts.success(texts.done, texts.doneText),
        onError: (error) => toasts.failure(texts.failed, userMessage(error, texts.tryAgain)),
      },
    )
  const day = own === undefined ? '' : format.longDate(londonDay(new Date(own.answeredAt)))
  return (
    <>
      {own !== undefined && <Said>{own.agreed ? texts.agreedOn(day) : texts.disagreedOn(day, typographic(own.text ?? ''))}</Said>}
      {own?.agreed !== true && deposit.scheme !== null && <Note>{texts.decides(scheme.name)}</Note>}
      <Choices>
        {own?.agreed !== true && (
          <Button variant={own === undefined ? 'contained' : 'outlined'} loading={isPending} onClick={agree}>
            {own === undefined ? texts.agree : texts.agreeNow}
          </Button>
        )}
        <Button onClick={() => setDisagreeing(true)} disabled={isPending} aria-haspopup="dialog">
          {own === undefined ? texts.disagree : own.agreed ? texts.disagreeNow : texts.changeText}
        </Button>
      </Choices>
      <Suspense>{isDisagreeing && <DisagreeDialog tenancyId={tenancyId} deposit={deposit} scheme={scheme} before={own?.text ?? ''} onClose={() => setDisagreeing(false)} />}</Suspense>
    </>
  )
}
