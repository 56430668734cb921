import { styled } from '@mui/material/styles'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { color, radius, type } from '@/theme/tokens'
import { Hidden } from './Hidden'

const Top = styled('div')({ ...type.body, display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '2px 16px' })
const Bars = styled('div')({ display: 'flex', gap: 6, marginTop: 8, '& > span': { flex: 1, height: 4, borderRadius: 2, backgroundColor: color.line } })

/** Shows the progress in a form of several pages: in words, and as bars. */
export function StepBars({ text, step, of, aside }: { text: string; step: number; of: number; aside?: ReactNode }) {
  return (
    <div>
      <Top>
        <span>{text}</span>
        {aside !== undefined && <span style={{ color: color.muted }}>{aside}</span>}
      </Top>
      <Bars aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <span key={index} style={index < step ? { backgroundColor: color.accent } : undefined} />
        ))}
      </Bars>
    </div>
  )
}

const List = styled('ol')({ display: 'flex', flexDirection: 'column', gap: 12 })
const Item = styled('li')({ display: 'flex', alignItems: 'flex-start', gap: 12, minHeight: 24 })
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
const Words = styled('div')({ ...type.body, flex: 1, minWidth: 0, paddingTop: 2, overflowWrap: 'anywhere' })
const Under = styled('div')({ ...type.small, color: color.muted })

/** The state of one step. */
export type StepState = 'done' | 'now' | 'open' | 'ended'

const states: Record<StepState, string> = { done: 'done', now: 'now', open: 'not yet', ended: 'it ended here' }

/** One of several things that follow each other. */
export interface Step {
  name: string
  state: StepState
  /** The content under its name. */
  under?: ReactNode
  /** The action at its end. */
  action?: ReactNode
}

/** Steps below each other: done, the present one, and those to come. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <List aria-label={label}>
      {steps.map(({ name, state, under, action }, index) => (
        <Item key={name} aria-current={state === 'now' ? 'step' : undefined}>
          <Tile data-state={state} aria-hidden="true">
            {state === 'done' ? <Check size={15} strokeWidth={2} /> : state === 'ended' ? <X size={15} strokeWidth={2} /> : index + 1}
          </Tile>
          <Words>
            <span style={{ fontWeight: state === 'now' ? 620 : 400, color: state === 'open' ? color.muted : undefined }}>{name}</span>
            <Hidden>, {states[state]}</Hidden>
            {under !== undefined && <Under>{under}</Under>}
          </Words>
          {action}
        </Item>
      ))}
    </List>
  )
}
