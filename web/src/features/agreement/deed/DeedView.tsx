import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Agreement, AgreementAccess, GuaranteeDeed, Signer } from '@/api/agreements'
import { londonDay } from '@/lib/civilDate'
import type { Formatter } from '@/lib/format'
import { saveFile } from '@/lib/save'
import { InfoPanel } from '@/ui/InfoPanel'
import { Decline } from '../parts/Decline'
import { useDeedDocument } from '../queries'
import { DeedForm } from './DeedForm'
import { DeedSummary } from './DeedSummary'
import { deed as texts } from './messages'
import { PlainWords } from './PlainWords'

const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 24, maxWidth: 640 })

interface DeedViewProps {
  agreement: Agreement
  deed: GuaranteeDeed
  /** The guarantor, who reads it. */
  signer: Signer
  access: AgreementAccess
  /** The way in which days are written: whoever follows a link has no settings. */
  format: Formatter
}

/** The guarantor’s view: how the deed stands, what it says, and while it is their turn both parts to sign. */
export function DeedView({ agreement, deed, signer, access, format }: DeedViewProps) {
  const [shown, setShown] = useState<string>()
  const isTurn = deed.state === 'waiting' && signer.maySign
  return (
    <Column>
      <Standing agreement={agreement} deed={deed} signer={signer} format={format} />
      <DeedSummary agreement={agreement} deed={deed} signer={signer} format={format} />
      {deed.state !== 'void' && <PlainWords agreement={agreement} deed={deed} access={access} format={format} onRead={setShown} />}
      {isTurn && (
        <>
          <DeedForm key={deed.id} agreement={agreement} deed={deed} signer={signer} access={access} shownHash={shown} />
          <Decline access={access} words={{ open: texts.decline, title: texts.declineTitle, text: texts.declineText, confirm: texts.declineConfirm }} />
        </>
      )}
      {deed.signedAt !== null && deed.state !== 'void' && <OwnCopy deed={deed} access={access} />}
    </Column>
  )
}

function OwnCopy({ deed, access }: { deed: GuaranteeDeed; access: AgreementAccess }) {
  const { data } = useDeedDocument(access, deed)
  return (
    <div>
      <Button disabled={data === undefined} onClick={() => data !== undefined && saveFile(data.content, texts.fileName)} startIcon={<Download size={16} strokeWidth={1.75} />}>
        {texts.download}
      </Button>
    </div>
  )
}

/** The state of the deed, unless it is to be signed now. */
function Standing({ agreement, deed, signer, format }: { agreement: Agreement; deed: GuaranteeDeed; signer: Signer; format: Formatter }) {
  switch (deed.state) {
    case 'waiting':
      return signer.maySign ? null : <InfoPanel tone="info" title={texts.notYet} text={texts.notYetText} />
    case 'signed':
      return <InfoPanel tone="success" title={texts.youSigned} text={texts.youSignedText} />
    case 'inForce': {
      if (deed.endDate !== null) return <InfoPanel tone="info" title={texts.ends(format.longDate(deed.endDate))} text={texts.endedText} />
      const day = agreement.completedAt === null ? '' : format.longDate(londonDay(new Date(agreement.completedAt)))
      return <InfoPanel tone="success" title={texts.inForce} text={texts.inForceText(day)} />
    }
    case 'ended':
      return <InfoPanel tone="neutral" title={texts.ended(deed.endDate === null ? '' : format.longDate(deed.endDate))} text={texts.endedText} />
    case 'void':
      return <InfoPanel tone="neutral" title={texts.void} text={texts.voidText} />
  }
}
