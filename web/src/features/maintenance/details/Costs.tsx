import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import { userMessage } from '@/api/errors'
import { attachmentQuery, type Cost, type MaintenanceRequest } from '@/api/maintenance'
import { useMayWrite, Writers } from '@/api/session'
import { common } from '@/lib/messages'
import { color, media, radius } from '@/theme/tokens'
import { Entry, Ledger } from '@/ui/Ledger'
import { showBlob, tabForLater } from '@/ui/openBlob'
import { toasts } from '@/ui/toast/toasts'
import { details as texts } from '../messages'
import { isWorkable } from '../model'
import { useRemoveCost } from '../queries'
import { AddPhoto } from './AddPhoto'
import { Acts, Note, Section } from './Section'

const CostDialog = lazy(async () => ({ default: (await import('../forms/CostDialog')).CostDialog }))

const Remove = styled(ButtonBase)({ width: 28, height: 28, marginLeft: 6, verticalAlign: 'middle', borderRadius: radius.control, color: color.muted, '&:hover': { backgroundColor: color.hover }, [media.mobile]: { width: 44, height: 44 } })

/** Lists the costs line by line with the total under the beam, and the invoices. */
export function Costs({ request }: { request: MaintenanceRequest }) {
  const format = useFormatter()
  const [isAdding, setAdding] = useState(false)
  const { id, costs = [], costTotal, files } = request
  const invoices = files.filter(({ kind }) => kind === 'invoice')
  return (
    <Section title={texts.costs}>
      {costs.length === 0 && <Note>{texts.noCosts}</Note>}
      {costs.length > 0 && (
        <Ledger>
          {costs.map((cost) => (
            <Line key={cost.id} id={id} cost={cost} />
          ))}
          <Entry label={texts.total} isTotal>
            {format.moneyExact(costTotal)}
          </Entry>
        </Ledger>
      )}
      {invoices.map(({ id: invoice, fileName }, index) => (
        <Invoice key={invoice} id={id} attachmentId={invoice} name={fileName || texts.invoice(index + 1)} />
      ))}
      {isWorkable(request) && (
        <Writers>
          <Acts>
            <Button onClick={() => setAdding(true)} startIcon={<Plus size={16} strokeWidth={1.75} />}>
              {texts.addCost}
            </Button>
            <AddPhoto id={id} kind="invoice" label={texts.addInvoice} room={1} />
          </Acts>
        </Writers>
      )}
      <Suspense>{isAdding && <CostDialog request={request} onClose={() => setAdding(false)} />}</Suspense>
    </Section>
  )
}

function Line({ id, cost }: { id: number; cost: Cost }) {
  const format = useFormatter()
  const mayWrite = useMayWrite()
  const { mutate, isPending } = useRemoveCost()
  const remove = () => {
    mutate({ id, costId: cost.id }, {
      onSuccess: () => toasts.success(texts.costRemoved, cost.description),
      onError: (error) => toasts.failure(common.error, userMessage(error, texts.failedText)),
    })
  }
  return (
    <Entry
      label={
        <>
          {cost.description}
          <Note as="span" style={{ display: 'block' }}>
            {format.date(cost.date)}
          </Note>
        </>
      }
    >
      {format.moneyExact(cost.amount)}
      {mayWrite && (
        <Remove aria-label={texts.removeCost(cost.description)} disabled={isPending} onClick={remove}>
          <X size={15} strokeWidth={1.75} aria-hidden="true" />
        </Remove>
      )}
    </Entry>
  )
}

function Invoice({ id, attachmentId, name }: { id: number; attachmentId: number; name: string }) {
  const cache = useQueryClient()
  const open = async () => {
    const tab = tabForLater()
    try {
      showBlob(await cache.query(attachmentQuery(id, attachmentId)), name, tab)
    } catch (error) {
      tab?.close()
      toasts.failure(common.error, userMessage(error, texts.photoFailed))
    }
  }
  return (
    <Button variant="text" onClick={() => void open()} sx={{ marginLeft: '-8px' }}>
      {texts.openInvoice(name)}
    </Button>
  )
}
