import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import { readTenancyDocument, tenancyDocumentsQuery, type TenancyDocument } from '@/api/tenancyDocuments'
import { londonDay } from '@/lib/civilDate'
import { color, media, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { OpenFile } from '@/ui/OpenFile'
import { Panel } from '@/ui/Panel'
import { toasts } from '@/ui/toast/toasts'
import { useIsMobile } from '@/ui/useIsMobile'
import { portal as texts } from '../messages'

/** The number shown on a phone before all are asked for. */
const few = 3

const Inside = styled('div')({ padding: '6px 20px 12px', [media.mobile]: { paddingInline: 16 } })
const None = styled('p')({ ...type.body, padding: '18px 20px', color: color.muted, [media.mobile]: { paddingInline: 16 } })
const Row = styled('li')({ display: 'flex', gap: 8, padding: '6px 0', '& + &': { borderTop: `1px solid ${color.line}` }, '& > svg': { flex: 'none', marginTop: 10, color: color.muted }, [media.mobile]: { '& > svg': { marginTop: 14 } } })
// The press above it is higher than its words.
const Line = styled('p')({ ...type.small, marginTop: -6, color: color.muted, [media.mobile]: { marginTop: -10 } })

/** Documents that the tenant was given; the first opening is kept. */
export function Documents({ tenantId }: { tenantId: number }) {
  const isMobile = useIsMobile()
  const { data, error, refetch } = useQuery(tenancyDocumentsQuery(tenantId))
  const [isWhole, setWhole] = useState(false)
  if (data === undefined && error === null) return null
  const shown = isMobile && !isWhole ? data?.slice(0, few) : data
  const isCut = data !== undefined && shown !== undefined && shown.length < data.length
  return (
    <Panel
      title={texts.documents}
      aside={
        isCut && (
          <Button variant="text" onClick={() => setWhole(true)}>
            {texts.allDocuments(data.length)}
          </Button>
        )
      }
    >
      {data === undefined && (
        <Inside>
          <LoadFailed what={texts.documents} cause={shortCause(error)} onRetry={() => void refetch()} />
        </Inside>
      )}
      {data?.length === 0 && <None>{texts.noDocuments}</None>}
      {shown !== undefined && shown.length > 0 && (
        <Inside>
          <ul aria-label={texts.documents}>
            {shown.map((document) => (
              <DocumentRow key={document.id} tenantId={tenantId} document={document} />
            ))}
          </ul>
        </Inside>
      )}
    </Panel>
  )
}

function DocumentRow({ tenantId, document: { id, title, givenAt } }: { tenantId: number; document: TenancyDocument }) {
  const format = useFormatter()
  return (
    <Row>
      <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
      <div style={{ minWidth: 0 }}>
        <OpenFile read={() => readTenancyDocument(tenantId, id)} name={title} onError={(error) => toasts.failure(texts.openFailed, userMessage(error, texts.tryAgain))}>
          {title}
        </OpenFile>
        <Line>{texts.given(format.date(londonDay(new Date(givenAt))))}</Line>
      </div>
    </Row>
  )
}
