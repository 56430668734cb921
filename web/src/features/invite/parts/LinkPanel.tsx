import Button from '@mui/material/Button'
import { Check, Copy, Eye, QrCode, Share2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useFormatter } from '@/api/account'
import { userMessage } from '@/api/errors'
import type { NewInvite } from '@/api/invites'
import { londonDay } from '@/lib/civilDate'
import { TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { Hidden } from '@/ui/Hidden'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { invite as texts } from '../messages'
import { useCopy } from '../useCopy'
import { Buttons, Inside, Quiet } from './layout'

const CodeDialog = lazy(async () => ({ default: (await import('./CodeDialog')).CodeDialog }))

/** The link that was made, or why there is none. */
interface LinkPanelProps {
  made: NewInvite | undefined
  /** True if a home is chosen, so that a link can be made. */
  isChosen: boolean
  isPending: boolean
  error: Error | null
  onMake: () => void
}

export function LinkPanel({ made, isChosen, isPending, error, onMake }: LinkPanelProps) {
  const make = (
    <div>
      <Button variant="contained" onClick={onMake}>
        {texts.make}
      </Button>
    </div>
  )
  return (
    <Panel title={texts.link}>
      <Inside>
        {made !== undefined && <Made key={made.id} made={made} />}
        {made === undefined && isPending && (
          <div aria-busy="true">
            <Hidden role="status">{texts.making}</Hidden>
            <Skeleton width="100%" height={60} />
          </div>
        )}
        {made === undefined && !isPending && error !== null && <Notice tone="danger" title={texts.makeFailed} text={userMessage(error, texts.makeFailedText)} />}
        {made === undefined && !isPending && (isChosen ? make : <Quiet>{texts.noLink}</Quiet>)}
      </Inside>
    </Panel>
  )
}

function Made({ made: { url, expiresAt } }: { made: NewInvite }) {
  const format = useFormatter()
  const field = useRef<HTMLTextAreaElement>(null)
  const { isCopied, copy } = useCopy()
  const [isCode, setCode] = useState(false)
  const copyLink = async () => {
    if (await copy(url)) {
      toasts.success(texts.copiedToast)
      return
    }
    toasts.failure(texts.copyFailed, texts.copyFailedText)
    field.current?.select()
  }
  const share = async () => {
    try {
      await navigator.share({ title: texts.link, url })
    } catch (reason) {
      // To think better of it is no failure.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) toasts.failure(texts.shareFailed, texts.shareFailedText)
    }
  }
  const canShare = typeof navigator.share === 'function'
  return (
    <>
      <Field label={texts.linkLabel} hint={texts.linkHint(format.longDate(londonDay(new Date(expiresAt))))}>
        {(control) => (
          <TextArea
            {...control}
            ref={field}
            readOnly
            rows={3}
            value={url}
            onFocus={(event) => event.target.select()}
            sx={{ minHeight: 82, resize: 'none', overflowWrap: 'anywhere', fieldSizing: 'content' }}
          />
        )}
      </Field>
      <Buttons>
        <Button variant="contained" onClick={() => void copyLink()} startIcon={isCopied ? <Check size={16} strokeWidth={2} /> : <Copy size={16} strokeWidth={1.75} />}>
          {isCopied ? texts.copied : texts.copy}
        </Button>
        {canShare && (
          <Button onClick={() => void share()} startIcon={<Share2 size={16} strokeWidth={1.75} />}>
            {texts.share}
          </Button>
        )}
        <Button component="a" href={url} target="_blank" rel="noopener noreferrer" startIcon={<Eye size={16} strokeWidth={1.75} />}>
          {texts.preview}
          <Hidden>{texts.newTab}</Hidden>
        </Button>
        <Button onClick={() => setCode(true)} startIcon={<QrCode size={16} strokeWidth={1.75} />}>
          {texts.qrCode}
        </Button>
      </Buttons>
      {isCode && (
        <Suspense>
          <CodeDialog url={url} onClose={() => setCode(false)} />
        </Suspense>
      )}
    </>
  )
}
