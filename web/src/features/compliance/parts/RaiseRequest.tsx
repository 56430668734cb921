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
import { Whose } from './rows'

/** Makes what an inspection requires a maintenance request, and opens it: one press. */
export function RaiseRequest({ inspection, whose }: { inspection: Inspection; whose: string }) {
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useRaiseRequest()
  // Not by mutate's own callbacks: they are passed over where the row is drawn anew meanwhile, and the press would have led nowhere.
  const raise = async () => {
    try {
      const request = await mutateAsync(inspection)
      if (request === undefined) return
      toasts.success(compliance.raised, request.title)
      await navigate(requestPath(request.id))
    } catch (error) {
      toasts.failure(common.error, userMessage(error, compliance.raiseFailedText))
    }
  }
  return (
    <Button loading={isPending} onClick={() => void raise()} startIcon={<Wrench size={16} strokeWidth={1.75} />}>
      {compliance.raise}
      <Whose of={whose} />
    </Button>
  )
}
