import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Certificate } from '@/api/compliance'
import { userMessage } from '@/api/errors'
import { useMayWrite } from '@/api/session'
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
  /** The content where there is none. */
  none: ReactNode
  isPlain?: boolean
  /** True if a new one is being added from the start. */
  isAdding?: boolean
  onAdded?: () => void
}

export function Certificates({ filter, property, hasProperty, none, isPlain = false, isAdding = false, onAdded }: CertificatesProps) {
  const query = useCertificates(filter)
  const mayWrite = useMayWrite()
  const [task, setTask] = useState<CertificateTask | null>(isAdding && mayWrite ? { kind: 'add', property } : null)
  const close = () => {
    setTask(null)
    onAdded?.()
  }
  const [deleted, setDeleted] = useState<Certificate | null>(null)
  return (
    <>
      <RowsPanel
        title={compliance.certificates}
        query={query}
        action={certificateForm.add}
        onAct={() => setTask({ kind: 'add', property })}
        none={none}
        isPlain={isPlain}
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
          <CertificateDialog task={task} onClose={close} />
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
