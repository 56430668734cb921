import Button from '@mui/material/Button'
import { useState } from 'react'
import { useUser } from '@/api/session'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { EmailDialog } from './EmailDialog'
import { account } from './messages'
import { PasswordDialog } from './PasswordDialog'
import { TwoFactorRows } from './TwoFactorRows'

/** Shows the account's means to sign in. */
export function SignInPanel() {
  const { email } = useUser()
  const [open, setOpen] = useState<'email' | 'password'>()
  const close = () => setOpen(undefined)
  return (
    <Panel title={account.title}>
      <SettingRow label={account.email} hint={email} isWide>
        <Button onClick={() => setOpen('email')}>{account.changeEmail}</Button>
      </SettingRow>
      <SettingRow label={account.password} hint={account.passwordHint} isWide>
        <Button onClick={() => setOpen('password')}>{account.changePassword}</Button>
      </SettingRow>
      <TwoFactorRows />
      {open === 'email' && <EmailDialog onClose={close} />}
      {open === 'password' && <PasswordDialog onClose={close} />}
    </Panel>
  )
}
