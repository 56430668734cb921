import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { PoundSterling, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Property } from '@/api/properties'
import { common } from '@/lib/messages'
import { color } from '@/theme/tokens'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toasts } from '@/ui/toast/toasts'
import { userMessage } from '@/api/errors'
import { useDeleteProperty } from '../property.queries'
import { details } from './messages'
import { Nothing, Section } from './Section'

const SellDialog = lazy(async () => ({ default: (await import('../sell/SellDialog')).SellDialog }))

const Stack = styled('div')({ display: 'grid', gap: 10, marginTop: 12, '& > .MuiButton-root': { justifyContent: 'flex-start' } })

/** Property Actions: selling and deleting, neither of them while the property is being edited. */
interface ActionsProps {
  property: Property
  isEditing: boolean
  /** Leaves the dialog: the property is gone. */
  onGone: () => void
}

export function Actions({ property, isEditing, onGone }: ActionsProps) {
  const [isAsking, setAsking] = useState(false)
  const [isSelling, setSelling] = useState(false)
  const { mutate, isPending } = useDeleteProperty({
    onSuccess: () => {
      toasts.success(details.deleted, details.deletedText)
      onGone()
    },
    onError: (error) => {
      setAsking(false)
      toasts.failure(details.deleteFailed, userMessage(error, details.deleteFailedText))
    },
  })
  const reason = isEditing ? details.editingText : property.tenancyActive ? details.tenancyText : details.actionsText
  return (
    <Section title={details.actions}>
      <Nothing>{reason}</Nothing>
      <Stack>
        <Button disabled={isEditing} onClick={() => setSelling(true)} startIcon={<PoundSterling size={16} strokeWidth={1.75} />}>
          {details.sell}
        </Button>
        <Button
          disabled={isEditing}
          onClick={() => setAsking(true)}
          startIcon={<Trash2 size={16} strokeWidth={1.75} />}
          sx={{ color: color.danger, borderColor: color.danger }}
        >
          {details.delete}
        </Button>
      </Stack>
      {isSelling && (
        <Suspense>
          <SellDialog property={property} onClose={() => setSelling(false)} onSold={onGone} />
        </Suspense>
      )}
      {isAsking && (
        <ConfirmDialog
          title={details.deleteTitle(property.name)}
          text={details.deleteQuestion}
          confirm={details.delete}
          cancel={common.cancel}
          isPending={isPending}
          onConfirm={() => mutate(property)}
          onCancel={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
