import { styled } from '@mui/material/styles'
import { type } from '@/theme/tokens'
import { Certificates } from './parts/Certificates'
import { Inspections } from './parts/Inspections'
import { Settings } from './parts/Settings'
import { compliance } from './messages'
import { usePropertyName } from './queries'

const Blocks = styled('div')({ display: 'flex', flexDirection: 'column', gap: 20 })
const None = styled('p')(type.body)

/** The certificates and inspections of one property, and how it is inspected: a part of its details. */
export function Component({ propertyId }: { propertyId: number }) {
  const property = { id: propertyId, label: usePropertyName(propertyId) }
  return (
    <Blocks>
      <Certificates filter={{ propertyId }} property={property} hasProperty={false} none={<None>{compliance.noCertificates}</None>} />
      <Inspections filter={{ propertyId }} property={property} hasProperty={false} none={<None>{compliance.noInspections}</None>} />
      <Settings propertyId={propertyId} />
    </Blocks>
  )
}
