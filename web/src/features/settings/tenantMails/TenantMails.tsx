import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shortCause, userMessage } from '@/api/errors'
import { client } from '@/api/client'
import { mailTextQuery, tenantMailsQuery, type TenantMailKind } from '@/api/landlord'
import { useUser } from '@/api/session'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import { color, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { MailDialog } from '@/ui/MailDialog'
import { Panel } from '@/ui/Panel'
import { SwitchRow } from '@/ui/SettingRow'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { tenantMails as texts } from './messages'

const Lead = styled('p')({ ...type.small, color: color.muted, padding: '12px 20px 0' })
const See = styled('div')({ padding: '0 12px 8px', marginTop: -8 })

function useSwitches() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  const { queryKey } = tenantMailsQuery()
  return useMutation({
    mutationFn: (off: TenantMailKind[]) => client.PUT('/api/organisation/tenant-mails', { params: { header: keyFor(off) }, body: { off } }),
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  })
}

/** Chooses which mails tenants get, each with its real text; a switch is saved as it is pressed. */
export function TenantMails() {
  const grade = useUser().organisation?.grade
  const mayWrite = grade === 'Owner' || grade === 'Manager'
  const { data, error, refetch } = useQuery(tenantMailsQuery())
  const { mutate, isPending, variables } = useSwitches()
  const [seen, setSeen] = useState<TenantMailKind>()
  const change = (kind: TenantMailKind, wanted: boolean) => {
    const off = (data?.mails ?? []).filter((mail) => (mail.kind === kind ? !wanted : !mail.wanted)).map((mail) => mail.kind)
    mutate(off, { onSuccess: () => toasts.success(texts.saved), onError: (problem) => toasts.failure(texts.failed, userMessage(problem, texts.failedText)) })
  }
  return (
    <Panel title={texts.title}>
      <Lead>{texts.hint}</Lead>
      {data === undefined && error !== null && (
        <div style={{ padding: 16 }}>
          <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {data === undefined && error === null && <Skeleton width="100%" height={320} />}
      {data?.mails.map(({ kind, wanted, requiredByLaw }) => {
        const { name, hint } = texts.kinds[kind]
        const isOn = isPending ? !variables.includes(kind) : wanted
        return (
          <div key={kind} data-row>
            <SwitchRow
              label={name}
              hint={requiredByLaw ? `${hint}. ${texts.law}` : hint}
              checked={isOn}
              disabled={!mayWrite || requiredByLaw || isPending}
              onChange={({ target }) => change(kind, target.checked)}
            />
            <See>
              <Button variant="text" aria-label={texts.seeOf(name)} onClick={() => setSeen(kind)}>
                {texts.see}
              </Button>
            </See>
          </div>
        )
      })}
      {seen !== undefined && <TextOf kind={seen} onClose={() => setSeen(undefined)} />}
    </Panel>
  )
}

function TextOf({ kind, onClose }: { kind: TenantMailKind; onClose: () => void }) {
  const { data, error, refetch } = useQuery(mailTextQuery(kind))
  const failed = error !== null && <LoadFailed what={texts.textFailed} cause={shortCause(error)} onRetry={() => void refetch()} />
  return <MailDialog title={texts.kinds[kind].name} mails={data === undefined ? [] : [data]} instead={failed || <Skeleton width="100%" height={160} />} onClose={onClose} />
}
