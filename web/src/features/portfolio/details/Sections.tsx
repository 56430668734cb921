import { styled } from '@mui/material/styles'
import { Suspense, type ComponentType, type ReactNode } from 'react'
import type { Property } from '@/api/properties'
import { color, media } from '@/theme/tokens'
import { useIsMobile } from '@/ui/useIsMobile'
import { History } from '../history/History'
import { Gallery } from '../photos/Gallery'
import { Insurance, Mortgage } from './Loans'
import { Breakdown, FinancialOverview, OperatingCosts } from './Money'
import { NationPrompt } from './NationPrompt'
import { Overview } from './Overview'
import { Rooms } from './Rooms'
import { Tenants } from './Tenants'

const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 32 })
const Lead = styled('div')({
  display: 'grid',
  gap: '32px 40px',
  paddingBottom: 32,
  marginBottom: 28,
  borderBottom: `1px solid ${color.line}`,
  [media.wide]: { gridTemplateColumns: 'minmax(0, 1.55fr) minmax(0, 1fr)' },
})
const Facts = styled('div')({
  display: 'grid',
  gap: '32px 40px',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  [media.wide]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
})
const After = styled('div')({ marginTop: 32 })

/** The property that the dialog shows, and its acts. */
interface SectionsProps {
  property: Property
  actions: ReactNode
  /** Its certificates and inspections: a part of another feature, which the route hands in. */
  Compliance: ComponentType<{ propertyId: number }> | undefined
}

/** All sections: on mobile screens in the order of the specification; where there is room, what matters leads. */
export function Sections({ property, actions, Compliance }: SectionsProps) {
  const isMobile = useIsMobile()
  const isShared = property.propertyType === 'HMO'
  const compliance = Compliance && (
    <Suspense>
      <Compliance propertyId={property.id} />
    </Suspense>
  )
  if (isMobile) {
    return (
      <Column>
        <NationPrompt property={property} />
        <Gallery photos={property.photos} hasCover={false} />
        <Overview property={property} />
        {isShared && <Rooms property={property} />}
        <Tenants property={property} />
        {isShared && <OperatingCosts property={property} />}
        {isShared && <Breakdown property={property} />}
        <FinancialOverview property={property} />
        <Mortgage property={property} />
        <Insurance property={property} />
        {compliance}
        <History propertyId={property.id} />
        {actions}
      </Column>
    )
  }
  return (
    <>
      <NationPrompt property={property} />
      <Gallery photos={property.photos} hasCover />
      {isShared && (
        <Lead>
          <Rooms property={property} />
          <Breakdown property={property} />
        </Lead>
      )}
      <Facts>
        {isShared && <OperatingCosts property={property} />}
        <Overview property={property} />
        <FinancialOverview property={property} />
        <Mortgage property={property} />
        <Insurance property={property} />
      </Facts>
      <After>
        <Tenants property={property} />
      </After>
      {compliance !== undefined && <After>{compliance}</After>}
      <After>
        <History propertyId={property.id} />
      </After>
      <After>{actions}</After>
    </>
  )
}
