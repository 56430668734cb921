import { styled } from '@mui/material/styles'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { moveInSteps, type MoveInStep } from '@/lib/agreements'
import { color, radius, type } from '@/theme/tokens'
import { Hidden } from './Hidden'

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
  '&[data-state="next"]': { color: color.onAccent, backgroundColor: color.accent },
})
const Words = styled('div')({ ...type.body, flex: 1, minWidth: 0, paddingTop: 2, overflowWrap: 'anywhere' })
const Under = styled('div')({ ...type.small, color: color.muted })
const Action = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 })

const states: Record<MoveInStep['state'], string> = { done: 'done', notNeeded: 'not needed', next: 'now', waiting: 'not yet' }

/** The way into the home: how each step stands, what is missing, and who has to act. */
interface MoveInStepsProps {
  label: string
  steps: readonly MoveInStep[]
  /** Returns who has to act, in the reader's words. */
  actorName: (actor: string) => string
  /** Returns what the reader can do for a step that is open. */
  actionOf?: (step: MoveInStep) => ReactNode
}

export function MoveInSteps({ label, steps, actorName, actionOf }: MoveInStepsProps) {
  return (
    <List aria-label={label}>
      {steps.map((step, index) => {
        const { step: name, state, actor, note } = step
        const action = state === 'next' ? actionOf?.(step) : undefined
        const under = [state === 'next' && actor !== null && actor !== '' ? actorName(actor) : '', note ?? ''].filter(Boolean)
        return (
          <Item key={name} aria-current={state === 'next' ? 'step' : undefined}>
            <Tile data-state={state} aria-hidden="true">
              {state === 'done' ? <Check size={15} strokeWidth={2} /> : state === 'notNeeded' ? <Minus size={15} strokeWidth={2} /> : index + 1}
            </Tile>
            <Words>
              <span style={{ fontWeight: state === 'next' ? 620 : 400, color: state === 'waiting' || state === 'notNeeded' ? color.muted : undefined }}>{moveInSteps[name] ?? name}</span>
              <Hidden>, {states[state]}</Hidden>
              {under.map((line) => (
                <Under key={line}>{line}</Under>
              ))}
              {action !== undefined && action !== null && <Action>{action}</Action>}
            </Words>
          </Item>
        )
      })}
    </List>
  )
}
