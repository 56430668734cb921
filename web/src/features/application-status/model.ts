import type { Application, Reference } from '@/api/applications'
import { waitsForApplicant } from '@/lib/agreements'
import { applicationSteps, usualDocuments, type DocumentType } from '@/lib/applications'
import type { StepState } from '@/ui/Steps'
import { status as texts } from './messages'

/** The first words of the page: what happened, or what to do. */
export type Headline =
  | { kind: 'withdrawn' }
  | { kind: 'rejected' }
  | { kind: 'sign' }
  | { kind: 'approved' }
  | { kind: 'signed' }
  | { kind: 'movedIn' }
  | { kind: 'documents'; missing: readonly DocumentType[] }
  | { kind: 'reference'; who: 'guarantor' | 'employer'; reference: Reference }
  | { kind: 'nothing' }

/** The first thing that an applicant wants to know of an application. */
export function headlineOf(application: Application): Headline {
  if (application.withdrawnAt !== null) return { kind: 'withdrawn' }
  if (application.status === 'Rejected') return { kind: 'rejected' }
  if (application.status === 'Approved') return { kind: approvedKind(application) }
  const missing = missingDocuments(application)
  if (missing.length > 0) return { kind: 'documents', missing }
  const open = (['guarantor', 'employer'] as const).find((who) => application[who] !== null && isOpen(application[who]))
  const reference = open === undefined ? null : application[open]
  return open === undefined || reference === null ? { kind: 'nothing' } : { kind: 'reference', who: open, reference }
}

/** Returns the stage of an approved application on its way into the home. */
function approvedKind(application: Application): 'sign' | 'approved' | 'signed' | 'movedIn' {
  if (isDone(application, 'moveInCompleted')) return 'movedIn'
  if (waitsForApplicant(application)) return 'sign'
  return isDone(application, 'astSigned') ? 'signed' : 'approved'
}

const isDone = ({ steps }: Pick<Application, 'steps'>, wanted: string): boolean => steps.some(({ step, state }) => step === wanted && state === 'done')

const isOpen = ({ state }: Reference): boolean => state !== 'given' && state !== 'waived'

/** Returns the documents that the landlord asked for and has not got, or has refused. */
export function missingDocuments({ requestedDocuments, documents }: Pick<Application, 'requestedDocuments' | 'documents'>): DocumentType[] {
  const standing = new Set(documents.filter(({ status }) => status !== 'rejected').map(({ type }) => type))
  const refused = documents.filter(({ status, type }) => status === 'rejected' && !standing.has(type)).map(({ type }) => type)
  return [...new Set([...requestedDocuments, ...refused])]
}

/** Returns the number of usual documents that are there, and of all. */
export function documentCount({ requestedDocuments, documents }: Pick<Application, 'requestedDocuments' | 'documents'>): { given: number; of: number } {
  const wanted = new Set<DocumentType>([...usualDocuments, ...requestedDocuments])
  const given = new Set(documents.filter(({ status }) => status !== 'rejected').map(({ type }) => type))
  return { given: [...wanted].filter((type) => given.has(type)).length, of: wanted.size }
}

/** The five steps and how each stands. A rejected or withdrawn application ended at one of them, and does not go on. */
export function stepsOf(application: Application, day: (instant: string) => string): { name: string; state: StepState; under?: string }[] {
  const isClosed = application.status === 'Rejected' || application.withdrawnAt !== null
  return applicationSteps.map((name, index) => {
    const step = index + 1
    const isDone = step < application.currentStep || (application.status === 'Approved' && step === application.currentStep)
    const isHere = step === application.currentStep
    const state: StepState = isClosed && isHere ? 'ended' : isDone ? 'done' : isHere ? 'now' : 'open'
    const under = underOf(application, name, state, day)
    return { name, state, ...(under !== undefined && { under }) }
  })
}

function underOf(application: Application, name: string, state: StepState, day: (instant: string) => string): string | undefined {
  if (state === 'ended') return application.withdrawnAt === null ? texts.stepNotes.rejected : texts.stepNotes.withdrawn
  if (name === 'Submitted') return day(application.createdAt)
  if (name === 'Approved' && application.approvedAt !== null) return day(application.approvedAt)
  if (name !== 'Reference Check' || state === 'open') return undefined
  const notes = texts.stepNotes
  const parts = [
    ...(application.employer === null ? [] : [application.employerVerified ? notes.employerDone : notes.employerOpen]),
    ...(application.guarantor === null ? [] : [application.guarantorVerified ? notes.guarantorDone : notes.guarantorOpen]),
  ]
  return parts.length === 0 ? undefined : parts.join(', ')
}
