import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Application } from '@/api/applications'
import { userMessage } from '@/api/errors'
import { useMayWrite } from '@/api/session'
import { TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { toasts } from '@/ui/toast/toasts'
import { UnsavedGuard } from '@/ui/UnsavedGuard'
import { decide, details as texts } from '../messages'
import { useDecide } from '../queries'
import { Note, Section } from './Section'

/** Edits the landlord's words to the applicant. */
export function Notes({ application }: { application: Application }) {
  const kept = application.landlordNotes ?? ''
  const [typed, setTyped] = useState<string>()
  const save = useDecide()
  const mayWrite = useMayWrite()
  const isChanged = typed !== undefined && typed.trim() !== kept
  if (!mayWrite) {
    if (kept === '') return null
    return (
      <Section title={texts.notes}>
        <Note>{kept}</Note>
      </Section>
    )
  }
  const send = () =>
    save.mutate(
      { application, body: { landlordNotes: (typed ?? '').trim() } },
      {
        onSuccess: () => {
          setTyped(undefined)
          toasts.success(decide.updated, decide.notesSaved)
        },
        onError: (error) => toasts.failure(decide.failed, userMessage(error, decide.failedText)),
      },
    )
  return (
    <div>
      {isChanged && <UnsavedGuard isDirty={() => isChanged} />}
      <Field
        label={texts.notes}
        hint={texts.notesHint}
        below={
          isChanged && (
            <div style={{ marginTop: 6 }}>
              <Button loading={save.isPending} onClick={send}>
                {texts.saveNotes}
              </Button>
            </div>
          )
        }
      >
        {(control) => <TextArea {...control} value={typed ?? kept} maxLength={2000} onChange={({ target }) => setTyped(target.value)} />}
      </Field>
    </div>
  )
}
