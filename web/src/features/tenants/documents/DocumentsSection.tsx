import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { FileText, FileUp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import { readTenancyDocument, tenancyDocumentsQuery, type TenancyDocument } from '@/api/tenancyDocuments'
import type { Tenant } from '@/api/tenants'
import { londonDay } from '@/lib/civilDate'
import { color, media, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { OpenFile } from '@/ui/OpenFile'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { Quiet, Section } from '../details/Section'
import { mayBeGiven } from './model'
import { documents as texts } from './messages'

const GiveDialog = lazy(async () => ({ default: (await import('./GiveDialog')).GiveDialog }))

const List = styled('ul')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '0 28px', [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)' } })
const Item = styled('li')({ display: 'flex', gap: 8, minWidth: 0, padding: '6px 0', borderBottom: `1px solid ${color.line}`, '& > svg': { flex: 'none', marginTop: 10, color: color.muted } })
const Line = styled('p')({ ...type.small, color: color.muted })

/** Documents: what the tenant was given and when, and whether they have opened it. */
export function DocumentsSection({ tenant }: { tenant: Tenant }) {
  const { data, error, refetch } = useQuery(tenancyDocumentsQuery(tenant.id))
  const [isGiving, setGiving] = useState(false)
  return (
    <Section title={texts.title}>
      {data === undefined && error === null && <Skeleton width="100%" height={60} />}
      {data === undefined && error !== null && <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Quiet>{texts.none}</Quiet>}
      {data !== undefined && data.length > 0 && (
        <List aria-label={texts.title}>
          {data.map((document) => (
            <DocumentRow key={document.id} id={tenant.id} document={document} />
          ))}
        </List>
      )}
      {mayBeGiven(tenant, londonDay(new Date())) && (
        <Writers>
          <Button onClick={() => setGiving(true)} startIcon={<FileUp size={16} strokeWidth={1.75} />} sx={{ marginTop: '12px' }}>
            {texts.give}
          </Button>
        </Writers>
      )}
      <Suspense>{isGiving && <GiveDialog tenant={tenant} onClose={() => setGiving(false)} />}</Suspense>
    </Section>
  )
}

function DocumentRow({ id, document }: { id: number; document: TenancyDocument }) {
  const format = useFormatter()
  const day = (instant: string) => format.date(londonDay(new Date(instant)))
  return (
    <Item>
      <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
      <div style={{ minWidth: 0 }}>
        <OpenFile read={() => readTenancyDocument(id, document.id)} name={document.title} onError={(error) => toasts.failure(texts.openFailed, userMessage(error, texts.tryAgain))}>
          {document.title}
        </OpenFile>
        <Line>{texts.line(texts.given(day(document.givenAt)), document.openedAt === null ? texts.notOpened : texts.opened(day(document.openedAt)))}</Line>
      </div>
    </Item>
  )
}
