import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Check, Download, FileText } from 'lucide-react'
import { useId, useState } from 'react'
import type { Agreement, AgreementAccess } from '@/api/agreements'
import { shortCause } from '@/api/errors'
import type { Formatter } from '@/lib/format'
import { clockText } from '@/lib/instant'
import { saveFile } from '@/lib/save'
import { color, radius, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { PdfPages } from '@/ui/pdf/PdfPages'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { agreement as texts } from '../messages'
import { useDocument } from '../queries'
import { MainTerms } from './MainTerms'
import { Reader } from './Reader'

const Head = styled('div')({ ...type.body, display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: '6px 14px', marginBottom: 10, color: color.muted })
const Region = styled('div')({
  maxHeight: 'max(420px, calc(100dvh - 210px))',
  overflow: 'auto',
  padding: 12,
  backgroundColor: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  '&:focus-visible': { outlineOffset: -3 },
})
const Foot = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, padding: '12px 16px 14px', borderTop: `1px solid ${color.line}` })
const Opened = styled('p')({ ...type.small, display: 'flex', alignItems: 'center', gap: 6, color: color.success })

/** The document as it is signed: in a region that scrolls, or on a phone its main terms and a reader of all pages. */
interface PaperProps {
  agreement: Agreement
  access: AgreementAccess
  format: Formatter
  /** The pages were shown; with the hash of what was shown. */
  onShown: (hash: string) => void
}

export function Paper({ agreement, access, format, onShown }: PaperProps) {
  const id = useId()
  const isMobile = useIsMobile()
  const { data, error, refetch } = useDocument(access, agreement)
  const [isReading, setReading] = useState(false)
  const [openedAt, setOpenedAt] = useState<Date>()
  const shown = () => {
    if (data !== undefined) onShown(data.hash)
    setOpenedAt((before) => before ?? new Date())
  }
  const failed = data === undefined && error !== null && <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />
  const download = (
    <Button disabled={data === undefined} onClick={() => data !== undefined && saveFile(data.content, texts.fileName)} startIcon={<Download size={16} strokeWidth={1.75} />}>
      {texts.download}
    </Button>
  )
  if (!isMobile) {
    return (
      <div>
        <Head>
          <span id={id}>{texts.pages(agreement.pages)}</span>
          {download}
        </Head>
        {failed}
        {/* A region that scrolls takes the focus, for the keyboard's arrows. */}
        <Region tabIndex={0} role="region" aria-label={texts.paper(agreement.pages)}>
          {data === undefined ? <Skeleton width="100%" height={480} /> : <PdfPages content={data.content} onShown={shown} />}
        </Region>
      </div>
    )
  }
  return (
    <Panel title={texts.mainTerms}>
      <MainTerms agreement={agreement} format={format} />
      <Foot>
        {failed}
        <Button disabled={data === undefined} onClick={() => setReading(true)} startIcon={<FileText size={17} strokeWidth={1.75} />}>
          {texts.readAll(agreement.pages)}
        </Button>
        {download}
        {openedAt !== undefined && (
          <Opened role="status">
            <Check size={15} strokeWidth={2} aria-hidden="true" />
            {texts.opened(clockText(openedAt))}
          </Opened>
        )}
      </Foot>
      {isReading && data !== undefined && <Reader content={data.content} title={texts.paper(agreement.pages)} onShown={shown} onClose={() => setReading(false)} />}
    </Panel>
  )
}
