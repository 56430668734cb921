import { useEffect, useMemo } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { fieldErrors, userMessage } from '@/api/errors'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { idOf, withList } from '@/lib/query'
import { Check } from '@/ui/form/Check'
import { Hint } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { form as texts } from '../form.messages'
import { useAddTenant, useHome, useHomeTenants, useInviteToPortal, useKnownHome, useRooms } from '../queries'
import { AmountField, FieldGroup, PersonFields, TermFields } from './fields'
import { HomeFields } from './HomeFields'
import { canBeNew, chosenHome, controlOf, newFieldOrder, newTenant, newTenantBody, newTenantMistakes, type NewTenantValues } from './values'

/** Add Tenant: somebody who moves into a home, or joins those who live there. Open as long as the address says so. */
export function AddTenantDialog() {
  const format = useFormatter()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const asked = useHome(idOf(query.get('property')) ?? null).data
  const knownHome = useKnownHome()
  const form = useForm<NewTenantValues>({
    defaultValues: newTenant({ id: null, label: '' }),
    resolver: resolverOf((values) => {
      const known = knownHome(values.property.id)
      return newTenantMistakes(values, chosenHome(values, known.home, known.tenants))
    }),
    shouldFocusError: false,
  })
  const { control, setValue, getValues, formState } = form
  const [property, room, tenancy] = useWatch({ control, name: ['property', 'room', 'tenancy'] })
  const home = useHome(property.id).data
  const tenants = useHomeTenants(property.id).data
  const { isShared, tenancies } = useMemo(() => chosenHome({ property, room }, home, tenants), [property, room, home, tenants])
  const rooms = useRooms(isShared ? property.id : null).data
  const { mutate, isPending } = useAddTenant()
  const invite = useInviteToPortal()

  // The property of the list's filter, unless another one was chosen already.
  const label = asked && `${asked.name}, ${asked.postcode}`
  useEffect(() => {
    if (asked && label !== undefined && getValues('property').label === '') setValue('property', { id: asked.id, label })
  }, [asked, label, getValues, setValue])

  // Where somebody lives for good, a new tenant can only join them; elsewhere the tenancy is one of their own until it is chosen.
  const only = canBeNew(tenancies) ? undefined : tenancies[0]?.id
  useEffect(() => {
    const isKnown = tenancies.some(({ id }) => String(id) === getValues('tenancy'))
    if (only !== undefined && !isKnown) setValue('tenancy', String(only))
    if (only === undefined && !isKnown) setValue('tenancy', '')
  }, [only, tenancies, getValues, setValue])

  // The rent of the home, until it is typed.
  const usual = isShared ? rooms?.find(({ roomNumber }) => roomNumber === room)?.monthlyRent : home?.monthlyRent
  const isRentTyped = formState.dirtyFields.tenancyRent === true
  useEffect(() => {
    if (!isRentTyped) setValue('tenancyRent', tenancy === '' ? (usual ?? '') : '')
  }, [usual, tenancy, isRentTyped, setValue])

  // The list behind the dialog keeps its filters.
  const close = () => void navigate({ pathname: paths.tenants, search: withList(query, { add: '' }).toString() }, { replace: true })
  const submit = (values: NewTenantValues) =>
    mutate(newTenantBody(values), {
      onSuccess: (tenant) => {
        const name = values.name.trim()
        const place = home?.name ?? ''
        const said = tenant?.leaseStatus === 'Upcoming' ? texts.addedUpcoming(name, place) : texts.addedActive(name, place)
        if (tenant === undefined || !values.isInvited) toasts.success(texts.added, said)
        else
          invite.mutate({ id: tenant.id, pressedAt: Date.now() }, {
            onSuccess: () => toasts.success(texts.added, `${said} ${texts.invited(values.email.trim())}`),
            onError: (error) => toasts.failure(texts.inviteFailed, `${said} ${userMessage(error, texts.inviteFailedText)}`),
          })
        close()
      },
      onError: (error) => {
        for (const [field, message] of Object.entries(fieldErrors(error))) {
          const name = controlOf(newFieldOrder, field)
          if (name) form.setError(name, { type: 'server', message })
        }
        toasts.failure(common.error, userMessage(error, texts.addFailedText))
      },
    })
  const joined = tenancies.find(({ id }) => String(id) === tenancy)
  return (
    <FormDialog
      form={form}
      title={texts.addTitle}
      submit={texts.addTitle}
      order={newFieldOrder}
      isPending={isPending}
      discardTitle={texts.discardTitle}
      onSubmit={submit}
      onClose={close}
    >
      <HomeFields rooms={isShared ? rooms : undefined} tenants={tenants ?? []} tenancies={tenancies} onProperty={() => setValue('room', '')} />
      <PersonFields />
      {joined === undefined ? (
        <TermFields isShared={false} />
      ) : (
        <FieldGroup title={texts.termsShared}>
          <AmountField name="tenancyRent" label={texts.rentJoined} hint={texts.rentJoinedHint(format.moneyExact(joined.rent))} isOptional />
        </FieldGroup>
      )}
      <div>
        <Check>
          <input type="checkbox" {...form.register('isInvited')} aria-describedby="invite-hint" />
          {texts.invite}
        </Check>
        <Hint id="invite-hint">{texts.inviteHint}</Hint>
      </div>
    </FormDialog>
  )
}
