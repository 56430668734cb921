import { lazy, Suspense } from 'react'
import { styled } from '@mui/material/styles'
import { tenants as texts } from '../messages'
import type { Line } from '../model'
import { GroupHead } from './GroupHead'
import { keyOfLine, short, type LinesProps } from './lines'
import { TenantCard } from './TenantCard'

const LongList = lazy(async () => ({ default: (await import('@/ui/LongList')).LongList<Line> }))

const Cards = styled('ul')({ display: 'grid', gap: 12, gridTemplateColumns: 'minmax(0, 1fr)' })

/** The grouped list on mobile screens. */
export function ActiveCards({ lines, houseOf, isFolded, onFold, keyOf, onEnd }: LinesProps) {
  const content = (line: Line) => {
    if (line.kind === 'tenant') return <TenantCard tenant={line.tenant} />
    const key = keyOf(line.group)
    return <GroupHead group={line.group} house={houseOf(line.group.propertyId)} isFolded={isFolded(key)} onFold={() => onFold(key)} />
  }
  const list = (some: readonly Line[]) => (
    <Cards aria-label={texts.active}>
      {some.map((line) => (
        <li key={keyOfLine(line)}>{content(line)}</li>
      ))}
    </Cards>
  )
  if (lines.length <= short) return list(lines)
  return (
    <Suspense fallback={list(lines.slice(0, short))}>
      <LongList label={texts.active} items={lines} total={lines.length} columns={1} gap={12} rowHeight={175} keyOf={keyOfLine} render={content} onEnd={onEnd} />
    </Suspense>
  )
}
