import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { Inspection } from '@/api/compliance'
import { userMessage } from '@/api/errors'
import { londonDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { type } from '@/theme/tokens'
import { PlainDialog } from '@/ui/PlainDialog'
import { toasts } from '@/ui/toast/toasts'
import { inspectionForm } from '../messages'
import { useRescheduleInspection } from '../queries'

const Text = styled('p')(type.body)

/** Returns whether an inspection's day has not come: then it cannot be completed. */
export const isToCome = ({ inspectionDate }: Pick<Inspection, 'inspectionDate'>): boolean => inspectionDate > londonDay(new Date())

/** Offers to move an inspection to today where it is to be completed before its day. */
export function NotDueDialog({ inspection, onMoved, onClose }: { inspection: Inspection; onMoved: (moved: Inspection) => void; onClose: () => void }) {
  const format = useFormatter()
  const { mutate, isPending } = useRescheduleInspection()
  const move = () => {
    const inspectionDate = londonDay(new Date())
    mutate(
      { row: inspection, body: { inspectionDate } },
      {
        onSuccess: ({ data }) => (data === undefined ? onClose() : onMoved(data)),
        onError: (error) => toasts.failure(common.error, userMessage(error, inspectionForm.failedText)),
      },
    )
  }
  return (
    <PlainDialog
      title={inspectionForm.notDue}
      subject={inspection.propertyName}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="contained" loading={isPending} onClick={move}>
            {inspectionForm.moveToToday}
          </Button>
        </>
      }
    >
      <Text>{inspectionForm.notDueText(format.longDate(inspection.inspectionDate))}</Text>
    </PlainDialog>
  )
}
