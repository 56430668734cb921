import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import type { TenancyRent } from '@/api/tenancyRent'
import { londonDay, readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { amountFault } from '@/lib/amountFault'
import { common } from '@/lib/messages'
import { parseMoney, toAmount } from '@/lib/money'
import { color, type } from '@/theme/tokens'
import { DateParts } from '@/ui/form/DateParts'
import { Field, FieldError } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { Entry, Ledger } from '@/ui/Ledger'
import { toasts } from '@/ui/toast/toasts'
import { Section } from '../details/Section'
import { rent as rentTexts } from '../rent/messages'
import { tenancy as texts } from './messages'
import { areShares, dayFault, leftOf, presentOf, type TypedShares } from './model'
import { useSetShares } from './queries'

const Note = styled('p')({ ...type.small, color: color.muted, marginTop: 8 })
const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 14, padding: 14, border: `1px solid ${color.accent}`, borderRadius: 10 })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10 })

/** Shows who usually pays what, and offers to change it from a day on. */
export function Shares({ rent }: { rent: TenancyRent }) {
  const format = useFormatter()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  // The button goes while the form is there: the focus comes back to it.
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const tenants = presentOf(rent.tenants)
  return (
    <Section
      title={texts.shares}
      aside={
        !isOpen &&
        rent.leaseStatus !== 'Ended' && (
          <Writers>
            <Button ref={opener} variant="text" aria-label={`${texts.change}: ${texts.shares}`} onClick={() => setOpen(true)} sx={{ marginRight: '-8px' }}>
              {texts.change}
            </Button>
          </Writers>
        )
      }
    >
      {isOpen ? (
        <SharesForm rent={rent} onClose={() => setOpen(false)} />
      ) : (
        <Ledger>
          {tenants.map(({ tenantId, name, share }) => (
            <Entry key={tenantId} label={name}>
              {format.moneyExact(share)}
            </Entry>
          ))}
          <Entry label={rentTexts.perMonth} isTotal>
            {format.moneyExact(rent.monthlyRent)}
          </Entry>
        </Ledger>
      )}
      <Note>{texts.sharesNote}</Note>
    </Section>
  )
}

function SharesForm({ rent, onClose }: { rent: TenancyRent; onClose: () => void }) {
  const format = useFormatter()
  const [shares, setShares] = useState<TypedShares>(() => Object.fromEntries(presentOf(rent.tenants).map(({ tenantId, share }) => [tenantId, share])))
  const { register, getValues } = useForm<{ from: TypedDay }>({ defaultValues: { from: typeDay(londonDay(new Date())) } })
  const [dayError, setDayError] = useState<string>()
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  const { mutate, isPending } = useSetShares(rent.tenancyId)
  const left = leftOf(rent, shares)
  const whole = format.moneyExact(rent.monthlyRent)
  const isGood = areShares(rent, shares)
  const send = () => {
    const from = getValues('from')
    const fault = dayFault(from)
    setDayError(fault === null ? undefined : fault === 'blank' ? texts.fromRequired : texts.fromInvalid)
    const day = readDay(from)
    if (day === null || !isGood) return
    mutate(
      { from: day, shares: Object.entries(shares).map(([tenantId, share]) => ({ tenantId: Number(tenantId), share: toAmount(parseMoney(share) ?? 0n) })) },
      {
        onSuccess: () => {
          toasts.success(texts.saved, texts.savedText(format.longDate(day)))
          onClose()
        },
        onError: (error) => toasts.failure(common.error, userMessage(error, texts.saveFailed)),
      },
    )
  }
  return (
    <Form
      ref={place}
      noValidate
      aria-label={texts.shares}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {presentOf(rent.tenants).map(({ tenantId, name }) => {
        const text = shares[tenantId] ?? ''
        const set = (share: string) => setShares((before) => ({ ...before, [tenantId]: share }))
        const error = text.trim() !== '' && parseMoney(text) === null ? amountFault(text, texts.shareInvalid) : undefined
        return (
          <Field key={tenantId} label={texts.shareOf(name)} error={error}>
            {(control) => <MoneyInput {...control} currencySign={format.currencySign} value={text} onChange={({ target }) => set(target.value)} onTidy={set} />}
          </Field>
        )
      })}
      <DateParts legend={texts.from} order={format.dateOrder} isOptional={false} error={dayError} register={(part) => register(`from.${part}`)} />
      <div role="status">
        {isGood ? (
          <Note sx={{ color: color.success }}>{texts.addUp(whole)}</Note>
        ) : (
          left !== 0n && <FieldError id="shares-left" text={left > 0n ? texts.left(format.moneyExact(left), whole) : texts.over(format.moneyExact(-left), whole)} />
        )}
      </div>
      <Acts>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" variant="contained" disabled={!isGood} loading={isPending}>
          {texts.save}
        </Button>
      </Acts>
    </Form>
  )
}
