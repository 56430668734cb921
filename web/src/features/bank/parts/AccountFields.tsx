import type { BankAccount, FileFields } from '@/api/bank'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { bank as texts } from '../messages'

/** The chosen account: the id of one, a new one by its name, or none yet. */
export interface AccountChoice {
  id: number | 'new' | null
  name: string
}

export const noAccount: AccountChoice = { id: null, name: '' }

/** Returns the fields of a choice; `null` where nothing is chosen. */
export function accountChosen({ id, name }: AccountChoice): FileFields | null {
  if (id === 'new') return name.trim() === '' ? null : { accountName: name.trim() }
  return id === null ? null : { bankAccountId: id }
}

interface AccountProps {
  accounts: readonly BankAccount[]
  choice: AccountChoice
  error?: string | undefined
  hint?: string | undefined
  /** The name of choosing none. */
  none?: string
  onChange: (choice: AccountChoice) => void
}

/** An account that is known, or the name of a new one. */
export function AccountFields({ accounts, choice, error, hint, none = texts.chooseAccount, onChange }: AccountProps) {
  const isNew = choice.id === 'new'
  return (
    <>
      <Field label={texts.account} hint={hint} error={isNew ? undefined : error}>
        {(control) => (
          <Select {...control} value={choice.id ?? ''} onChange={({ target: { value } }) => onChange({ ...choice, id: value === '' ? null : value === 'new' ? 'new' : Number(value) })}>
            <option value="">{none}</option>
            {accounts.map(({ id, name, ending }) => (
              <option key={id} value={id}>
                {texts.accountLabel(name, ending)}
              </option>
            ))}
            <option value="new">{texts.newAccount}</option>
          </Select>
        )}
      </Field>
      {isNew && (
        <Field label={texts.accountName} hint={texts.accountNameHint} error={error}>
          {(control) => <Input {...control} value={choice.name} maxLength={60} autoComplete="off" onChange={({ target }) => onChange({ ...choice, name: target.value })} />}
        </Field>
      )}
    </>
  )
}
