import Button from '@mui/material/Button'
import { Check, Copy, Mail, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { Input, TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { Panel } from '@/ui/Panel'
import { Segments } from '@/ui/Segments'
import { toasts } from '@/ui/toast/toasts'
import { invite as texts } from '../messages'
import { emailOf, mailto, sms, textOf, type MessageFacts } from '../model'
import { useCopy } from '../useCopy'
import { Buttons, Inside, Quiet } from './layout'

type Kind = keyof typeof texts.kinds

/** Shows the text that goes with the link, to be sent by the landlord's own means. Both texts stay editable. */
export function Message({ facts }: { facts: MessageFacts | undefined }) {
  const [kind, setKind] = useState<Kind>('email')
  return (
    <Panel title={texts.message} aside={<Segments label={texts.message} value={kind} options={{ email: texts.kinds.email, text: <span style={{ whiteSpace: 'nowrap' }}>{texts.kinds.text}</span> }} onChange={setKind} />}>
      <Inside>
        {facts === undefined && <Quiet>{texts.noMessage}</Quiet>}
        {facts !== undefined && (kind === 'email' ? <EmailMessage key={facts.url} facts={facts} /> : <TextMessage key={facts.url} facts={facts} />)}
      </Inside>
    </Panel>
  )
}

function EmailMessage({ facts }: { facts: MessageFacts }) {
  const [{ subject, text }, setMessage] = useState(() => emailOf(facts))
  return (
    <>
      <Field label={texts.subject}>
        {(control) => <Input {...control} value={subject} maxLength={200} onChange={({ target }) => setMessage({ subject: target.value, text })} />}
      </Field>
      <Field label={texts.text}>
        {(control) => <TextArea {...control} rows={14} value={text} onChange={({ target }) => setMessage({ subject, text: target.value })} />}
      </Field>
      <Buttons>
        <CopyText text={text} />
        <Button component="a" href={mailto(subject, text)} startIcon={<Mail size={16} strokeWidth={1.75} />}>
          {texts.openEmail}
        </Button>
      </Buttons>
    </>
  )
}

function TextMessage({ facts }: { facts: MessageFacts }) {
  const [text, setText] = useState(() => textOf(facts))
  return (
    <>
      <Field label={texts.text}>{(control) => <TextArea {...control} rows={6} value={text} onChange={({ target }) => setText(target.value)} />}</Field>
      <Buttons>
        <CopyText text={text} />
        <Button component="a" href={sms(text)} startIcon={<MessageSquare size={16} strokeWidth={1.75} />}>
          {texts.openText}
        </Button>
      </Buttons>
    </>
  )
}

function CopyText({ text }: { text: string }) {
  const { isCopied, copy } = useCopy()
  const press = async () => {
    if (await copy(text)) toasts.success(texts.textCopiedToast)
    else toasts.failure(texts.copyFailed, texts.textCopyFailedText)
  }
  return (
    <Button onClick={() => void press()} startIcon={isCopied ? <Check size={16} strokeWidth={2} /> : <Copy size={16} strokeWidth={1.75} />}>
      {isCopied ? texts.copied : texts.copyText}
    </Button>
  )
}
