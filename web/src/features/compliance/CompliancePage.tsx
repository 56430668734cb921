import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ChevronLeft, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Writers } from '@/api/session'
import { paths } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { Page } from '@/ui/Page'
import { useIsMobile } from '@/ui/useIsMobile'
import { kinds, readList, withList, type Kind, type ListState } from './listState'
import { certificateForm, compliance } from './messages'
import { Certificates } from './parts/Certificates'
import { ByHome } from './grid/ByHome'
import { grid } from './grid/messages'
import { Filters } from './parts/Filters'
import { Inspections } from './parts/Inspections'
import { Settings } from './parts/Settings'
import { useCertificateTypes, usePropertyName } from './queries'

const CertificateDialog = lazy(async () => ({ default: (await import('./parts/CertificateDialog')).CertificateDialog }))

const Tabs = styled('nav')({ display: 'flex', gap: 4, borderBottom: `1px solid ${color.line}` })
const Tab = styled(Link)({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  minHeight: 44,
  padding: '0 14px',
  whiteSpace: 'nowrap',
  '@media (max-width: 399px)': { padding: '0 9px' },
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
      <Page title={compliance.title} subtitle={isMobile ? undefined : kind === 'homes' ? grid.subtitle : compliance.subtitle}
        aside={kind === 'homes' && <AddCertificate />}>
        <Tabs aria-label={compliance.kinds}>
          {kinds.map((each) => (
            <KindTab key={each} kind={each} current={kind} query={query} isMobile={isMobile} />
          ))}
        </Tabs>
        {kind !== 'homes' && <Filters key={kind} list={list} types={types} />}
        {kind === 'homes' ? (
          <ByHome />
        ) : kind === 'certificates' ? (
          <Certificates
            filter={{ propertyId, state, certificateType }}
            property={property}
            hasProperty
            none={none}
            isAdding={query.get('add') === 'certificate'}
            onAdded={() => setQuery((before) => withList(before, { add: '', kind: 'certificates' }), { replace: true, preventScrollReset: true })}
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

function KindTab({ kind, current, query, isMobile }: { kind: Kind; current: Kind; query: URLSearchParams; isMobile: boolean }) {
  // The other list has other states and types; the property stays.
  const rest = { state: '', type: '', search: '', duty: '', homes: '', sort: '' }
  const search = withList(query, { kind: kind === 'homes' ? '' : kind, ...rest }).toString()
  return (
    <Tab to={{ search }} aria-current={kind === current ? 'page' : undefined}>
      {isMobile && kind === 'completed' ? compliance.completedShort : compliance[kind]}
    </Tab>
  )
}

const nothings: Record<Exclude<Kind, 'homes'>, { title: string; text: string }> = {
  certificates: { title: compliance.noCertificates, text: compliance.noCertificatesText },
  inspections: { title: compliance.noInspections, text: compliance.noInspectionsText },
  completed: { title: compliance.noCompleted, text: compliance.noCompletedText },
}

/** Adds a certificate to a home that is still to be chosen. */
function AddCertificate() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Writers>
      <Button onClick={() => setOpen(true)} startIcon={<Plus size={17} strokeWidth={1.75} />}>
        {certificateForm.add}
      </Button>
      {isOpen && (
        <Suspense>
          <CertificateDialog task={{ kind: 'add', property: { id: null, label: '' } }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Writers>
  )
}

function None({ list: { kind, state, certificateType, propertyId }, propertyName }: { list: ListState; propertyName: string }) {
  if (kind === 'homes') return null
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
      <Button component={Link} to={{ search: `kind=${kind}` }} sx={{ marginTop: '14px' }}>
        {compliance.clearFilters}
      </Button>
    </>
  )
}
