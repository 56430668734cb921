import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useFormatter } from '@/api/account'
import type { Inspection } from '@/api/compliance'
import { userMessage } from '@/api/errors'
import { useTakeBack } from '@/api/takeBacks'
import { common } from '@/lib/messages'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toasts } from '@/ui/toast/toasts'
import { compliance, inspectionForm } from '../messages'
import { nameOfInspection, type ChosenProperty } from '../model'
import { useCancelInspection, useInspections, type Filter } from '../queries'
import type { InspectionTask } from './InspectionDialog'
import { InspectionRow } from './InspectionRow'
import { isToCome, NotDueDialog } from './NotDueDialog'
import { RowsPanel } from './RowsPanel'

const InspectionDialog = lazy(async () => ({ default: (await import('./InspectionDialog')).InspectionDialog }))
const TakeBackDialog = lazy(async () => ({ default: (await import('@/ui/takeback/TakeBackDialog')).TakeBackDialog }))
const CompleteDialog = lazy(async () => ({ default: (await import('./CompleteDialog')).CompleteDialog }))

/** Inspections, and everything that is done with them. */
interface InspectionsProps {
  filter: Filter
  /** The property that a new one is for, when only one is shown. */
  property: ChosenProperty
  hasProperty: boolean
  /** The content where there is none. */
  none: ReactNode
  /** The content between the head and the rows. */
  above?: ReactNode
  isPlain?: boolean
}

export function Inspections({ filter, property, hasProperty, none, above, isPlain = false }: InspectionsProps) {
  const query = useInspections(filter)
  const [task, setTask] = useState<InspectionTask | null>(null)
  const [completed, setCompleted] = useState<Inspection | null>(null)
  const [cancelled, setCancelled] = useState<Inspection | null>(null)
  const [takenBack, setTakenBack] = useState<Inspection | null>(null)
  const work = useTakeBack({ of: 'portfolio', act: 'inspection', id: takenBack?.id ?? 0 }, takenBack !== null)
  return (
    <>
      <RowsPanel
        title={compliance.inspections}
        query={query}
        action={inspectionForm.add}
        onAct={() => setTask({ kind: 'add', property })}
        none={none}
        above={above}
        isPlain={isPlain}
        render={(inspection) => (
          <InspectionRow
            key={inspection.id}
            inspection={inspection}
            hasProperty={hasProperty}
            onComplete={() => setCompleted(inspection)}
            onReschedule={() => setTask({ kind: 'reschedule', inspection })}
            onCancel={() => setCancelled(inspection)}
            onTakeBack={() => setTakenBack(inspection)}
          />
        )}
      />
      <Suspense>
        {task !== null && <InspectionDialog task={task} onClose={() => setTask(null)} />}
        {takenBack !== null && <TakeBackDialog work={work} subject={takenBack.propertyName} onClose={() => setTakenBack(null)} />}
        {completed !== null && isToCome(completed) && <NotDueDialog inspection={completed} onMoved={setCompleted} onClose={() => setCompleted(null)} />}
        {completed !== null && !isToCome(completed) && <CompleteDialog inspection={completed} onClose={() => setCompleted(null)} />}
      </Suspense>
      {cancelled !== null && <CancelQuestion inspection={cancelled} onClose={() => setCancelled(null)} />}
    </>
  )
}

function CancelQuestion({ inspection, onClose }: { inspection: Inspection; onClose: () => void }) {
  const format = useFormatter()
  const { mutate } = useCancelInspection()
  const what = nameOfInspection(inspection, compliance.on(format.longDate(inspection.inspectionDate), inspection.inspectionTime))
  const cancel = () => {
    mutate(inspection, {
      onSuccess: () => toasts.success(inspectionForm.cancelled, what),
      onError: (error) => toasts.failure(common.error, userMessage(error, inspectionForm.failedText)),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      title={inspectionForm.cancelTitle}
      text={inspectionForm.cancelText(what)}
      confirm={inspectionForm.cancel}
      cancel={inspectionForm.keep}
      onConfirm={cancel}
      onCancel={onClose}
    />
  )
}
