import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldErrors, isRefused, userMessage } from '@/api/errors'
import type { Tenant } from '@/api/tenants'
import { common } from '@/lib/messages'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { Notice } from '@/ui/Notice'
import { toasts } from '@/ui/toast/toasts'
import { form as texts } from '../form.messages'
import { placeOf } from '../parts/facts'
import { useEditTenant, useTenant } from '../queries'
import { PersonFields, TermFields } from './fields'
import { changesOf, controlOf, fieldOrder, mergeValues, tenantMistakes, valuesOf, type TenantValues } from './values'

const names: Record<keyof TenantValues, string> = {
  name: texts.name,
  email: texts.email,
  phone: texts.phone,
  address: texts.address,
  employmentStatus: texts.employment,
  leaseStart: texts.start,
  leaseEnd: texts.end,
  tenancyRent: texts.rentShared,
  depositAmount: texts.deposit,
}

/** Changes a tenant, and the terms of the tenancy. What somebody else saved meanwhile comes into the form, and nothing typed is lost. */
export function EditTenantDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const [base, setBase] = useState(tenant)
  const [both, setBoth] = useState<string[]>()
  const form = useForm<TenantValues>({ defaultValues: valuesOf(tenant), resolver: resolverOf(tenantMistakes), shouldFocusError: false })
  const { mutate, isPending } = useEditTenant()
  const { refetch } = useTenant(tenant.id)
  const { isDirty } = form.formState

  const takeTheirs = async (mine: TenantValues) => {
    const { data: theirs } = await refetch()
    if (theirs === undefined) return
    const found = mergeValues(valuesOf(base), valuesOf(theirs), mine)
    form.reset(valuesOf(theirs))
    for (const name of fieldOrder) form.setValue(name, found.merged[name], { shouldDirty: true })
    setBase(theirs)
    setBoth(found.both.map((name) => names[name]))
  }
  const submit = (values: TenantValues) =>
    mutate(
      { row: base, body: changesOf(valuesOf(base), values) },
      {
        onSuccess: () => {
          toasts.success(texts.saved, texts.savedText)
          onClose()
        },
        onError: (error) => {
          if (isRefused(error, 412)) {
            void takeTheirs(values)
            return
          }
          for (const [field, message] of Object.entries(fieldErrors(error))) {
            const name = controlOf(fieldOrder, field)
            if (name) form.setError(name, { type: 'server', message })
          }
          toasts.failure(common.error, userMessage(error, texts.saveFailedText))
        },
      },
    )
  return (
    <FormDialog
      form={form}
      title={texts.editTitle}
      subject={`${base.name}, ${placeOf(base)}`}
      submit={texts.save}
      order={fieldOrder}
      isPending={isPending}
      obstacle={isDirty ? undefined : texts.nothingChanged}
      onSubmit={submit}
      onClose={onClose}
    >
      {both !== undefined && <Notice title={texts.changedTitle} text={both.length > 0 ? `${texts.changedText} ${texts.changedBoth(both.join(', '))}` : texts.changedText} />}
      <PersonFields />
      <TermFields isShared={base.tenantsTogether > 1} />
    </FormDialog>
  )
}
