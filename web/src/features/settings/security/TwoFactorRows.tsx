import Button from '@mui/material/Button'
import { useState } from 'react'
import { shortCause } from '@/api/errors'
import { useFormatter } from '@/api/account'
import { londonDay } from '@/lib/civilDate'
import { LoadFailed } from '@/ui/LoadFailed'
import { SettingRow, SwitchRow } from '@/ui/SettingRow'
import { EnrolDialog } from './EnrolDialog'
import { FactorDialog } from './FactorDialog'
import { twoFactor as texts } from './messages'
import { useTwoFactor } from './queries'

type Open = 'enrol' | 'disable' | 'codes'

/** The second factor: its switch starts the enrolment, or asks what turning it off takes. */
export function TwoFactorRows() {
  const { data, error, refetch } = useTwoFactor()
  const format = useFormatter()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  if (data === undefined && error !== null) {
    return (
      <div style={{ padding: 16 }}>
        <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />
      </div>
    )
  }
  const isOn = data?.enabled === true
  const since = typeof data?.since === 'string' ? ` ${texts.since(format.longDate(londonDay(new Date(data.since))))}` : ''
  return (
    <>
      <SwitchRow
        label={texts.label}
        hint={texts.hint + (isOn ? since : '')}
        checked={isOn}
        disabled={data === undefined}
        onChange={() => setOpen(isOn ? 'disable' : 'enrol')}
      />
      {isOn && (
        <SettingRow label={texts.codes} hint={texts.codesLeft(String(data.recoveryCodesLeft))} isWide>
          <Button onClick={() => setOpen('codes')}>{texts.newCodes}</Button>
        </SettingRow>
      )}
      {open === 'enrol' && <EnrolDialog onClose={close} />}
      {(open === 'disable' || open === 'codes') && <FactorDialog purpose={open} onClose={close} />}
    </>
  )
}
