import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { shortCause } from '@/api/errors'
import { saveFile } from '@/lib/save'
import { color, radius, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { PdfPages } from '@/ui/pdf/PdfPages'
import { Segments } from '@/ui/Segments'
import { Skeleton } from '@/ui/Skeleton'
import { agreement } from '../messages'
import { Reader } from '../parts/Reader'
import { preview as texts } from './messages'

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px 10px', marginBottom: 10 })
const Title = styled('h2')({ ...type.h2 })
const Text = styled('p')({ ...type.small, color: color.muted, flex: 1, minWidth: 180 })
const Place = styled('span')({ ...type.body, color: color.muted, whiteSpace: 'nowrap' })
const Turn = styled(IconButton)({ width: 32, height: 32, border: `1px solid ${color.line}`, borderRadius: radius.control, backgroundColor: color.surface })
const Region = styled('div')({
  maxHeight: 'max(420px, calc(100dvh - 300px))',
  overflow: 'auto',
  backgroundColor: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  '&:focus-visible': { outlineOffset: -3 },
})

/** The document of a draft that is looked at. */
export type Kind = keyof typeof texts.kinds

interface PreviewProps {
  preview: UseQueryResult<Blob>
  kind: Kind
}

interface BesideProps extends PreviewProps {
  /** Chooses the other document; absent where there is one alone. */
  onKind: ((kind: Kind) => void) | undefined
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The document as it would be issued, page by page, beside the form. */
export function Preview({ preview: { data, error, refetch }, kind, onKind }: BesideProps) {
  const [pages, setPages] = useState(0)
  const [wanted, setPage] = useState(1)
  const page = Math.min(wanted, Math.max(pages, 1))
  return (
    <section aria-labelledby="agreement-preview">
      <Head>
        <Title id="agreement-preview">{texts.title}</Title>
        <Text>{kind === 'deed' ? texts.deedText : texts.text}</Text>
        {pages > 0 && (
          <>
            <Turn aria-label={texts.earlier} disabled={page === 1} onClick={() => setPage(page - 1)}>
              <ChevronLeft {...icon} />
            </Turn>
            <Place aria-live="polite">{texts.of(page, pages)}</Place>
            <Turn aria-label={texts.later} disabled={page === pages} onClick={() => setPage(page + 1)}>
              <ChevronRight {...icon} />
            </Turn>
          </>
        )}
        <Button disabled={data === undefined} onClick={() => data !== undefined && saveFile(data, kind === 'deed' ? texts.deedName : texts.draftName)} startIcon={<Download {...icon} />}>
          {texts.draft}
        </Button>
        {onKind !== undefined && <Segments label={texts.which} value={kind} options={texts.kinds} onChange={onKind} />}
      </Head>
      {error !== null && <LoadFailed what={texts.title} title={texts.failed} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {(data !== undefined || error === null) && (
        // A region that scrolls takes the focus, for the keyboard's arrows.
        <Region tabIndex={0} role="region" aria-label={texts.region}>
          {data === undefined ? <Skeleton width="100%" height={640} /> : <PdfPages content={data} page={page} onShown={setPages} />}
        </Region>
      )}
    </section>
  )
}

/** The same on a phone: a button that opens all pages over the whole screen. */
export function PreviewButton({ preview: { data, error, refetch }, kind }: PreviewProps) {
  const [pages, setPages] = useState(0)
  const [isOpen, setOpen] = useState(false)
  if (error !== null) return <LoadFailed what={texts.title} title={texts.failed} cause={shortCause(error)} onRetry={() => void refetch()} />
  return (
    <>
      <Button fullWidth size="large" disabled={data === undefined} onClick={() => setOpen(true)} startIcon={<FileText {...icon} />}>
        {kind === 'deed' ? texts.openDeed : pages === 0 ? texts.opening : texts.open(pages)}
      </Button>
      {isOpen && data !== undefined && <Reader content={data} title={kind === 'deed' ? texts.openDeed : agreement.paper(pages)} onShown={setPages} onClose={() => setOpen(false)} />}
    </>
  )
}
