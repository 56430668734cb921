import Button from '@mui/material/Button'
import { CircleCheck, Clock, CircleAlert, FileText } from 'lucide-react'
import { useFormatter } from '@/api/account'
import type { Certificate } from '@/api/compliance'
import { Writers } from '@/api/session'
import { expiryText } from '@/lib/compliance'
import { color } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { Hidden } from '@/ui/Hidden'
import { certificateForm, compliance } from '../messages'
import { Acts, Due, OfProperty, Row, RowTitle, Said, Small } from './rows'

const looks = {
  Expired: { tone: 'danger', icon: CircleAlert },
  ExpiringSoon: { tone: 'warning', icon: Clock },
  RenewalDue: { tone: 'warning', icon: Clock },
  Valid: { tone: 'success', icon: CircleCheck },
} as const

/** A certificate in a list; within a property's own section without the property. */
interface CertificateRowProps {
  certificate: Certificate
  hasProperty: boolean
  onRenew: () => void
  onEdit: () => void
  onDelete: () => void
}

export function CertificateRow({ certificate, hasProperty, onRenew, onEdit, onDelete }: CertificateRowProps) {
  const format = useFormatter()
  const { certificateType, propertyId, propertyName, propertyAddress, issueDate, expiryDate, certificateUrl, notes, state, daysRemaining } = certificate
  const whose = <Hidden>, {compliance.of(certificateType, propertyName)}</Hidden>
  return (
    <Row>
      <div>
        <RowTitle>{certificateType}</RowTitle>
        {hasProperty && <OfProperty id={propertyId} name={propertyName} address={propertyAddress} />}
      </div>
      <Due>
        <Badge {...looks[state]}>{expiryText(daysRemaining)}</Badge>
        <Small>
          {compliance.expires(format.date(expiryDate))}
          {issueDate !== null && ` · ${compliance.issued(format.date(issueDate))}`}
        </Small>
      </Due>
      <Acts>
        {certificateUrl !== null && (
          <Button variant="text" component="a" href={certificateUrl} target="_blank" rel="noopener" startIcon={<FileText size={16} strokeWidth={1.75} />}>
            {compliance.open}
            {whose}
          </Button>
        )}
        <Writers>
          <Button onClick={onRenew}>
            {certificateForm.renew}
            {whose}
          </Button>
          <Button variant="text" onClick={onEdit}>
            {certificateForm.edit}
            {whose}
          </Button>
          <Button variant="text" sx={{ color: color.muted }} onClick={onDelete}>
            {certificateForm.delete}
            {whose}
          </Button>
        </Writers>
      </Acts>
      {notes !== null && (
        <Said>
          <dt>{compliance.notes}</dt>
          <dd>{notes}</dd>
        </Said>
      )}
    </Row>
  )
}
