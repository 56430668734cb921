import { styled } from '@mui/material/styles'
import { useState, type ReactNode } from 'react'
import type { Agreement, AgreementAccess } from '@/api/agreements'
import type { Formatter } from '@/lib/format'
import { useIsMobile } from '@/ui/useIsMobile'
import { Deeds } from '../deed/Deeds'
import { ownSigner, standingOf } from '../model'
import { Outcome } from './Outcome'
import { Paper } from './Paper'
import { Signers } from './Signers'
import { SignForm } from './SignForm'

const Box = styled('div')({ containerType: 'inline-size' })
const Columns = styled('div')({
  display: 'grid',
  gap: 24,
  alignItems: 'start',
  '@container (min-width: 860px)': { gridTemplateColumns: 'minmax(0, 1fr) 400px' },
})
const Side = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0, '@container (min-width: 860px)': { position: 'sticky', top: 0 } })
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 20, minWidth: 0 })

/** An agreement with what happened to it, its pages, and who signs. */
interface AgreementViewProps {
  agreement: Agreement
  access: AgreementAccess
  /** The format of days: whoever follows a link has no settings. */
  format: Formatter
  /** True if the reader is the landlord. */
  isOwner?: boolean
  /** True if the reader may sign at all: a Viewer reads alone. */
  maySign?: boolean
  /** Further actions of the reader, below the signers. */
  children?: ReactNode
}

export function AgreementView({ agreement, access, format, isOwner = false, maySign = true, children }: AgreementViewProps) {
  const isMobile = useIsMobile()
  const [shown, setShown] = useState<{ id: number; hash: string }>()
  const own = ownSigner(agreement)
  const outcome = <Outcome agreement={agreement} format={format} isOwner={isOwner} />
  const signers = <Signers agreement={agreement} format={format} isOwner={isOwner} />
  const deeds = <Deeds agreement={agreement} access={access} format={format} isOwner={isOwner} />
  const paper = <Paper key={`paper ${String(agreement.id)}`} agreement={agreement} access={access} format={format} onShown={(hash) => setShown({ id: agreement.id, hash })} />
  const shownHash = shown?.id === agreement.id ? shown.hash : undefined
  const signing = maySign && own !== undefined && standingOf(agreement) === 'yourTurn' && (
    <SignForm key={agreement.id} agreement={agreement} access={access} signer={own} shownHash={shownHash} isOwner={isOwner} />
  )
  if (isMobile) {
    return (
      <Column>
        {outcome}
        {signers}
        {deeds}
        {paper}
        {signing}
        {children}
      </Column>
    )
  }
  return (
    <Box>
      <Columns>
        {paper}
        <Side>
          {outcome}
          {signers}
          {deeds}
          {signing}
          {children}
        </Side>
      </Columns>
    </Box>
  )
}
