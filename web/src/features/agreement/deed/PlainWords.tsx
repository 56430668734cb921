import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Check, FileText } from 'lucide-react'
import { useState } from 'react'
import type { Agreement, AgreementAccess, GuaranteeDeed } from '@/api/agreements'
import { shortCause } from '@/api/errors'
import type { Formatter } from '@/lib/format'
import { together } from '@/lib/together'
import { color, media, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { agreement as agreementTexts } from '../messages'
import { Reader } from '../parts/Reader'
import { useDeedDocument, useDocument } from '../queries'
import { deed as texts } from './messages'

const List = styled('ul')({ ...type.body, display: 'flex', flexDirection: 'column', gap: 10, margin: 0, padding: '14px 20px 0', listStyle: 'none', [media.mobile]: { padding: '14px 16px 0' } })
const Point = styled('li')({ display: 'flex', gap: 10, '& > svg': { flex: 'none', marginTop: 3 } })
const Foot = styled('div')({ display: 'flex', flexDirection: 'column', gap: 10, padding: '16px 20px 18px', [media.mobile]: { padding: '14px 16px 16px' } })

interface PlainWordsProps {
  agreement: Agreement
  deed: GuaranteeDeed
  access: AgreementAccess
  format: Formatter
  /** The deed's pages were shown; with the hash of what was shown. */
  onRead: (hash: string) => void
}

/** The meaning of the deed, and both documents to read. */
export function PlainWords({ agreement, deed, access, format, onRead }: PlainWordsProps) {
  const [reading, setReading] = useState<'deed' | 'agreement'>()
  const paper = useDeedDocument(access, deed)
  const beside = useDocument(access, agreement)
  const tenant = together(deed.tenantNames)
  const points = [
    ...(deed.highestAmount === null ? [] : [texts.pays(tenant, format.moneyExact(deed.highestAmount))]),
    ...(deed.coveredRent === null ? [] : [texts.rises(format.moneyExact(deed.coveredRent))]),
    deed.tenantNames.length === 1 ? texts.lasts(tenant) : texts.lastsOfSeveral,
    texts.advice,
  ]
  return (
    <Panel title={texts.plain}>
      <List>
        {points.map((point) => (
          <Point key={point}>
            <Check size={16} strokeWidth={1.75} color={color.accent} aria-hidden="true" />
            {point}
          </Point>
        ))}
      </List>
      <Foot>
        {paper.error !== null && paper.data === undefined && <LoadFailed what={texts.what} cause={shortCause(paper.error)} onRetry={() => void paper.refetch()} />}
        <Button disabled={paper.data === undefined} onClick={() => setReading('deed')} startIcon={<FileText size={17} strokeWidth={1.75} />}>
          {texts.read(deed.pages)}
        </Button>
        {beside.error !== null && beside.data === undefined && <LoadFailed what={agreementTexts.what} cause={shortCause(beside.error)} onRetry={() => void beside.refetch()} />}
        <Button disabled={beside.data === undefined} onClick={() => setReading('agreement')} startIcon={<FileText size={17} strokeWidth={1.75} />}>
          {texts.readAgreement(agreement.pages)}
        </Button>
      </Foot>
      {reading === 'deed' && paper.data !== undefined && (
        <Reader content={paper.data.content} title={texts.paper(deed.pages)} onShown={() => onRead(paper.data.hash)} onClose={() => setReading(undefined)} />
      )}
      {reading === 'agreement' && beside.data !== undefined && (
        <Reader content={beside.data.content} title={agreementTexts.paper(agreement.pages)} onShown={() => undefined} onClose={() => setReading(undefined)} />
      )}
    </Panel>
  )
}
