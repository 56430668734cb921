import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { media } from '@/theme/tokens'
import { Select } from '@/ui/form/Select'
import { withList, type ListState } from '../listState'
import { compliance } from '../messages'
import { certificateStates, inspectionStates, type CertificateType, type ChosenProperty } from '../model'
import { usePropertyName } from '../queries'
import { PropertyPicker } from './PropertyPicker'

const Bar = styled('form')({
  display: 'grid',
  gap: 10,
  gridTemplateColumns: '1fr 1fr',
  // Alone in its row on phones; the list of what it offers is the last child.
  '& > input': { gridColumn: '1 / -1' },
  [media.desktop]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', maxWidth: 780, '& > input': { gridColumn: 'auto' } },
})

/** State, type and property of what is listed. They live in the address. */
export function Filters({ list, types }: { list: ListState; types: readonly CertificateType[] }) {
  const [, setQuery] = useSearchParams()
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  const isInspections = list.kind === 'inspections'
  return (
    <Bar role="search" aria-label={compliance.filters} onSubmit={(event) => event.preventDefault()}>
      <Select aria-label={compliance.state} value={list.state ?? ''} onChange={({ target }) => change({ state: target.value })}>
        <option value="">{compliance.anyState}</option>
        {isInspections
          ? inspectionStates.map((state) => (
              <option key={state} value={state}>
                {compliance.inspectionStates[state]}
              </option>
            ))
          : certificateStates.map((state) => (
              <option key={state} value={state}>
                {compliance.certificateStates[state]}
              </option>
            ))}
      </Select>
      {!isInspections && (
        <Select aria-label={compliance.type} value={list.certificateType ?? ''} onChange={({ target }) => change({ type: target.value })}>
          <option value="">{compliance.anyType}</option>
          {types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </Select>
      )}
      <PropertyFilter key={list.propertyId} id={list.propertyId} onChange={(property) => change({ property })} />
    </Bar>
  )
}

function PropertyFilter({ id, onChange }: { id: number | undefined; onChange: (id: string) => void }) {
  const name = usePropertyName(id ?? null)
  const [typed, setTyped] = useState<ChosenProperty | null>(null)
  const shown = typed ?? { id: id ?? null, label: name }
  const take = (property: ChosenProperty) => {
    setTyped(property)
    if (property.id !== null) onChange(String(property.id))
    else if (property.label.trim() === '' && id !== undefined) onChange('')
  }
  return <PropertyPicker label={compliance.property} placeholder={compliance.allProperties} value={shown} onChange={take} />
}
