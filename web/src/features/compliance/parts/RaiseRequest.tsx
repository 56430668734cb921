import Button from '@mui/material/Button'
import { Wrench } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Inspection } from '@/api/compliance'
import { userMessage } from '@/api/errors'
import { common } from '@/lib/messages'
import { requestPath } from '@/lib/paths'
import { toasts } from '@/ui/toast/toasts'
import { compliance } from '../messages'
import { useRaiseRequest } from '../queries'
import { RowName } from './rows'

/** Makes what an inspection requires a maintenance request, and opens it: one press. */
export function RaiseRequest({ inspection, whose }: { inspection: Inspection; whose: string }) {
  const navigate = useNavigate()
  const { mutate, isPending } = useRaiseRequest()
  const raise = () =>
    mutate(inspection, {
      onSuccess: (request) => {
        if (request === undefined) return
        toasts.success(compliance.raised, request.title)
        void navigate(requestPath(request.id))
      },
      onError: (error) => toasts.failure(common.error, userMessage(error, compliance.raiseFailedText)),
    })
  return (
    <Button loading={isPending} onClick={raise} startIcon={<Wrench size={16} strokeWidth={1.75} />}>
      {compliance.raise}
      <RowName of={whose} />
    </Button>
  )
}
