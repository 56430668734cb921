import { styled } from '@mui/material/styles'
import type { BankFilePreview } from '@/api/bank'
import { color, media, type } from '@/theme/tokens'
import { Check } from '@/ui/form/Check'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { Panel } from '@/ui/Panel'
import { bank, columns as texts } from '../../messages'
import { AccountFields } from '../../parts/AccountFields'
import { useBankAccounts } from '../../queries'
import type { FileChoices } from '../choices'

const List = styled('ul')({ ...type.body, padding: '12px 20px 4px', display: 'flex', flexDirection: 'column', gap: 10, [media.mobile]: { paddingInline: 16 } })
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 20 })
const Quiet = styled('p')({ ...type.small, color: color.muted })
const Place = styled('div')({ padding: '2px 20px 10px', [media.mobile]: { paddingInline: 16 } })
const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 14,
  padding: '14px 20px',
  alignItems: 'end',
  [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)', paddingInline: 16 },
})

interface UnreadProps {
  data: BankFilePreview
  choices: FileChoices
  accountError: string | undefined
  onChange: (changes: Partial<FileChoices>) => void
}

/** The lines that cannot be read and are left out only by consent; of which account the file is, and what its layout is called. */
export function Unread({ data, choices, accountError, onChange }: UnreadProps) {
  const { data: accounts = [] } = useBankAccounts()
  const { unreadable, unreadableCount } = data
  const shown = unreadable.slice(0, 5)
  return (
    <Column>
      {unreadableCount > 0 && (
        <Panel title={texts.unread} aside={<Quiet>{texts.toCheck(unreadableCount)}</Quiet>}>
          <List>
            {shown.map(({ line, why, text }) => (
              <li key={line}>
                <p style={{ overflowWrap: 'anywhere' }}>
                  <strong style={{ fontWeight: 580 }}>{texts.unreadLine(line)}</strong> “{text}”
                </p>
                <Quiet>{why}</Quiet>
              </li>
            ))}
            {unreadableCount > shown.length && <Quiet as="li">{texts.unreadMore(unreadableCount - shown.length)}</Quiet>}
          </List>
          <Place>
            <Check>
              <input type="checkbox" checked={choices.isLeftOut} onChange={({ target }) => onChange({ isLeftOut: target.checked })} />
              {texts.leaveOut(unreadableCount)}
            </Check>
          </Place>
        </Panel>
      )}
      <Panel title={texts.account}>
        <Fields>
          <AccountFields accounts={accounts} choice={choices.account} error={accountError} hint={texts.accountHint} none={accountError === undefined ? texts.accountAsFile : bank.chooseAccount} onChange={(account) => onChange({ account })} />
          {choices.isRemembered && (
            <Field label={texts.name}>{(control) => <Input {...control} value={choices.name} maxLength={60} autoComplete="off" onChange={({ target }) => onChange({ name: target.value })} />}</Field>
          )}
          <Check sx={{ gridColumn: '1 / -1' }}>
            <input type="checkbox" checked={choices.isRemembered} onChange={({ target }) => onChange({ isRemembered: target.checked })} />
            {texts.remember}
          </Check>
        </Fields>
      </Panel>
    </Column>
  )
}
