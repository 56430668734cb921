import { styled } from '@mui/material/styles'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { fieldErrors, userMessage } from '@/api/errors'
import { useSaveSearch } from '@/api/listings'
import { common } from '@/lib/messages'
import { color, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { saved as texts } from './messages'
import { criteriaOf, searchOf } from './model'

const Criteria = styled('p')({ ...type.body, color: color.muted, overflowWrap: 'anywhere' })

interface Values {
  name: string
}

const longest = 100
const mistakes = ({ name }: Values) => (name.trim() === '' || [...name.trim()].length > longest ? { name: texts.nameRequired } : {})

/** Keeps the search of the address under a name. */
export function SaveDialog({ onClose }: { onClose: () => void }) {
  const format = useFormatter()
  const [query] = useSearchParams()
  const { location = null, propertyType = null, minPrice = null, maxPrice = null } = searchOf(query)
  const wanted = { location, propertyType, minPrice, maxPrice }
  const criteria = criteriaOf(wanted, format)
  const form = useForm<Values>({ defaultValues: { name: '' }, resolver: resolverOf(mistakes) })
  const { register, formState, setError } = form
  const save = useSaveSearch()
  const submit = ({ name }: Values) =>
    save.mutate(
      { ...wanted, name: name.trim() },
      {
        onSuccess: () => {
          toasts.success(texts.saved, texts.savedText)
          onClose()
        },
        onError: (error) => {
          const { name: message } = fieldErrors(error)
          if (message !== undefined) setError('name', { type: 'server', message }, { shouldFocus: true })
          toasts.failure(common.error, userMessage(error, texts.saveFailed))
        },
      },
    )
  return (
    <FormDialog
      form={form}
      title={texts.title}
      submit={texts.submit}
      isPending={save.isPending}
      obstacle={criteria.length === 0 ? texts.nothingSet : undefined}
      discardTitle={texts.discardTitle}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={texts.name} hint={texts.nameHint} error={formState.errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} maxLength={longest} autoComplete="off" />}
      </Field>
      <div>
        <p style={{ fontWeight: 560 }}>{texts.criteria}</p>
        <Criteria>{criteria.join(', ') || texts.everything}</Criteria>
      </div>
    </FormDialog>
  )
}
