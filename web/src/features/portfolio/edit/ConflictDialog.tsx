import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { useFormatter } from '@/api/account'
import { color, media, radius, type } from '@/theme/tokens'
import { PlainDialog } from '@/ui/PlainDialog'
import { useLastChange } from '../history/useLastChange'
import type { PropertyValues } from '../model'
import { inWords, merge, type Choices, type Difference } from './compare'
import { conflict } from './messages'

const Blocks = styled('div')({ display: 'flex', flexDirection: 'column', gap: 24 })
const Heading = styled('h3')({ ...type.h2, marginBottom: 8 })
const Group = styled('fieldset')({ padding: '12px 0', borderTop: `1px solid ${color.line}` })
const Legend = styled('legend')({ ...type.body, fontWeight: 580, float: 'left', width: '100%', padding: 0 })
const Was = styled('p')({ ...type.small, color: color.muted, clear: 'both' })
const Options = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 10, marginTop: 8, [media.mobile]: { gridTemplateColumns: '1fr' } })
const Option = styled('label')({
  ...type.body,
  display: 'flex',
  alignItems: 'flex-start',
  gap: 10,
  minHeight: 44,
  boxSizing: 'border-box',
  padding: '10px 12px',
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.tile,
  cursor: 'pointer',
  '&:has(:checked)': { borderColor: color.accent, boxShadow: `inset 0 0 0 1px ${color.accent}`, backgroundColor: color.accentSoft },
  '&:has(:focus-visible)': { outline: `2px solid ${color.accent}`, outlineOffset: 2 },
  '& input': { flex: 'none', width: 18, height: 18, margin: '1px 0 0', accentColor: color.accent, outline: 'none' },
})
const Side = styled('span')({ ...type.small, display: 'block', color: color.muted })
const Value = styled('span')({ display: 'block', fontWeight: 580, overflowWrap: 'anywhere' })
const Line = styled('li')({
  ...type.body,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '0 16px',
  padding: '8px 0',
  borderTop: `1px solid ${color.line}`,
  overflowWrap: 'anywhere',
})

/** Two people's changes of the same property, and what becomes of them. */
interface ConflictDialogProps {
  propertyId: number
  /** The form as it began, as the property is saved now, and as it was typed. */
  base: PropertyValues
  theirs: PropertyValues
  mine: PropertyValues
  found: readonly Difference[]
  isPending: boolean
  onApply: (merged: PropertyValues) => void
  onSave: (merged: PropertyValues) => void
  onBack: () => void
}

/** Shows what somebody else changed meanwhile beside what was typed. Without a choice, what is saved is kept. */
export function ConflictDialog({ propertyId, base, theirs, mine, found, isPending, onApply, onSave, onBack }: ConflictDialogProps) {
  const id = useId()
  const format = useFormatter()
  const last = useLastChange(propertyId)
  const [choices, setChoices] = useState<Choices>({})
  const by = (who: Difference['by']) => found.filter((each) => each.by === who)
  const conflicts = by('both')
  const merged = () => merge(theirs, mine, found, choices)
  return (
    <PlainDialog
      title={conflict.title}
      subject={
        <>
          <p>{found.length === 0 ? conflict.noneLeft : conflicts.length > 0 ? conflict.textConflicts : conflict.textMerge}</p>
          <p role="status">{last?.text}</p>
        </>
      }
      role="alertdialog"
      onClose={onBack}
      foot={
        <>
          <Button onClick={onBack}>{conflict.back}</Button>
          <Button onClick={() => onApply(merged())}>{conflict.apply}</Button>
          <Button variant="contained" loading={isPending} onClick={() => onSave(merged())}>
            {conflict.save}
          </Button>
        </>
      }
    >
      <Blocks>
        {conflicts.length > 0 && (
          <section>
            <Heading>{conflict.both}</Heading>
            {conflicts.map(({ facet }) => (
              <Group key={facet.key}>
                <Legend>{facet.label}</Legend>
                <Was>{conflict.was(inWords(facet, base, format))}</Was>
                <Options>
                  {(['theirs', 'mine'] as const).map((side) => (
                    <Option key={side}>
                      <input
                        type="radio"
                        name={`${id}-${facet.key}`}
                        checked={(choices[facet.key] ?? 'theirs') === side}
                        onChange={() => setChoices({ ...choices, [facet.key]: side })}
                      />
                      <span>
                        <Side>{side === 'theirs' ? conflict.keepTheirs(last?.who) : conflict.keepMine}</Side>
                        <Value>{inWords(facet, side === 'theirs' ? theirs : mine, format)}</Value>
                      </span>
                    </Option>
                  ))}
                </Options>
              </Group>
            ))}
          </section>
        )}
        <OneSidedChanges title={conflict.theirs(last?.who)} found={by('theirs')} before={base} after={theirs} />
        <OneSidedChanges title={conflict.mine} found={by('mine')} before={base} after={mine} />
      </Blocks>
    </PlainDialog>
  )
}

/** Changes that only one of the two made. */
function OneSidedChanges({ title, found, before, after }: { title: string; found: readonly Difference[]; before: PropertyValues; after: PropertyValues }) {
  const format = useFormatter()
  if (found.length === 0) return null
  return (
    <section>
      <Heading>{title}</Heading>
      <ul>
        {found.map(({ facet }) => (
          <Line key={facet.key}>
            <span style={{ color: color.muted }}>{facet.label}</span>
            <span>{conflict.from(inWords(facet, before, format), inWords(facet, after, format))}</span>
          </Line>
        ))}
      </ul>
    </section>
  )
}
