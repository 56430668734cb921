import { styled } from '@mui/material/styles'
import { useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { fieldErrors, userMessage } from '@/api/errors'
import { useGiveNotice, type OwnNotice } from '@/api/portal'
import { readDay, typeDay, type CivilDate, type TypedDay } from '@/lib/civilDate'
import { color, type } from '@/theme/tokens'
import { DateParts } from '@/ui/form/DateParts'
import { resolverOf } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { acts as texts } from '../../messages'

const Text = styled('p')({ ...type.body, color: color.muted })

interface NoticeDialogProps {
  tenancyId: number
  notice: OwnNotice
  earliest: CivilDate
  isJoint: boolean
  onClose: () => void
}

/** Gives notice: the last day, the earliest one proposed. */
export function NoticeDialog({ tenancyId, notice, earliest, isJoint, onClose }: NoticeDialogProps) {
  const format = useFormatter()
  const give = useGiveNotice()
  const mistakes = ({ day }: { day: TypedDay }) => {
    const chosen = readDay(day)
    if (chosen === null) return { day: texts.noticeDayMissing }
    return chosen < earliest ? { day: texts.noticeDayTooSoon(format.longDate(earliest)) } : {}
  }
  const form = useForm<{ day: TypedDay }>({ defaultValues: { day: typeDay(earliest) }, resolver: resolverOf(mistakes), shouldFocusError: false })
  useRecheck(form)
  const { register, formState, setError } = form
  const send = ({ day }: { day: TypedDay }) => {
    const lastDate = readDay(day)
    if (lastDate === null) return
    give.mutate({ tenancyId, lastDate }, {
      onSuccess: () => {
        toasts.success(texts.noticeDone, texts.noticeDoneText(format.longDate(lastDate)))
        onClose()
      },
      onError: (error) => {
        const { lastDate: said } = fieldErrors(error)
        if (said !== undefined) setError('day', { type: 'server', message: said })
        toasts.failure(texts.noticeFailed, userMessage(error, texts.tryAgain))
      },
    })
  }
  return (
    <FormDialog form={form} title={texts.notice} submit={texts.notice} order={['day']} isPending={give.isPending} onSubmit={send} onClose={onClose}>
      <Text>{texts.noticeText}</Text>
      {isJoint && <Text>{texts.noticeAll}</Text>}
      <Text>{notice.reason}</Text>
      {notice.said.map((said) => (
        <Text key={said}>{said}</Text>
      ))}
      <DateParts legend={texts.noticeDay} hint={texts.noticeDayHint(format.longDate(earliest))} order={format.dateOrder} isOptional={false} error={formState.errors.day?.message} register={(part) => register(`day.${part}`)} />
    </FormDialog>
  )
}
