import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Certificate } from '@/api/compliance'
import { userMessage } from '@/api/errors'
import { common } from '@/lib/messages'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toasts } from '@/ui/toast/toasts'
import { certificateForm, compliance } from '../messages'
import type { CertificateTask, ChosenProperty } from '../model'
import { useCertificates, useDeleteCertificate, type Filter } from '../queries'
import { CertificateRow } from './CertificateRow'
import { RowsPanel } from './RowsPanel'

const CertificateDialog = lazy(async () => ({ default: (await import('./CertificateDialog')).CertificateDialog }))

/** Certificates, the most overdue first, and everything that is done with them. */
interface CertificatesProps {
  filter: Filter
  /** The property that a new one is for, when only one is shown. */
  property: ChosenProperty
  hasProperty: boolean
  /** What stands where there is none. */
  none: ReactNode
}

export function Certificates({ filter, property, hasProperty, none }: CertificatesProps) {
  const query = useCertificates(filter)
  const [task, setTask] = useState<CertificateTask | null>(null)
  const [deleted, setDeleted] = useState<Certificate | null>(null)
  return (
    <>
      <RowsPanel
        title={compliance.certificates}
        query={query}
        action={certificateForm.add}
        onAct={() => setTask({ kind: 'add', property })}
        none={none}
        render={(certificate) => (
          <CertificateRow
            key={certificate.id}
            certificate={certificate}
            hasProperty={hasProperty}
            onRenew={() => setTask({ kind: 'renew', certificate })}
            onEdit={() => setTask({ kind: 'edit', certificate })}
            onDelete={() => setDeleted(certificate)}
          />
        )}
      />
      {task !== null && (
        <Suspense>
          <CertificateDialog task={task} onClose={() => setTask(null)} />
        </Suspense>
      )}
      {deleted !== null && <DeleteQuestion certificate={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

function DeleteQuestion({ certificate, onClose }: { certificate: Certificate; onClose: () => void }) {
  const { mutate } = useDeleteCertificate()
  const what = compliance.of(certificate.certificateType, certificate.propertyName)
  const remove = () => {
    mutate(certificate, {
      onSuccess: () => toasts.success(certificateForm.deleted, certificateForm.deletedText(what)),
      onError: (error) => toasts.failure(common.error, userMessage(error, certificateForm.deleteFailed)),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      title={certificateForm.deleteTitle}
      text={certificateForm.deleteText(what)}
      confirm={certificateForm.delete}
      cancel={certificateForm.keep}
      onConfirm={remove}
      onCancel={onClose}
    />
  )
}
