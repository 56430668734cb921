import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link, useSearchParams } from 'react-router'
import { color, type } from '@/theme/tokens'
import { Page } from '@/ui/Page'
import { useIsMobile } from '@/ui/useIsMobile'
import { readList, withList, type Kind, type ListState } from './listState'
import { compliance } from './messages'
import { Certificates } from './parts/Certificates'
import { Filters } from './parts/Filters'
import { Inspections } from './parts/Inspections'
import { Settings } from './parts/Settings'
import { useCertificateTypes, usePropertyName } from './queries'

const Tabs = styled('nav')({ display: 'flex', gap: 4, borderBottom: `1px solid ${color.line}` })
const Tab = styled(Link)({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  minHeight: 44,
  padding: '0 14px',
  marginBottom: -1,
  borderBottom: '2px solid transparent',
  color: color.muted,
  '&:hover': { color: color.ink, textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -3 },
  // The beam under the list that is open.
  '&[aria-current="page"]': { color: color.ink, borderBottomColor: color.accent },
})
const Title = styled('p')({ ...type.body, fontWeight: 580 })
const Text = styled('p')({ ...type.body, color: color.muted, marginTop: 2 })

/** /portfolio/compliance */
export function Component() {
  const [query] = useSearchParams()
  const isMobile = useIsMobile()
  const types = useCertificateTypes().data?.map(({ certificateType }) => certificateType) ?? []
  const list = readList(query, types)
  const { kind, state, certificateType, propertyId } = list
  const property = { id: propertyId ?? null, label: usePropertyName(propertyId ?? null) }
  const none = <None list={list} propertyName={property.label} />
  return (
    <Page title={compliance.title} subtitle={isMobile ? undefined : compliance.subtitle}>
      <Tabs aria-label={compliance.kinds}>
        <KindTab kind="certificates" current={kind} query={query} />
        <KindTab kind="inspections" current={kind} query={query} />
      </Tabs>
      <Filters key={kind} list={list} types={types} />
      {kind === 'certificates' ? (
        <Certificates filter={{ propertyId, state, certificateType }} property={property} hasProperty none={none} />
      ) : (
        <>
          <Inspections filter={{ propertyId, state }} property={property} hasProperty none={none} />
          {propertyId !== undefined && <Settings propertyId={propertyId} />}
        </>
      )}
    </Page>
  )
}

function KindTab({ kind, current, query }: { kind: Kind; current: Kind; query: URLSearchParams }) {
  // The other list has other states and types; the property stays.
  const search = withList(query, { kind: kind === 'inspections' ? kind : '', state: '', type: '' }).toString()
  return (
    <Tab to={{ search }} aria-current={kind === current ? 'page' : undefined}>
      {compliance[kind]}
    </Tab>
  )
}

function None({ list: { kind, state, certificateType, propertyId }, propertyName }: { list: ListState; propertyName: string }) {
  const states: Record<string, string> = kind === 'certificates' ? compliance.certificateStates : compliance.inspectionStates
  const names = [state && states[state], certificateType, propertyId && propertyName].filter((name) => typeof name === 'string' && name !== '')
  if (names.length === 0) {
    return (
      <>
        <Title>{kind === 'certificates' ? compliance.noCertificates : compliance.noInspections}</Title>
        <Text>{kind === 'certificates' ? compliance.noCertificatesText : compliance.noInspectionsText}</Text>
      </>
    )
  }
  return (
    <>
      <Title>{compliance.noneFound}</Title>
      <Text>{compliance.filtersOn(names.join(', '))}</Text>
      <Button component={Link} to={{ search: kind === 'inspections' ? 'kind=inspections' : '' }} sx={{ marginTop: '14px' }}>
        {compliance.clearFilters}
      </Button>
    </>
  )
}
