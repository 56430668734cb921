import Button from '@mui/material/Button'
import { CircleCheck, Clock, CircleAlert } from 'lucide-react'
import { useFormatter } from '@/api/account'
import type { Certificate } from '@/api/compliance'
import { useMayWrite, Writers } from '@/api/session'
import { expiryText } from '@/lib/compliance'
import { Badge } from '@/ui/Badge'
import { RowMenu, type RowAct } from '@/ui/RowMenu'
import { certificateForm, compliance } from '../messages'
import { Notes, Row, RowName } from './rows'

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
  const whose = compliance.of(certificateType, propertyName)
  const mayWrite = useMayWrite()
  const acts: RowAct[] = [
    ...(certificateUrl === null ? [] : [{ name: compliance.open, href: certificateUrl }]),
    ...(mayWrite ? [{ name: certificateForm.edit, onSelect: onEdit }, { name: certificateForm.delete, onSelect: onDelete, isDanger: true }] : []),
  ]
  return (
    <Row
      title={certificateType}
      property={hasProperty ? { id: propertyId, name: propertyName, address: propertyAddress } : undefined}
      badge={<Badge {...looks[state]}>{state === 'Valid' ? compliance.certificateStates.Valid : expiryText(daysRemaining)}</Badge>}
      dates={`${compliance.expires(format.date(expiryDate))}${issueDate === null ? '' : ` · ${compliance.issued(format.date(issueDate))}`}`}
      acts={
        <>
          <Writers>
            <Button onClick={onRenew}>
              {certificateForm.renew}
              <RowName of={whose} />
            </Button>
          </Writers>
          {acts.length > 0 && <RowMenu label={compliance.of(compliance.more, whose)} acts={acts} />}
        </>
      }
    >
      {notes !== null && <Notes>{notes}</Notes>}
    </Row>
  )
}
