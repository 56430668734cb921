import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useId, useRef, useState } from 'react'
import { useFormatter } from '@/api/account'
import { userMessage } from '@/api/errors'
import type { ReversalReason } from '@/api/rent'
import type { TenancyLedgerEntry } from '@/api/tenancyRent'
import { londonDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { reasons } from '@/lib/rent'
import { color, type } from '@/theme/tokens'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { Field } from '@/ui/form/Field'
import { toasts } from '@/ui/toast/toasts'
import { tenancy as texts } from './messages'
import { useTakeBack } from './queries'

const Box = styled('form')({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 10, paddingBlock: 8, '& > [data-words]': { flexBasis: '100%' }, '& > [data-field]': { flex: '1 1 200px' } })
const Strong = styled('p')({ ...type.body, fontWeight: 580 })
const Quiet = styled('p')({ ...type.small, color: color.muted })

/** Asks why an entry is taken back, in its row; Escape keeps it. */
export function TakeBack({ entry, onClose }: { entry: TenancyLedgerEntry; onClose: () => void }) {
  const format = useFormatter()
  const id = useId()
  const box = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending } = useTakeBack()
  useEffect(() => box.current?.querySelector('select')?.focus(), [])
  // The focus goes back to the menu of the entry: in the same item, or in the row above.
  const keep = () => {
    const row = box.current?.closest('li') ?? box.current?.closest('tr')?.previousElementSibling
    onClose()
    row?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus()
  }
  const send = () => {
    setAsked(true)
    if (reason === '') return
    const today = londonDay(new Date())
    mutate(
      { tenantId: entry.tenantId, reverses: entry.id, date: entry.date > today ? entry.date : today, reason: reason as ReversalReason },
      {
        onSuccess: (posted) => {
          toasts.success(texts.done, posted ? texts.doneText(format.moneyExact(posted.arrears.balance)) : '')
          onClose()
        },
        onError: (error) => toasts.failure(common.error, userMessage(error, texts.failed)),
      },
    )
  }
  return (
    <Box
      ref={box}
      aria-labelledby={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        keep()
      }}
    >
      <div data-words>
        <Strong id={id}>{texts.takeBackTitle(format.moneyExact(entry.amount), format.date(entry.date))}</Strong>
        <Quiet>{texts.takeBackText}</Quiet>
      </div>
      <div data-field>
        <Field label={texts.reason} error={isAsked && reason === '' ? texts.reasonRequired : undefined}>
          {(control) => <ChoiceSelect {...control} names={reasons} placeholder={texts.chooseReason} value={reason} onChange={({ target }) => setReason(target.value)} />}
        </Field>
      </div>
      <Button onClick={keep}>{texts.keep}</Button>
      <Button type="submit" variant="danger" loading={isPending}>
        {texts.takeBack}
      </Button>
    </Box>
  )
}
