import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import type { PetRequest } from '@/api/duties'
import { userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import type { Tenant } from '@/api/tenants'
import { common } from '@/lib/messages'
import { color, type } from '@/theme/tokens'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toasts } from '@/ui/toast/toasts'
import { Quiet, Section } from '../details/Section'
import { Clock } from './Clock'
import { pets as texts } from './messages'
import { useDuties, useRemovePet } from './queries'

const PetDialog = lazy(async () => ({ default: (await import('./PetDialog')).PetDialog }))

const List = styled('ul')({ display: 'grid', gap: 0 })
const Item = styled('li')({ minWidth: 0, padding: '8px 0', borderBottom: `1px solid ${color.line}` })
const Name = styled('p')({ ...type.body, fontWeight: 580, overflowWrap: 'anywhere' })
const Line = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, marginTop: 8 })

/** Pets: what the tenant asked for, until when it has to be answered, and the answer. Only where a rule is known or a request is there. */
export function PetsSection({ tenant }: { tenant: Tenant }) {
  const { data } = useDuties(tenant.id)
  const [open, setOpen] = useState<{ act: 'record' | 'remove'; request: PetRequest | null }>()
  if (data === undefined) return null
  const { petRequests, petRule } = data
  const mayAdd = petRule !== null && tenant.leaseStatus !== 'Ended'
  if (petRequests.length === 0 && !mayAdd) return null
  const close = () => setOpen(undefined)
  const isOpen = petRequests.some(({ answer }) => answer === null)
  return (
    <Section title={texts.title}>
      {petRequests.length === 0 && <Quiet>{texts.none}</Quiet>}
      {petRequests.length > 0 && (
        <List aria-label={texts.list}>
          {petRequests.map((request) => (
            <Request
              key={request.id}
              request={request}
              onOpen={() => setOpen({ act: 'record', request })}
              onRemove={() => setOpen({ act: 'remove', request })}
            />
          ))}
        </List>
      )}
      {isOpen && petRule !== null && <Quiet sx={{ marginTop: '8px' }}>{petRule}.</Quiet>}
      {mayAdd && (
        <Writers>
          <Button onClick={() => setOpen({ act: 'record', request: null })} sx={{ marginTop: '12px' }}>
            {texts.record}
          </Button>
        </Writers>
      )}
      <Suspense>
        {open?.act === 'record' && <PetDialog tenant={tenant} request={open.request} onClose={close} />}
        {open?.act === 'remove' && open.request !== null && <Remove tenant={tenant} request={open.request} onClose={close} />}
      </Suspense>
    </Section>
  )
}

function Request({ request, onOpen, onRemove }: { request: PetRequest; onOpen: () => void; onRemove: () => void }) {
  const format = useFormatter()
  const { pet, requestDate, answer, answerDate, answerByDate, reason } = request
  return (
    <Item>
      <Name>{pet}</Name>
      <Line>{texts.asked(format.date(requestDate))}</Line>
      {answer !== null && answerDate !== null && <Line>{texts.answered[answer](format.date(answerDate))}</Line>}
      {answer === null && answerByDate !== null && (
        <Line>
          {texts.answerBy(format.date(answerByDate))}, <Clock by={answerByDate} />
        </Line>
      )}
      {reason !== null && <Line>{reason}</Line>}
      <Writers>
        <Acts>
          <Button onClick={onOpen} aria-label={texts.open(pet)}>
            {answer === null ? texts.answerOrEdit : texts.edit}
          </Button>
          <Button variant="text" onClick={onRemove} aria-label={texts.removeOne(pet)}>
            {texts.remove}
          </Button>
        </Acts>
      </Writers>
    </Item>
  )
}

function Remove({ tenant, request, onClose }: { tenant: Tenant; request: PetRequest; onClose: () => void }) {
  const { mutate, isPending } = useRemovePet(tenant.id)
  const remove = () =>
    mutate(request.id, {
      onSuccess: () => {
        toasts.success(texts.removed, texts.removedText)
        onClose()
      },
      onError: (error) => toasts.failure(common.error, userMessage(error, texts.removeFailed)),
    })
  return <ConfirmDialog title={texts.removeTitle} text={texts.removeText} confirm={texts.remove} cancel={texts.keep} isPending={isPending} onConfirm={remove} onCancel={onClose} />
}
