import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { useSaveAnalysis, type Analysis } from '@/api/analyses'
import { fieldErrors, userMessage } from '@/api/errors'
import type { Listing } from '@/api/listings'
import { withList } from '@/lib/query'
import { Check } from '@/ui/form/Check'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { saving as texts } from '../messages'
import { bodyOf, type Typed } from '../model'

const longestName = 100

interface Values {
  name: string
  replaces: boolean
}

interface SaveDialogProps {
  listing: Pick<Listing, 'id' | 'title'>
  typed: Typed
  /** The one that is open, which can be replaced. */
  saved: Analysis | undefined
  onClose: () => void
}

/** Keeps what was worked out under a name. */
export function SaveDialog({ listing, typed, saved, onClose }: SaveDialogProps) {
  const [query, setQuery] = useSearchParams()
  const form = useForm<Values>({
    defaultValues: { name: saved?.name ?? '', replaces: saved !== undefined },
    resolver: resolverOf(({ name }) => (name.trim().length > longestName ? { name: texts.nameTooLong } : {})),
  })
  const { register, formState, setError } = form
  const { mutate, isPending } = useSaveAnalysis()
  const submit = ({ name, replaces }: Values) => {
    const assumptions = bodyOf(typed)
    const body = {
      listingId: listing.id,
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(replaces && saved !== undefined && { analysisId: saved.id }),
      ...(Object.keys(assumptions).length > 0 && { assumptions }),
    }
    mutate(body, {
      onSuccess: (kept) => {
        toasts.success(texts.done, texts.doneText)
        onClose()
        if (kept !== undefined) setQuery(withList(query, { analysis: String(kept.id) }), { replace: true })
      },
      onError: (error) => {
        const { name: wrong, ...others } = fieldErrors(error)
        if (wrong !== undefined) setError('name', { type: 'server', message: wrong })
        toasts.failure(texts.failed, Object.keys(others).length > 0 ? texts.invalidText : userMessage(error, texts.failedText))
      },
    })
  }
  return (
    <FormDialog form={form} title={texts.title} subject={listing.title} submit={texts.submit} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <Field label={texts.name} hint={texts.nameHint} isOptional error={formState.errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="off" />}
      </Field>
      {saved !== undefined && (
        <Check>
          <input type="checkbox" {...register('replaces')} />
          {texts.replace(saved.name ?? texts.unnamed)}
        </Check>
      )}
    </FormDialog>
  )
}
