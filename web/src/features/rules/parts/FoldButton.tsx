import Button from '@mui/material/Button'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { rules as texts } from '../messages'
import type { FoldedTopic } from '../model'

/** Folds a topic, or shows all of it: what a table and cards say of it. */
export function FoldButton({ topic: { name, rules, kept, more }, onFold }: { topic: FoldedTopic; onFold: (name: string) => void }) {
  if (more === 0) return null
  const isOpen = kept.length === rules.length
  const Icon = isOpen ? ChevronUp : ChevronDown
  return (
    <Button
      variant="text"
      size="small"
      aria-expanded={isOpen}
      aria-label={isOpen ? texts.showFewerOf(name) : texts.showMoreOf(more, name)}
      onClick={() => onFold(name)}
      endIcon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
    >
      {isOpen ? texts.showFewer : texts.showMore(more)}
    </Button>
  )
}
