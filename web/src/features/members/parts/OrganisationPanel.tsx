import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { fieldErrors, shortCause, userMessage } from '@/api/errors'
import { typographic } from '@/lib/format'
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

/** Shows the organisation's name; its dialog has an address, so that Settings lead to it. */
export function OrganisationPanel({ isOwner }: { isOwner: boolean }) {
  const { data, error, refetch } = useOrganisation()
  const [query, setQuery] = useSearchParams()
  const isOpen = isOwner && query.get('rename') === 'organisation'
  const setOpen = (open: boolean) => setQuery(open ? { rename: 'organisation' } : {}, { replace: true })
  return (
    <Panel title={texts.title}>
      {data === undefined && error !== null ? (
        <div style={{ padding: 16 }}>
          <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />
        </div>
      ) : (
        <SettingRow label={typographic(data?.name ?? '')} hint={texts.hint} isWide>
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
          const message = fieldErrors(error).name
          if (message === undefined) toasts.failure(texts.failed, userMessage(error, texts.failedText))
          else form.setError('name', { type: 'server', message }, { shouldFocus: true })
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
