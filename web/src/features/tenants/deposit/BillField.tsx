import { useQuery } from '@tanstack/react-query'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { tenancyDocumentsQuery } from '@/api/tenancyDocuments'
import { londonDay } from '@/lib/civilDate'
import { Field, Hint } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { LoadFailed } from '@/ui/LoadFailed'
import { deposit as texts } from './messages'

interface BillFieldProps {
  tenantId: number
  error: string | undefined
  field: UseFormRegisterReturn
}

/** The bill of what was kept, one of the documents that the tenants were given; or how to give them one. */
export function BillField({ tenantId, error, field }: BillFieldProps) {
  const format = useFormatter()
  const documents = useQuery(tenancyDocumentsQuery(tenantId))
  const { data } = documents
  if (data === undefined && documents.error !== null) return <LoadFailed what={texts.documents} cause={shortCause(documents.error)} onRetry={() => void documents.refetch()} />
  if (data?.length === 0) return <Hint>{texts.giveBill}</Hint>
  return (
    <Field label={texts.bill} hint={texts.billHint} isOptional error={error}>
      {(control) => (
        <Select {...control} {...field} disabled={data === undefined}>
          <option value="">{texts.noBill}</option>
          {data?.map(({ id, title, givenAt }) => (
            <option key={id} value={id}>
              {texts.billLine(title, format.date(londonDay(new Date(givenAt))))}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
