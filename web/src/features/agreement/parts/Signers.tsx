import { styled } from '@mui/material/styles'
import type { Agreement, Signer } from '@/api/agreements'
import { parties } from '@/lib/agreements'
import { londonDay } from '@/lib/civilDate'
import type { Formatter } from '@/lib/format'
import { color, media, radius, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { agreement as texts } from '../messages'
import { nextSigner } from '../model'

const List = styled('ol')({ padding: '6px 20px', [media.mobile]: { padding: '6px 16px' }, '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Row = styled('li')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', padding: '10px 0' })
const Tile = styled('span')({
  ...type.small,
  display: 'grid',
  placeContent: 'center',
  flex: 'none',
  width: 24,
  height: 24,
  borderRadius: radius.badge,
  fontWeight: 620,
  color: color.muted,
  backgroundColor: color.neutralSoft,
  '&[data-state="done"]': { color: color.success, backgroundColor: color.successSoft },
  '&[data-state="now"]': { color: color.onAccent, backgroundColor: color.accent },
})
const Words = styled('div')({ ...type.body, flex: '1 1 100px', minWidth: 0, overflowWrap: 'anywhere' })
const Under = styled('div')({ ...type.small, color: color.muted })
const State = styled('span')({ ...type.small, color: color.muted, '&[data-state="now"]': { color: color.accent, fontWeight: 560 }, '&[data-state="done"]': { color: color.success } })

/** Lists the signers in the order of signing, and how far each is. */
export function Signers({ agreement, format, isOwner }: { agreement: Agreement; format: Formatter; isOwner: boolean }) {
  const next = nextSigner(agreement)
  const day = (instant: string) => format.date(londonDay(new Date(instant)))
  const last = agreement.signers.at(-1)
  return (
    <Panel title={texts.whoSigns}>
      <List>
        {agreement.signers.map((signer, index) => {
          const state = signer.signedAt !== null ? 'done' : signer.id === next?.id ? 'now' : 'open'
          return (
            <Row key={signer.id} aria-current={state === 'now' ? 'step' : undefined}>
              <Tile data-state={state} aria-hidden="true">
                {index + 1}
              </Tile>
              <Words>
                <span style={{ fontWeight: 580 }}>{signer.name}</span>
                <Under>{[parties[signer.party], ...(isOwner && state === 'now' ? sendingOf(signer, day) : [])].join(', ')}</Under>
              </Words>
              <State data-state={state}>{stateOf(signer, state, signer.id === last?.id, day)}</State>
            </Row>
          )
        })}
      </List>
    </Panel>
  )
}

function stateOf(signer: Signer, state: 'done' | 'now' | 'open', isLast: boolean, day: (instant: string) => string): string {
  if (signer.signedAt !== null) return texts.signedOn(day(signer.signedAt))
  if (signer.declinedAt !== null) return texts.declinedOn(day(signer.declinedAt))
  if (state === 'now') return signer.isCaller ? texts.yourTurn : texts.now
  return isLast ? texts.last : texts.later
}

/** Returns what became of the link, for the landlord. */
function sendingOf({ party, sentAt, openedAt }: Signer, day: (instant: string) => string): string[] {
  if (party === 'landlord') return []
  return [...(sentAt === null ? [] : [texts.linkSent(day(sentAt))]), openedAt === null ? texts.notOpened : texts.openedOn(day(openedAt))]
}
