import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ChevronLeft } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { Page } from '@/ui/Page'
import { useIsMobile } from '@/ui/useIsMobile'
import { kinds, readList, withList, type Kind, type ListState } from './listState'
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
  const [query, setQuery] = useSearchParams()
  const isMobile = useIsMobile()
  const types = useCertificateTypes().data?.map(({ certificateType }) => certificateType) ?? []
  const list = readList(query, types)
  const { kind, state, certificateType, propertyId } = list
  const property = { id: propertyId ?? null, label: usePropertyName(propertyId ?? null) }
  const none = <None list={list} propertyName={property.label} />
  return (
    <>
      <Button component={Link} to={paths.portfolio} variant="text" startIcon={<ChevronLeft size={18} strokeWidth={1.75} />} sx={{ marginLeft: '-8px', color: color.ink }}>
        {compliance.back}
      </Button>
      <Page title={compliance.title} subtitle={isMobile ? undefined : compliance.subtitle}>
        <Tabs aria-label={compliance.kinds}>
          {kinds.map((each) => (
            <KindTab key={each} kind={each} current={kind} query={query} />
          ))}
        </Tabs>
        <Filters key={kind} list={list} types={types} />
        {kind === 'certificates' ? (
          <Certificates
            filter={{ propertyId, state, certificateType }}
            property={property}
            hasProperty
            none={none}
            isAdding={query.get('add') === 'certificate'}
            onAdded={() => setQuery((before) => withList(before, { add: '' }), { replace: true, preventScrollReset: true })}
          />
        ) : (
          <>
            <Inspections key={kind} filter={{ propertyId, state: kind === 'completed' ? 'Completed' : (state ?? 'Scheduled') }} property={property} hasProperty none={none} />
            {propertyId !== undefined && <Settings propertyId={propertyId} />}
          </>
        )}
      </Page>
    </>
  )
}

function KindTab({ kind, current, query }: { kind: Kind; current: Kind; query: URLSearchParams }) {
  // The other list has other states and types; the property stays.
  const search = withList(query, { kind: kind === 'certificates' ? '' : kind, state: '', type: '' }).toString()
  return (
    <Tab to={{ search }} aria-current={kind === current ? 'page' : undefined}>
      {compliance[kind]}
    </Tab>
  )
}

const nothings: Record<Kind, { title: string; text: string }> = {
  certificates: { title: compliance.noCertificates, text: compliance.noCertificatesText },
  inspections: { title: compliance.noInspections, text: compliance.noInspectionsText },
  completed: { title: compliance.noCompleted, text: compliance.noCompletedText },
}

function None({ list: { kind, state, certificateType, propertyId }, propertyName }: { list: ListState; propertyName: string }) {
  const states: Record<string, string> = kind === 'certificates' ? compliance.certificateStates : compliance.inspectionStates
  const names = [state && states[state], certificateType, propertyId && propertyName].filter((name) => typeof name === 'string' && name !== '')
  if (names.length === 0) {
    return (
      <>
        <Title>{nothings[kind].title}</Title>
        <Text>{nothings[kind].text}</Text>
      </>
    )
  }
  return (
    <>
      <Title>{compliance.noneFound}</Title>
      <Text>{compliance.filtersOn(names.join(', '))}</Text>
      <Button component={Link} to={{ search: kind === 'certificates' ? '' : `kind=${kind}` }} sx={{ marginTop: '14px' }}>
        {compliance.clearFilters}
      </Button>
    </>
  )
}
