import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, FileText } from 'lucide-react'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import { ownCertificatesQuery, readOwnCertificate, type HomeCertificate } from '@/api/portal'
import { color, media, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { showBlob, tabForLater } from '@/ui/openBlob'
import { Panel } from '@/ui/Panel'
import { PlainDialog } from '@/ui/PlainDialog'
import { toasts } from '@/ui/toast/toasts'
import { certificatesLine, isDue } from '../certificates'
import { papers as texts } from '../messages'
import { ActRow, Acts } from './ActRow'

const Inside = styled('div')({ padding: '12px 20px', [media.mobile]: { paddingInline: 16 } })
const None = styled('p')({ ...type.body, padding: '18px 20px', color: color.muted, [media.mobile]: { paddingInline: 16 } })

/** The certificates of the home: what is due, and all of them in a dialog. */
export function Certificates({ tenancyId }: { tenancyId: number }) {
  const format = useFormatter()
  const { data, error, refetch } = useQuery(ownCertificatesQuery(tenancyId))
  const [isOpen, setOpen] = useState(false)
  if (data === undefined && error === null) return null
  return (
    <Panel title={texts.panel}>
      {data === undefined ? (
        <Inside>
          <LoadFailed what={texts.certificates} cause={shortCause(error)} onRetry={() => void refetch()} />
        </Inside>
      ) : data.length === 0 ? (
        <None>{texts.none}</None>
      ) : (
        <Acts>
          <ActRow icon={CircleCheck} name={texts.certificates} hint={certificatesLine(data, (day) => format.date(day))} isLate={data.some(isDue)} onOpen={() => setOpen(true)} />
        </Acts>
      )}
      {isOpen && data !== undefined && <All tenancyId={tenancyId} certificates={data} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

const List = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' })
const Row = styled('li')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '4px 16px', padding: '10px 0', '& + &': { borderTop: `1px solid ${color.line}` } })
const Name = styled('h3')({ ...type.body, fontWeight: 560, overflowWrap: 'anywhere' })
const Line = styled('p')({ ...type.small, color: color.muted })

function All({ tenancyId, certificates, onClose }: { tenancyId: number; certificates: readonly HomeCertificate[]; onClose: () => void }) {
  return (
    <PlainDialog
      title={texts.certificates}
      subject={texts.subject}
      foot={
        <Button variant="contained" onClick={onClose}>
          {texts.close}
        </Button>
      }
      onClose={onClose}
    >
      <List>
        {certificates.map((certificate) => (
          <Certificate key={certificate.id} tenancyId={tenancyId} certificate={certificate} />
        ))}
      </List>
    </PlainDialog>
  )
}

function Certificate({ tenancyId, certificate }: { tenancyId: number; certificate: HomeCertificate }) {
  const format = useFormatter()
  const { id, certificateType, issueDate, expiryDate, state, hasDocument } = certificate
  const open = async () => {
    const tab = tabForLater()
    try {
      showBlob(await readOwnCertificate(tenancyId, id), certificateType, tab)
    } catch (error) {
      tab?.close()
      toasts.failure(texts.openFailed, userMessage(error, texts.tryAgain))
    }
  }
  const until = format.date(expiryDate)
  return (
    <Row>
      <div style={{ minWidth: 0 }}>
        <Name>{certificateType}</Name>
        <Line style={isDue(certificate) ? { color: color.warning } : undefined}>{state === 'Expired' ? texts.expired(until) : texts.validUntil(until)}</Line>
        {issueDate !== null && <Line>{texts.issued(format.date(issueDate))}</Line>}
      </div>
      {hasDocument ? (
        <Button onClick={() => void open()} startIcon={<FileText size={15} strokeWidth={1.75} />} aria-label={texts.openOf(certificateType)}>
          {texts.open}
        </Button>
      ) : (
        <Line>{texts.noDocument}</Line>
      )}
    </Row>
  )
}
