import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { readDocument, sendDocument, type Application, type ApplicationAccess, type ApplicationDocument } from '@/api/applications'
import { ApiError, userMessage } from '@/api/errors'
import { documentAccept, documentTypes, largestDocument, type DocumentType } from '@/lib/applications'
import { color, media, type } from '@/theme/tokens'
import { DocumentBadge } from '@/ui/ApplicationBadge'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { Field } from '@/ui/form/Field'
import { showBlob, tabForLater } from '@/ui/openBlob'
import { Panel } from '@/ui/Panel'
import { ProgressBar } from '@/ui/ProgressBar'
import { toasts } from '@/ui/toast/toasts'
import { useUpload } from '@/ui/useUpload'
import { status as texts } from '../messages'
import { documentCount, missingDocuments } from '../model'
import { useRefresh } from '../queries'

const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  minHeight: 48,
  boxSizing: 'border-box',
  padding: '7px 20px',
  borderBottom: `1px solid ${color.line}`,
  [media.mobile]: { padding: '4px 16px' },
})
const Words = styled('div')({ ...type.body, flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' })
const Line = styled('p')({ ...type.small, color: color.muted })
const Foot = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, padding: '14px 20px 16px', [media.mobile]: { padding: '14px 16px' } })
const Pickable = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 10, '& > div:first-of-type': { flex: '1 1 200px' }, [media.mobile]: { '& > button': { width: '100%' } } })

/** An upload for one application, with the texts of what may go wrong. */
function useSending(access: ApplicationAccess) {
  const [kind, setKind] = useState<DocumentType>('other')
  const { share, start } = useUpload((file, onProgress, signal) => sendDocument(access, pending.current, file, onProgress, signal))
  const pending = useRef<DocumentType>('other')
  const refresh = useRefresh(access)
  const send = async (type: DocumentType, file: File): Promise<boolean> => {
    if (file.size > largestDocument) {
      toasts.failure(texts.tooLarge, texts.tooLargeText)
      return false
    }
    pending.current = type
    setKind(type)
    try {
      await start(file)
      toasts.success(texts.uploaded, documentTypes[type])
      await refresh()
      return true
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false
      const title = error instanceof ApiError ? (error.problem.title ?? texts.uploadFailed) : texts.uploadFailed
      toasts.failure(title, userMessage(error, texts.uploadFailedText))
      return false
    }
  }
  return { share, kind, send }
}

/** The applicant's documents: those that are asked for first, each with its button, then what is there. */
export function Documents({ application, access }: { application: Application; access: ApplicationAccess }) {
  const { share, kind, send } = useSending(access)
  const isOver = application.withdrawnAt !== null
  const missing = isOver ? [] : missingDocuments(application)
  const { given, of } = documentCount(application)
  return (
    <Panel title={texts.documents} aside={<Line>{texts.documentsOf(given, of)}</Line>}>
      <ul>
        {missing.map((type) => (
          <Row key={type}>
            <Words style={{ fontWeight: 580 }}>{documentTypes[type]}</Words>
            <Picker label={texts.addMissing(documentTypes[type])} isBusy={share !== null} isPrimary onFile={(file) => void send(type, file)} />
          </Row>
        ))}
        {application.documents.map((document) => (
          <Given key={document.id} document={document} access={access} />
        ))}
        {missing.length === 0 && application.documents.length === 0 && (
          <Row>
            <Line>{texts.noDocuments}</Line>
          </Row>
        )}
      </ul>
      {!isOver && (
        <Foot>
          {share !== null && <ProgressBar label={`${documentTypes[kind]}: ${texts.uploading(Math.round(share * 100))}`} share={share} />}
          <AnyDocument isBusy={share !== null} onSend={send} />
        </Foot>
      )}
    </Panel>
  )
}

/** A document of a kind that is not asked for now. */
function AnyDocument({ isBusy, onSend }: { isBusy: boolean; onSend: (type: DocumentType, file: File) => Promise<boolean> }) {
  const [type, setType] = useState<DocumentType | ''>('')
  return (
    <Pickable>
      <Field label={texts.kind} hint={type === '' ? texts.kindFirst : undefined}>
        {(control) => <ChoiceSelect {...control} names={documentTypes} placeholder={texts.choice} value={type} onChange={({ target }) => setType(target.value as DocumentType | '')} />}
      </Field>
      <Picker
        label={texts.addDocument}
        isBusy={isBusy}
        isOff={type === ''}
        onFile={(file) => {
          if (type !== '') void onSend(type, file).then((isThere) => (isThere ? setType('') : undefined))
        }}
      />
    </Pickable>
  )
}

/** A button that asks for a file. */
interface PickerProps {
  label: string
  isBusy: boolean
  isOff?: boolean
  isPrimary?: boolean
  onFile: (file: File) => void
}

const Hidden = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' })

function Picker({ label, isBusy, isOff = false, isPrimary = false, onFile }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Hidden
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={documentAccept}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) onFile(file)
          target.value = ''
        }}
      />
      <Button disabled={isBusy || isOff} variant={isPrimary ? 'contained' : 'outlined'} onClick={() => input.current?.click()} startIcon={<Upload size={16} strokeWidth={1.75} />}>
        {label}
      </Button>
    </>
  )
}

function Given({ document, access }: { document: ApplicationDocument; access: ApplicationAccess }) {
  const open = async () => {
    const tab = tabForLater()
    try {
      showBlob(await readDocument(access, document.id), document.title, tab)
    } catch (error) {
      tab?.close()
      toasts.failure(texts.openFailed, userMessage(error, texts.openFailedText))
    }
  }
  return (
    <Row>
      <Words>
        <Button variant="text" onClick={() => void open()} sx={{ marginLeft: '-8px', whiteSpace: 'normal', textAlign: 'left' }}>
          {document.title}
        </Button>
        {document.reason !== null && <Line>{texts.refused(document.reason)}</Line>}
      </Words>
      <DocumentBadge status={document.status} />
    </Row>
  )
}
