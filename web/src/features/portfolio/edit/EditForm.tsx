import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { settingsQuery } from '@/api/account'
import { fieldErrors, isRefusal, shortCause, userMessage } from '@/api/errors'
import type { Property } from '@/api/properties'
import { common } from '@/lib/messages'
import { media } from '@/theme/tokens'
import { ErrorSummary } from '@/ui/form/ErrorSummary'
import { Hint } from '@/ui/form/Field'
import { listMistakes, resolverOf } from '@/ui/form/rules'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { toasts } from '@/ui/toast/toasts'
import { propertyTypes } from '../kinds'
import { controlOf, fieldOrder, type PropertyValues } from '../model'
import { nationTexts } from '../nation.messages'
import { AboutFields } from '../parts/AboutFields'
import { LeaseFields } from '../parts/LeaseFields'
import { MoneyFields } from '../parts/MoneyFields'
import { PreviewPanel } from '../parts/PreviewPanel'
import { RoomFields } from '../parts/RoomFields'
import { PhotosField } from '../photos/PhotosField'
import { useUpdateProperty } from '../property.queries'
import { differences } from './compare'
import { ConflictDialog } from './ConflictDialog'
import { CostFields, FactFields, InsuranceFields, MortgageFields } from './Groups'
import { editForm } from './messages'
import { editMistakes } from './rules'
import { changesOf, hasRooms, valuesOf, type Change } from './values'

export const formId = 'edit-property'

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 28 })
const Halves = styled('div')({
  display: 'grid',
  gap: '28px 48px',
  alignItems: 'start',
  [media.wide]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '& > div': { display: 'flex', flexDirection: 'column', gap: 28 },
})

/** The statuses and kinds that the edit mode offers (docs/reference/screens/portfolio.md S2 4 and S2 5); a property keeps another that it has. */
const statuses = ['Occupied', 'Vacant', 'Under Maintenance'] as const
const types = propertyTypes.filter((type) => type !== 'Commercial')
const including = <Option extends string>(options: readonly Option[], kept: Option | '') =>
  kept === '' || options.includes(kept) ? options : [kept, ...options]

/** The data and acts of the dialog around the form. */
interface EditFormProps {
  /** The property as it is now: it may change while it is being edited. */
  property: Property
  isGone: boolean
  onDirty: (isDirty: boolean) => void
  onPending: (isPending: boolean) => void
  /** Reads the property anew. */
  onReload: () => Promise<Property | undefined>
  onDone: () => void
  actions: ReactNode
}

