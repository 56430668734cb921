import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { User } from '@/api/account'
import { homesQuery, soldHomesQuery } from '@/api/becomeTenant'
import { InfoPanel } from '@/ui/InfoPanel'
import { invitation as texts } from '../messages'
import { Answers } from './HomeQuestion'

const BecomeTenantDialog = lazy(async () => ({ default: (await import('./acts/BecomeTenantDialog')).BecomeTenantDialog }))

interface BecomeTenantProps {
  user: User
  /** The way to another account. */
  other: ReactNode
}

/** Says that an account is no tenant's. A landlord's that is empty can become one, by its owner's own yes. */
export function BecomeTenant({ user, other }: BecomeTenantProps) {
  const isOwner = user.role === 'Landlord' && user.organisation?.grade === 'Owner'
  const homes = useQuery({ ...homesQuery(), enabled: isOwner })
  const sold = useQuery({ ...soldHomesQuery(), enabled: isOwner })
  const [isAsking, setAsking] = useState(false)
  const isEmpty = isOwner && homes.data?.length === 0 && sold.data?.length === 0
  return (
    <>
      <InfoPanel
        tone="warning"
        title={user.role === 'Landlord' ? texts.landlords : texts.wrongKind}
        text={isEmpty ? texts.canChange(user.email) : texts.wrongKindText(user.email)}
      />
      <Answers>
        {isEmpty && (
          <Button variant="contained" onClick={() => setAsking(true)} aria-haspopup="dialog">
            {texts.become}
          </Button>
        )}
        {other}
      </Answers>
      <Suspense>{isAsking && <BecomeTenantDialog organisation={user.organisation?.name ?? ''} onClose={() => setAsking(false)} />}</Suspense>
    </>
  )
}
