import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CircleCheck, CircleMinus, Clock, Download, FileDown, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { readDeed, readDeedEvidence, type Agreement, type AgreementAccess, type GuaranteeDeed } from '@/api/agreements'
import { userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import type { Formatter } from '@/lib/format'
import { saveFile } from '@/lib/save'
import { color, media, type } from '@/theme/tokens'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { Panel } from '@/ui/Panel'
import { toasts } from '@/ui/toast/toasts'
import { EndGuarantee } from './EndGuarantee'
import { deed as deedTexts, deeds as texts } from './messages'

const List = styled('ul')({ margin: 0, padding: '6px 20px', listStyle: 'none', [media.mobile]: { padding: '6px 16px' }, '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Row = styled('li')({ ...type.body, display: 'flex', flexDirection: 'column', gap: 6, padding: '10px 0 12px', overflowWrap: 'anywhere' })
const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '4px 12px', fontWeight: 580 })
const Under = styled('div')({ ...type.small, color: color.muted, whiteSpace: 'pre-line' })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 4 })

const looks: Readonly<Record<GuaranteeDeed['state'], { tone: BadgeTone; icon: LucideIcon }>> = {
  waiting: { tone: 'info', icon: Clock },
  signed: { tone: 'success', icon: CircleCheck },
  inForce: { tone: 'success', icon: CircleCheck },
  ended: { tone: 'neutral', icon: CircleMinus },
  void: { tone: 'neutral', icon: CircleMinus },
}

const icon = { size: 16, strokeWidth: 1.75 } as const

interface DeedsProps {
  agreement: Agreement
  access: AgreementAccess
  format: Formatter
  /** True for the landlord. */
  isOwner: boolean
}

/** The deeds that belong to an agreement: who guarantees how much, how far each is, and its document. */
export function Deeds({ agreement, access, format, isOwner }: DeedsProps) {
  const [ending, setEnding] = useState<GuaranteeDeed>()
  if (agreement.deeds.length === 0) return null
  const nameOf = ({ signerId }: GuaranteeDeed) => agreement.signers.find(({ id }) => id === signerId)?.name ?? ''
  const save = (read: Promise<Blob>, name: string) =>
    void read.then(
      (content) => saveFile(content, name),
      (error: unknown) => toasts.failure(deedTexts.downloadFailed, userMessage(error, deedTexts.downloadFailed)),
    )
  return (
    <Panel title={texts.title(agreement.deeds.length)}>
      <List>
        {agreement.deeds.map((deed) => (
          <Row key={deed.id}>
            <Head>
              {nameOf(deed)}
              <Badge {...looks[deed.state]}>{texts.state[deed.state]}</Badge>
            </Head>
            {deed.highestAmount !== null && deed.coveredRent !== null && <Under>{texts.upTo(format.moneyExact(deed.highestAmount), format.moneyExact(deed.coveredRent))}</Under>}
            {deed.witness !== null && <Under>{texts.witness(deed.witness.name, deed.witness.address.replaceAll('\n', ', '))}</Under>}
            {deed.endDate !== null && deed.state === 'inForce' && <Under>{texts.endsOn(format.longDate(deed.endDate))}</Under>}
            <Acts>
              <Button onClick={() => save(readDeed(access, deed.id), deedTexts.fileName)} startIcon={<Download {...icon} />}>
                {deedTexts.download}
              </Button>
              {isOwner && 'id' in access && (
                <Button onClick={() => save(readDeedEvidence(access.id, deed.id), deedTexts.evidenceName)} startIcon={<FileDown {...icon} />}>
                  {deedTexts.evidence}
                </Button>
              )}
              {isOwner && deed.state === 'inForce' && deed.endDate === null && (
                <Writers>
                  <Button onClick={() => setEnding(deed)}>{texts.end}</Button>
                </Writers>
              )}
            </Acts>
          </Row>
        ))}
      </List>
      {ending !== undefined && 'id' in access && <EndGuarantee applicationId={access.id} deed={ending} name={nameOf(ending)} onClose={() => setEnding(undefined)} />}
    </Panel>
  )
}
