import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { color, type } from '@/theme/tokens'
import { Segments } from '@/ui/Segments'
import { HomeNeeds } from './grid/HomeNeeds'
import { Certificates } from './parts/Certificates'
import { Inspections } from './parts/Inspections'
import { Settings } from './parts/Settings'
import { compliance } from './messages'
import { usePropertyName } from './queries'

const Blocks = styled('div')({ display: 'flex', flexDirection: 'column', gap: 32 })
const None = styled('p')({ ...type.body, color: color.muted })
const Views = styled('div')({ display: 'flex', paddingTop: 12 })

const views = { Scheduled: compliance.toDo, Completed: compliance.completed } as const

/** The certificates and inspections of one property, and how it is inspected: a part of its details. */
export function Component({ propertyId }: { propertyId: number }) {
  const [view, setView] = useState<keyof typeof views>('Scheduled')
  const property = { id: propertyId, label: usePropertyName(propertyId) }
  return (
    <Blocks>
      <HomeNeeds propertyId={propertyId} />
      <Certificates isPlain filter={{ propertyId }} property={property} hasProperty={false} none={<None>{compliance.noCertificates}</None>} />
      <Inspections
        isPlain
        filter={{ propertyId, state: view }}
        property={property}
        hasProperty={false}
        none={<None>{view === 'Completed' ? compliance.noCompleted : compliance.noInspections}</None>}
        above={
          <Views>
            <Segments label={compliance.kinds} value={view} options={views} onChange={setView} />
          </Views>
        }
      />
      <Settings isPlain propertyId={propertyId} />
    </Blocks>
  )
}
