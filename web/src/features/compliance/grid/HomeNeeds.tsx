import { styled } from '@mui/material/styles'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { shortCause } from '@/api/errors'
import { color, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { PlainSection } from '../parts/PlainSection'
import { CellDialog } from './CellDialog'
import { ToDoRows } from './HomeCards'
import { grid } from './messages'
import { isToDo, type HomeDuty } from './model'
import { useHomeDuties } from './queries'

const Fine = styled('p')({ ...type.body, display: 'flex', alignItems: 'center', gap: 10, paddingTop: 12, color: color.muted, '& svg': { flex: 'none' } })

/** Lists what one home needs and does not have: a part of its details. */
export function HomeNeeds({ propertyId }: { propertyId: number }) {
  const { data, error, refetch } = useHomeDuties({ propertyId })
  const [opened, setOpened] = useState<HomeDuty | null>(null)
  const page = data?.pages[0]
  const home = page?.homes[0]
  const others = (fact: HomeDuty['unknownFact']) => Math.max(0, (page?.unknownFacts.find((one) => one.fact === fact)?.homes ?? 1) - 1)
  return (
    <PlainSection title={grid.needs}>
      {page === undefined && error !== null && <LoadFailed what={grid.needs} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {page === undefined && error === null && <Skeleton width="60%" />}
      {home !== undefined && <ToDoRows home={home} onOpen={(_, duty) => setOpened(duty)} />}
      {home?.duties.some(isToDo) === false && (
        <Fine>
          <CircleCheck size={18} strokeWidth={1.75} color={color.success} aria-hidden="true" />
          {grid.hasAll}
        </Fine>
      )}
      {home !== undefined && opened !== null && <CellDialog home={home} duty={opened} others={others(opened.unknownFact)} onClose={() => setOpened(null)} />}
    </PlainSection>
  )
}
