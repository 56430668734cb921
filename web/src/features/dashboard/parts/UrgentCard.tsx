import { styled } from '@mui/material/styles'
import type { LucideIcon } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { color, media, radius, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'

const Whole = styled(Card)({ display: 'flex', flexDirection: 'column', padding: 20, minWidth: 0, [media.mobile]: { padding: '14px 16px 16px' } })
const Head = styled('div')({ display: 'flex', alignItems: 'center', gap: 12, paddingBottom: 14 })
const Tile = styled('span')({ flex: 'none', display: 'grid', placeItems: 'center', width: 32, height: 32, borderRadius: radius.tile })
const Title = styled('h3')(type.h2)
const Line = styled('p')({ ...type.small, color: color.muted })
const Count = styled('span')({ marginLeft: 'auto', fontSize: 22, lineHeight: '28px', fontWeight: 620 })
const Foot = styled('div')({ ...type.small, display: 'flex', alignItems: 'center', gap: 12, marginTop: 'auto', paddingTop: 16, color: color.muted, whiteSpace: 'nowrap', flexWrap: 'wrap' })

/** An item of the card: its key, and what is due about it. */
export const Item = styled('li')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  padding: '9px 0 10px',
  borderTop: `1px solid ${color.line}`,
  '& > div': { minWidth: 0 },
})
export const ItemName = styled('p')({ ...type.body, fontWeight: 560, overflowWrap: 'anywhere' })
export const ItemText = styled('p')(type.small)

const tones = {
  danger: { ink: color.danger, ground: color.dangerSoft },
  warning: { ink: color.warning, ground: color.warningSoft },
}

/** One kind of urgent thing: how many, the first of them, and what to do. */
interface UrgentCardProps {
  icon: LucideIcon
  tone: keyof typeof tones
  title: string
  text: string
  count: number
  /** The text where there is none. */
  none: string
  items: ReactNode
  action: ReactNode
  /** The number beyond those listed, in words. */
  more: string | null
}

export function UrgentCard({ icon: Icon, tone, title, text, count, none, items, action, more }: UrgentCardProps) {
  const id = useId()
  const isNone = count === 0
  const look = isNone ? { ink: color.muted, ground: color.neutralSoft } : tones[tone]
  return (
    <Whole aria-labelledby={id}>
      <Head>
        <Tile sx={{ color: look.ink, backgroundColor: look.ground }}>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        </Tile>
        <div>
          <Title id={id}>{title}</Title>
          <Line>{text}</Line>
        </div>
        <Count sx={{ color: look.ink }}>{count}</Count>
      </Head>
      {isNone ? (
        <Item as="p" sx={{ ...type.small, color: color.muted }}>
          {none}
        </Item>
      ) : (
        <>
          <ul>{items}</ul>
          {(action !== null || more !== null) && (
            <Foot>
              {action}
              {more}
            </Foot>
          )}
        </>
      )}
    </Whole>
  )
}

/** The colour of what is due. */
export const toneInk = (tone: keyof typeof tones) => tones[tone].ink