/** All that can be changed of a property. */
export function EditForm({ property, isGone, onDirty, onPending, onReload, onDone, actions }: EditFormProps) {
  // Off: a shared house's rent is typed and not the sum of its rooms' rents.
  const hasFreeRent = useQuery(settingsQuery()).data?.autoRentCalculation === false
  const [base, setBase] = useState(property)
  const [isUploading, setUploading] = useState(false)
  const [comparing, setComparing] = useState<Property>()
  /** A save that waits for a word about what another nation changes. */
  const [asking, setAsking] = useState<{ against: Property; change: Change }>()
  const form = useForm<PropertyValues>({
    defaultValues: valuesOf(base),
    resolver: resolverOf((values) => editMistakes(values, hasFreeRent, new Date())),
    shouldFocusError: false,
  })
  const { isDirty, submitCount } = form.formState
  const { mutate, isPending } = useUpdateProperty()

  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  // A photo on its way belongs to what is saved.
  useEffect(() => onPending(isPending || isUploading), [isPending, isUploading, onPending])

  const save = (values: PropertyValues, against: Property) => {
    const change = changesOf(against, values, hasFreeRent)
    if (Object.keys(change).length === 0) { onDone(); return; }
    if (against.tenancyActive && change.nation !== undefined && change.nation !== against.nation) { setAsking({ against, change }); return; }
    send(against, change)
  }

  const send = (against: Property, change: Change) => {
    setAsking(undefined)
    mutate(
      { property: against, change },
      {
        onSuccess: () => {
          toasts.success(editForm.success, editForm.successText)
          onDone()
        },
        onError: (error) => void fail(error),
      },
    )
  }

  const fail = async (error: unknown) => {
    const latest = isRefusal(error, 'STALE_ETAG') ? await onReload().catch(() => undefined) : undefined
    if (latest !== undefined) { setComparing(latest); return; }
    for (const [field, message] of Object.entries(fieldErrors(error))) {
      const name = controlOf(field)
      if (name) form.setError(name, { type: 'server', message })
    }
    toasts.failure(editForm.failed, editForm.failedText(userMessage(error, shortCause(error))))
  }

  /** Continues from what is saved now, with what was decided typed into it. */
  const adopt = (latest: Property, merged: PropertyValues) => {
    setBase(latest)
    setComparing(undefined)
    form.reset(valuesOf(latest))
    form.reset(merged, { keepDefaultValues: true })
  }

  // Beside the rooms of a shared house, under the little that there is to say of others.
  const wasShared = base.propertyType === 'HMO'
  const photos = <PhotosField onBusy={setUploading} />
  const isSuggestion = base.propertyType === 'HMO' && !hasRooms(base)
  return (
    <FormProvider {...form}>
      <Form id={formId} method="post" noValidate onSubmit={(event) => void form.handleSubmit((values) => save(values, base))(event)}>
        {isGone && <Notice title={editForm.goneTitle} text={editForm.goneText} />}
        {!isGone && property.version !== base.version && (
          <Notice
            title={editForm.changedTitle}
            text={editForm.changedText}
            action={<Button onClick={() => setComparing(property)}>{editForm.seeChanges}</Button>}
          />
        )}
        <ErrorSummary attempt={submitCount} mistakes={listMistakes(fieldOrder, (name) => form.getFieldState(name, form.formState).error?.message)} />
        <Halves>
          <div>
            <AboutFields types={including(types, base.propertyType)} statuses={including(statuses, valuesOf(base).status)} />
            {isSuggestion && <Hint>{editForm.roomsDefaults}</Hint>}
            <RoomFields />
            <CostFields />
            <LeaseFields />
            {!wasShared && photos}
          </div>
          <div>
            {wasShared && photos}
            <MoneyFields
              hasFreeRent={hasFreeRent}
              lockedRentHint={editForm.rentLocked}
              letRent={base.tenancyActive ? base.monthlyRent : undefined}
            />
            <MortgageFields />
            <InsuranceFields />
            <FactFields />
          </div>
        </Halves>
        <PreviewPanel hasFreeRent={hasFreeRent} />
        {actions}
      </Form>
      {asking !== undefined && (
        <ConfirmDialog
          title={nationTexts.confirmTitle(asking.change.nation ?? null)}
          text={nationTexts.confirmText}
          confirm={nationTexts.confirm(asking.change.nation ?? null)}
          cancel={common.cancel}
          onConfirm={() => send(asking.against, asking.change)}
          onCancel={() => setAsking(undefined)}
        />
      )}
      {comparing !== undefined && (
        <Comparison
          base={base}
          latest={comparing}
          mine={form.getValues()}
          hasFreeRent={hasFreeRent}
          isPending={isPending}
          onAdopt={adopt}
          onSave={(latest) => void form.handleSubmit((values) => save(values, latest))()}
          onBack={() => setComparing(undefined)}
        />
      )}
    </FormProvider>
  )
}

/** The data of the question, and its answers. */
interface ComparisonProps {
  base: Property
  latest: Property
  mine: PropertyValues
  hasFreeRent: boolean
  isPending: boolean
  onAdopt: (latest: Property, merged: PropertyValues) => void
  onSave: (latest: Property) => void
  onBack: () => void
}

function Comparison({ base, latest, mine, hasFreeRent, isPending, onAdopt, onSave, onBack }: ComparisonProps) {
  const [before, theirs] = [valuesOf(base), valuesOf(latest)]
  return (
    <ConflictDialog
      propertyId={latest.id}
      base={before}
      theirs={theirs}
      mine={mine}
      found={differences(before, theirs, mine, hasFreeRent)}
      isPending={isPending}
      onApply={(merged) => onAdopt(latest, merged)}
      onSave={(merged) => {
        onAdopt(latest, merged)
        onSave(latest)
      }}
      onBack={onBack}
    />
  )
}
