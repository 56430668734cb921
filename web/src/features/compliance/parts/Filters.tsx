import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { color, type } from '@/theme/tokens'
import { FilterBar, FilterSelect } from '@/ui/FilterBar'
import { withList, type ListState } from '../listState'
import { compliance } from '../messages'
import { certificateStates, openViews, type CertificateType, type ChosenProperty } from '../model'
import { usePropertyName } from '../queries'
import { PropertyPicker } from './PropertyPicker'

const Unknown = styled('p')({ ...type.small, color: color.muted, marginTop: 4, '&:empty': { display: 'none' } })

/** Status, type and property of what is listed. They live in the address. */
export function Filters({ list, types }: { list: ListState; types: readonly CertificateType[] }) {
  const [, setQuery] = useSearchParams()
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  const property = <PropertyFilter key={list.propertyId} id={list.propertyId} onChange={(id) => change({ property: id })} />
  // Completed inspections have nothing to choose from but their property.
  if (list.kind === 'completed') return <Alone role="search" aria-label={compliance.filters} onSubmit={(event) => event.preventDefault()}>{property}</Alone>
  const isInspections = list.kind === 'inspections'
  return (
    <FilterBar
      label={compliance.filters}
      search={property}
      count={[list.state, list.certificateType].filter((each) => each !== undefined).length}
      onClear={() => change({ state: '', type: '' })}
    >
      <FilterSelect label={compliance.state} value={list.state ?? ''} onChange={({ target }) => change({ state: target.value })}>
        <option value="">{isInspections ? compliance.anyOpen : compliance.anyState}</option>
        {isInspections
          ? openViews.map((state) => (
              <option key={state} value={state}>
                {compliance.inspectionStates[state]}
              </option>
            ))
          : certificateStates.map((state) => (
              <option key={state} value={state}>
                {compliance.certificateStates[state]}
              </option>
            ))}
      </FilterSelect>
      {!isInspections && (
        <FilterSelect label={compliance.type} value={list.certificateType ?? ''} onChange={({ target }) => change({ type: target.value })}>
          <option value="">{compliance.anyType}</option>
          {types.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </FilterSelect>
      )}
    </FilterBar>
  )
}

const Alone = styled('form')({ maxWidth: 330 })

function PropertyFilter({ id, onChange }: { id: number | undefined; onChange: (id: string) => void }) {
  const name = usePropertyName(id ?? null)
  const [typed, setTyped] = useState<ChosenProperty | null>(null)
  const [unknown, setUnknown] = useState('')
  const shown = typed ?? { id: id ?? null, label: name }
  const take = (property: ChosenProperty) => {
    setTyped(property)
    setUnknown('')
    if (property.id !== null) onChange(String(property.id))
    else if (property.label.trim() === '' && id !== undefined) onChange('')
  }
  // Text that names no property restricts nothing: it does not stay as if it did.
  const settle = () => {
    if (typed?.id !== null) return
    setUnknown(typed.label.trim())
    setTyped(null)
  }
  return (
    <>
      <PropertyPicker label={compliance.property} placeholder={compliance.allProperties} value={shown} onChange={take} onBlur={settle} />
      <Unknown role="status">{unknown !== '' && compliance.noSuchProperty(unknown)}</Unknown>
    </>
  )
}
