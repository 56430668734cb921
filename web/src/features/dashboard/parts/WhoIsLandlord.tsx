import { lazy, Suspense, useState } from 'react'
import { isGiven } from '@/api/landlord'
import { useUser, Writers } from '@/api/session'
import { landlordCard } from '../landlordCard'
import { useLandlord } from '../queries'

const LandlordCard = lazy(async () => ({ default: (await import('./LandlordCard')).LandlordCard }))

/** Asks for the landlord's details until they are given: whoever puts it off does so on this device; an agreement asks again. */
export function WhoIsLandlord() {
  return (
    <Writers>
      <LandlordQuestion />
    </Writers>
  )
}

function LandlordQuestion() {
  const { id, organisation } = useUser()
  const { data } = useLandlord()
  const [isLater, setLater] = useState(() => landlordCard.isLater(id, organisation?.id ?? 0))
  if (data === undefined || isGiven(data) || isLater) return null
  const later = () => {
    landlordCard.putOff(id, organisation?.id ?? 0)
    setLater(true)
  }
  return (
    <Suspense>
      <LandlordCard onLater={later} />
    </Suspense>
  )
}
