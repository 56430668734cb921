import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldErrors, shortCause, userMessage } from '@/api/errors'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { toasts } from '@/ui/toast/toasts'
import { organisation as texts } from '../messages'
import { useOrganisation, useRename } from '../queries'

/** What the organisation is called. */
export function OrganisationPanel({ isOwner }: { isOwner: boolean }) {
  const { data, error, refetch } = useOrganisation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title={texts.title}>
      {data === undefined && error !== null ? (
        <div style={{ padding: 16 }}>
          <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />
        </div>
      ) : (
        <SettingRow label={data?.name ?? ''} hint={texts.hint} isWide>
          {isOwner && (
            <Button disabled={data === undefined} onClick={() => setOpen(true)}>
              {texts.rename}
            </Button>
          )}
        </SettingRow>
      )}
      {isOpen && data !== undefined && <RenameDialog name={data.name} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function RenameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const form = useForm({ defaultValues: { name }, resolver: resolverOf((values) => (values.name.trim() === '' ? { name: texts.required } : {})) })
  const { mutate, isPending } = useRename()
  const submit = (values: { name: string }) =>
    mutate(
      { name: values.name.trim() },
      {
        onSuccess: () => {
          toasts.success(texts.saved)
          onClose()
        },
        onError: (error) => {
          toasts.failure(texts.failed, userMessage(error, texts.failedText))
          const message = fieldErrors(error).name
          if (message !== undefined) form.setError('name', { type: 'server', message }, { shouldFocus: true })
        },
      },
    )
  return (
    <FormDialog form={form} title={texts.renameTitle} submit={texts.save} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <Field label={texts.name} error={form.formState.errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="organization" maxLength={200} />}
      </Field>
    </FormDialog>
  )
}
