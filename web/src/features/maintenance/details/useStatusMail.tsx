import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { mailTextQuery, tenantMailsQuery } from '@/api/landlord'
import type { MaintenanceRequest } from '@/api/maintenance'
import { askedBySwitch, EmailTenant } from '@/ui/EmailTenant'

/** The choice to tell the tenants of another status. */
export interface StatusMail {
  /** The tick, where they see the request. */
  tick: ReactNode
  /** The fields that go with the change. */
  chosen: { emailTenants?: boolean }
}

/** One choice for every place where the status of a request is changed. */
export function useStatusMail({ tenantName }: Pick<MaintenanceRequest, 'tenantName'>): StatusMail {
  const isTold = tenantName !== null
  const { data: switches } = useQuery({ ...tenantMailsQuery(), enabled: isTold })
  const { data: mail } = useQuery({ ...mailTextQuery('repair-status'), enabled: isTold })
  const [value, setValue] = useState<boolean | null>(null)
  const isWanted = switches?.mails.find(({ kind }) => kind === 'repair-status')?.wanted
  return {
    tick: isTold ? <EmailTenant offered={askedBySwitch(isWanted, mail)} value={value} onChange={setValue} /> : null,
    chosen: value === null ? {} : { emailTenants: value },
  }
}
