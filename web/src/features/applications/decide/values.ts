import type { Application } from '@/api/applications'
import type { Schema } from '@/api/client'
import { usualDocuments, type ApplicationStatus, type DocumentType } from '@/lib/applications'
import type { Mistakes } from '@/ui/form/rules'
import { decide as texts } from '../messages'

/** The fields of the dialog. */
export interface Decision {
  status: ApplicationStatus | ''
  rejectionReason: string
  requestedDocuments: DocumentType[]
  landlordNotes: string
}

/** Returns the initial values: the status that a button stands for, or none. */
export function decisionOf(application: Application, status: ApplicationStatus | ''): Decision {
  const given = new Set(application.documents.filter((document) => document.status !== 'rejected').map(({ type }) => type))
  const asked = application.requestedDocuments.length > 0 ? application.requestedDocuments : usualDocuments.filter((type) => !given.has(type))
  return { status, rejectionReason: application.rejectionReason ?? '', requestedDocuments: asked, landlordNotes: application.landlordNotes ?? '' }
}

/** Returns the mistakes in a decision. */
export function decisionMistakes({ status, rejectionReason, requestedDocuments }: Decision): Mistakes<Decision> {
  return {
    ...(status === 'Rejected' && rejectionReason.trim() === '' && { rejectionReason: texts.reasonRequired }),
    ...(status === 'Documents Required' && requestedDocuments.length === 0 && { requestedDocuments: texts.documentsRequired }),
  }
}

/** Returns the body: a reason with a rejection alone, and the notes where they differ. */
export function decisionBody(values: Decision, application: Application, jointWith: number | undefined): Schema<'DecisionBody'> {
  const notes = values.landlordNotes.trim()
  return {
    ...(values.status !== '' && { status: values.status }),
    ...(values.status === 'Rejected' && { rejectionReason: values.rejectionReason.trim() }),
    ...(values.status === 'Documents Required' && { requestedDocuments: values.requestedDocuments }),
    ...(notes !== (application.landlordNotes ?? '') && { landlordNotes: notes }),
    ...(values.status === 'Approved' && jointWith !== undefined && { jointWith }),
  }
}
