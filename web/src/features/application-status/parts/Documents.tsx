import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { readDocument, type Application, type ApplicationAccess, type ApplicationDocument } from '@/api/applications'
import { userMessage } from '@/api/errors'
import { documentTypes, type DocumentType } from '@/lib/applications'
import { color, media, type } from '@/theme/tokens'
import { DocumentBadge } from '@/ui/ApplicationBadge'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { Field } from '@/ui/form/Field'
import { showBlob, tabForLater } from '@/ui/openBlob'
import { Panel } from '@/ui/Panel'
import { toasts } from '@/ui/toast/toasts'
import { status as texts } from '../messages'
import { documentCount, missingDocuments } from '../model'
import { AddButton } from './AddButton'
import { TakeBack } from './TakeBack'

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
  [media.mobile]: { padding: '6px 16px' },
})
const Words = styled('div')({ ...type.body, flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' })
const Line = styled('p')({ ...type.small, color: color.muted })
const Foot = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, padding: '14px 20px 16px', [media.mobile]: { padding: '14px 16px' } })

/** The applicant's documents: those that are asked for first, each with its button, then what is there. */
export function Documents({ application, access }: { application: Application; access: ApplicationAccess }) {
  const isOver = application.withdrawnAt !== null || application.status === 'Rejected'
  const missing = isOver ? [] : missingDocuments(application)
  const { given, of } = documentCount(application)
  return (
    <Panel title={texts.documents} aside={<Line>{texts.documentsOf(given, of)}</Line>}>
      <ul>
        {missing.map((type) => (
          <Row key={type}>
            <Words style={{ fontWeight: 580 }}>{documentTypes[type]}</Words>
            <AddButton access={access} type={type} label={texts.addMissing(documentTypes[type])} isPrimary />
          </Row>
        ))}
        {application.documents.map((document) => (
          <DocumentRow key={document.id} document={document} access={access} isOver={isOver} />
        ))}
        {missing.length === 0 && application.documents.length === 0 && (
          <Row>
            <Line>{texts.noDocuments}</Line>
          </Row>
        )}
      </ul>
      {!isOver && <AnyDocument access={access} />}
    </Panel>
  )
}

/** A document of a kind that is not asked for now. */
function AnyDocument({ access }: { access: ApplicationAccess }) {
  const [type, setType] = useState<DocumentType | ''>('')
  return (
    <Foot>
      <Field label={texts.kind} hint={texts.kindFirst}>
        {(control) => <ChoiceSelect {...control} names={documentTypes} placeholder={texts.choice} value={type} onChange={({ target }) => setType(target.value as DocumentType | '')} />}
      </Field>
      <div>
        <AddButton access={access} type={type} label={texts.addDocument} onAdded={() => setType('')} />
      </div>
    </Foot>
  )
}

const identity: ReadonlySet<string> = new Set<DocumentType>(['passportOrId', 'rightToRent'])

function DocumentRow({ document, access, isOver }: { document: ApplicationDocument; access: ApplicationAccess; isOver: boolean }) {
  // A link may be forwarded: it shows nothing that proves who somebody is.
  const isHidden = 'token' in access && identity.has(document.type)
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
        {isHidden ? (
          <>
            <p>{document.title}</p>
            <Line>{texts.identityHint}</Line>
          </>
        ) : (
          <Button variant="text" onClick={() => void open()} sx={{ marginLeft: '-8px', whiteSpace: 'normal', textAlign: 'left' }}>
            {document.title}
          </Button>
        )}
        {document.reason !== null && <Line>{texts.refused(document.reason)}</Line>}
      </Words>
      <DocumentBadge status={document.status} />
      {'token' in access && !isOver && document.status === 'pending' && <TakeBack document={document} token={access.token} />}
    </Row>
  )
}
