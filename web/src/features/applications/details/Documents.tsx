import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { readDocument, sendDocument, type Application, type ApplicationDocument } from '@/api/applications'
import { titledMessage, userMessage } from '@/api/errors'
import { invalidate } from '@/api/invalidations'
import { Writers } from '@/api/session'
import { documentAccept, documentTypes } from '@/lib/applications'
import { londonDay } from '@/lib/civilDate'
import { instantText } from '@/lib/instant'
import { type } from '@/theme/tokens'
import { DocumentBadge } from '@/ui/ApplicationBadge'
import { FileButton } from '@/ui/FileButton'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { FormDialog } from '@/ui/FormDialog'
import { Hidden } from '@/ui/Hidden'
import { showBlob, tabForLater } from '@/ui/openBlob'
import { PlainDialog } from '@/ui/PlainDialog'
import { toasts } from '@/ui/toast/toasts'
import { details as texts } from '../messages'
import { useReadings, useReview } from '../queries'
import { Note, Rows, Section } from './Section'

const Adding = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, marginTop: 12 })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 })

/** The applicant's documents: opened when pressed, accepted, or refused with a reason. */
export function Documents({ application }: { application: Application }) {
  const { id, documents, requestedDocuments, withdrawnAt } = application
  return (
    <Section title={texts.documents} aside={documents.length === 0 ? texts.noDocuments : String(documents.length)}>
      {requestedDocuments.length > 0 && <Note>{texts.askedFor(requestedDocuments.map((each) => documentTypes[each]).join(', '))}</Note>}
      {documents.length > 0 && (
        <>
          <Rows>
            {documents.map((document) => (
              <Row key={document.id} application={application} document={document} />
            ))}
          </Rows>
          <Note>{texts.recorded}</Note>
        </>
      )}
      {withdrawnAt === null && (
        <Writers>
          <AddDocument id={id} />
        </Writers>
      )}
    </Section>
  )
}

/** Adds what the applicant brought by hand or by mail. */
function AddDocument({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<ApplicationDocument['type'] | ''>('')
  const cache = useQueryClient()
  if (!isOpen) {
    return (
      <div>
        <Button onClick={() => setOpen(true)} startIcon={<FilePlus2 size={16} strokeWidth={1.75} />}>
          {texts.addDocument}
        </Button>
      </div>
    )
  }
  return (
    <Adding>
      <Field label={texts.kind}>
        {(control) => (
          <ChoiceSelect {...control} names={documentTypes} placeholder={texts.chooseKind} value={kind} onChange={({ target }) => setKind(target.value as ApplicationDocument['type'] | '')} />
        )}
      </Field>
      <Acts>
        <FileButton
          label={texts.chooseFile}
          accept={documentAccept}
          isPrimary
          disabled={kind === ''}
          send={(file, onProgress, signal) => sendDocument({ id }, kind === '' ? 'other' : kind, file, onProgress, signal)}
          explain={(error) => titledMessage(error, texts.addFailed)}
          onSent={() => {
            toasts.success(texts.documentAdded, documentTypes[kind === '' ? 'other' : kind])
            setOpen(false)
            setKind('')
            void invalidate(cache, ['tenant-applications'])
          }}
        />
        <Button onClick={() => setOpen(false)}>{texts.cancel}</Button>
      </Acts>
    </Adding>
  )
}

function Row({ application: { id }, document }: { application: Application; document: ApplicationDocument }) {
  const format = useFormatter()
  const review = useReview()
  const cache = useQueryClient()
  const [dialog, setDialog] = useState<'refuse' | 'openings'>()
  const open = async () => {
    const tab = tabForLater()
    try {
      showBlob(await readDocument({ id }, document.id), document.title, tab)
      // The last reader has changed.
      void invalidate(cache, ['tenant-applications'])
    } catch (error) {
      tab?.close()
      toasts.failure(texts.openFailed, userMessage(error, texts.tryAgain))
    }
  }
  const accept = () =>
    review.mutate(
      { id, document, body: { status: 'accepted' } },
      {
        onSuccess: () => toasts.success(texts.accepted, document.title),
        onError: (error) => toasts.failure(texts.reviewFailed, userMessage(error, texts.tryAgain)),
      },
    )
  const added = texts.added(format.date(londonDay(new Date(document.createdAt))))
  const opened = document.openedAt === null ? texts.neverOpened : texts.opened(instantText(format, document.openedAt))
  return (
    <li>
      <div>
        <Button variant="text" onClick={() => void open()} sx={{ marginLeft: '-8px', whiteSpace: 'normal', textAlign: 'left' }}>
          {document.title}
        </Button>
        <Note>
          {documentTypes[document.type] === document.title ? '' : `${documentTypes[document.type]}. `}
          {added}, {opened}.
        </Note>
        {document.reason !== null && <Note>{texts.refusedFor(document.reason)}</Note>}
      </div>
      <Acts>
        <DocumentBadge status={document.status} />
        {document.openedAt !== null && (
          <Button variant="text" onClick={() => setDialog('openings')}>
            {texts.openings}
            <Hidden>, {document.title}</Hidden>
          </Button>
        )}
        {document.status !== 'accepted' && (
          <Writers>
            <Button loading={review.isPending} onClick={accept}>
              {texts.accept}
              <Hidden>, {document.title}</Hidden>
            </Button>
          </Writers>
        )}
        {document.status !== 'rejected' && (
          <Writers>
            <Button onClick={() => setDialog('refuse')}>
              {texts.refuse}
              <Hidden>, {document.title}</Hidden>
            </Button>
          </Writers>
        )}
      </Acts>
      {dialog === 'refuse' && <RefuseDialog id={id} document={document} onClose={() => setDialog(undefined)} />}
      {dialog === 'openings' && <Openings id={id} document={document} onClose={() => setDialog(undefined)} />}
    </li>
  )
}

function RefuseDialog({ id, document, onClose }: { id: number; document: ApplicationDocument; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: '' } })
  const review = useReview()
  const submit = ({ reason }: { reason: string }) =>
    review.mutate(
      { id, document, body: { status: 'rejected', reason: reason.trim() } },
      {
        onSuccess: () => {
          toasts.success(texts.refused, document.title)
          onClose()
        },
        onError: (error) => toasts.failure(texts.reviewFailed, userMessage(error, texts.tryAgain)),
      },
    )
  return (
    <FormDialog form={form} title={texts.refuseTitle} subject={document.title} submit={texts.refuse} isPending={review.isPending} onSubmit={submit} onClose={onClose}>
      <Field label={texts.refuseReason} hint={texts.refuseHint} error={form.formState.errors.reason?.message}>
        {(control) => (
          <TextArea {...control} {...form.register('reason', { validate: (text) => text.trim() !== '' || texts.refuseRequired })} maxLength={500} />
        )}
      </Field>
    </FormDialog>
  )
}

const List = styled('ul')({ ...type.body, display: 'flex', flexDirection: 'column', gap: 8 })

function Openings({ id, document, onClose }: { id: number; document: ApplicationDocument; onClose: () => void }) {
  const format = useFormatter()
  const { data } = useReadings(id, document.id)
  return (
    <PlainDialog title={texts.openingsTitle} subject={document.title} onClose={onClose} foot={<Button onClick={onClose}>{texts.close}</Button>}>
      {data?.length === 0 && <p>{texts.noOpenings}</p>}
      <List>
        {data?.map(({ timestamp, actor }) => (
          <li key={timestamp}>
            {instantText(format, timestamp)}, {texts.by[actor] ?? actor}
          </li>
        ))}
      </List>
    </PlainDialog>
  )
}
