import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useFormatter } from './account'
import { client, type Schema } from './client'
import { fieldErrors, shortCause, userMessage } from './errors'
import { invalidate } from './invalidations'
import { markBack, markSaleLeaving, markTenantLeaving } from './leaving'
import { useActMail } from './tenantMails'
import { useIdempotencyKey } from './useIdempotencyKey'
import { useMutation } from './useMutation'

/** An act that can be taken back, and the row that it is of. */
export type Act =
  | { of: 'tenancy'; act: 'end' | 'rent-change' | 'deposit-return' | 'waived-guarantor' | 'waived-employer' | 'tenant' | 'import'; id: number }
  | { of: 'portfolio'; act: 'sale' | 'inspection' | 'import'; id: number }

/** The effects of taking an act back. */
export type TakeBackOutlook = Schema<'TakeBackOutlook'>

/** Something that followed from an act. */
export type FollowedItem = Schema<'FollowedItem'>

/** An act that was taken back. */
export type TakenBack = Schema<'TakenBack'>

/** The basis on which an end is taken back. */
export type TakeBackBasis = 'agreed' | 'mistake'

interface TakeBackBody {
  reason?: string
  basis?: TakeBackBasis
  undo?: boolean
  emailTenant?: boolean
}

/** The resources that show the rows of an act of each kind. */
const shown = {
  tenancy: ['tenants', 'properties', 'tenant-applications', 'tenant-imports'],
  portfolio: ['properties', 'sold-properties', 'property-inspections', 'property-imports'],
} as const

/** Queries the effects of taking an act back: read anew each time it is asked. */
const outlookQuery = (act: Act) =>
  queryOptions({
    queryKey: ['get', '/api/take-backs', act],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<TakeBackOutlook> => {
      const { data } = await (act.of === 'tenancy'
        ? client.GET('/api/take-backs/tenancy/{act}/{id}', { params: { path: { act: act.act, id: act.id } }, signal })
        : client.GET('/api/take-backs/portfolio/{portfolioAct}/{id}', { params: { path: { portfolioAct: act.act, id: act.id } }, signal }))
      if (data === undefined) throw new Error('the answer is empty')
      return data
    },
  })

/** Takes an act back; gives whether a tenant was told by mail. Of a tenant or a sale that goes nothing is asked any more. */
async function send(cache: QueryClient, act: Act, body: TakeBackBody, header: { 'Idempotency-Key': string }): Promise<boolean> {
  const stay = act.act === 'tenant' ? markTenantLeaving(cache, act.id) : act.act === 'sale' ? markSaleLeaving(cache, act.id) : undefined
  try {
    return await sendAll(cache, act, body, header)
  } catch (error) {
    stay?.()
    throw error
  }
}

async function sendAll(cache: QueryClient, act: Act, { basis, emailTenant, ...body }: TakeBackBody, header: { 'Idempotency-Key': string }): Promise<boolean> {
  let emailed = false
  if (act.of === 'tenancy') {
    const said = { ...body, ...(basis !== undefined && { basis }), ...(emailTenant !== undefined && { emailTenant }) }
    const { data } = await client.POST('/api/take-backs/tenancy/{act}/{id}', { params: { path: { act: act.act, id: act.id }, header }, body: said })
    emailed = data?.emailed ?? false
  } else {
    const { data } = await client.POST('/api/take-backs/portfolio/{portfolioAct}/{id}', { params: { path: { portfolioAct: act.act, id: act.id }, header }, body })
    const back = data?.propertyId ?? null
    if (back !== null) markBack(cache, back)
  }
  await invalidate(cache, shown[act.of])
  return emailed
}

/** An act that may be taken back: what would happen, and the way to do it. It is asked for while its dialog is open. */
export function useTakeBack(act: Act, isOpen = true) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  const format = useFormatter()
  const { data, error, refetch } = useQuery({ ...outlookQuery(act), enabled: isOpen })
  const mail = data?.obstacle === null ? data.mail : null
  const offered = useActMail(mail?.tenantId ?? 0, 'tenancy-changed', { note: mail?.note ?? '' }, isOpen && mail !== null).data
  const { mutateAsync, isPending } = useMutation({ mutationFn: (body: TakeBackBody) => send(cache, act, body, keyFor({ act, body })) })
  return {
    act: act.act,
    format,
    outlook: data,
    cause: error === null ? null : shortCause(error),
    onRetry: () => void refetch(),
    offered,
    isPending,
    send: mutateAsync,
    explain,
  }
}

const explain = (error: unknown, fallback: string) => ({ fields: fieldErrors(error), text: userMessage(error, fallback) })

/** Undoes acts at once, each as long as nothing has followed; it may be called when the screen of the act is gone. */
export function useUndoAct() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  // Whoever was told of the act is told that it is undone.
  return (act: Act, wasEmailed = false) => {
    const body = { undo: true, ...(wasEmailed && { emailTenant: true }) }
    return { act: act.act, run: () => send(cache, act, body, keyFor({ act, ...body })), explain }
  }
}
