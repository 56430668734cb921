import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Tenant } from '@/api/tenants'
import { Writers } from '@/api/session'
import { filters } from '@/lib/filters'
import { withList } from '@/lib/query'
import { color, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { useIsMobile } from '@/ui/useIsMobile'
import { filterNames, noFilter, type ListState } from '../listState'
import { tenants } from '../messages'
import { groupsAtRest, groupsOf, keyOfGroup, linesOf, ungrouped } from '../model'
import { useSharedHouses } from '../queries'
import { ActiveCards } from './ActiveCards'
import { ActiveTable } from './ActiveTable'
import { AddButton } from './AddButton'

const Pad = styled('div')({ padding: '16px 20px 20px' })
const Text = styled('p')({ ...type.body, color: color.muted, marginTop: 2 })
const Title = styled('p')({ ...type.body, fontWeight: 580 })
const Heading = styled('h2')({ ...type.h2Large, marginBottom: 8 })

/** The current tenants, by shared house, and whole properties after them. */
interface ActiveProps {
  list: ListState
  shown: readonly Tenant[]
  /** The name of the filter's property, where it is known. */
  propertyName: string | undefined
  onEnd: () => void
}

export function Active({ list, shown, propertyName, onEnd }: ActiveProps) {
  const isMobile = useIsMobile()
  // The groups that were folded or unfolded by hand.
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const fold = useCallback(
    (key: number) =>
      setTurned((before) => {
        const after = new Set(before)
        if (!after.delete(key)) after.add(key)
        return after
      }),
    [],
  )
  const groups = list.sort === undefined ? groupsOf(shown, tenants.whole) : [ungrouped(shown)]
  const atRest = isMobile ? groupsAtRest(groups) : new Set<number>()
  const isFolded = (key: number) => atRest.has(key) !== turned.has(key)
  const houses = useSharedHouses(groups.some(({ propertyId }) => propertyId !== null))
  if (shown.length === 0) {
    return (
      <Panel title={tenants.active}>
        <Pad>
          <None list={list} propertyName={propertyName} />
        </Pad>
      </Panel>
    )
  }
  const props = {
    lines: linesOf(groups, new Set(groups.map(keyOfGroup).filter(isFolded))),
    tenants: shown,
    houseOf: (id: number | null) => (id === null ? undefined : houses?.get(id)),
    isFolded,
    onFold: fold,
    keyOf: keyOfGroup,
    onEnd,
  }
  if (!isMobile) {
    return (
      <Panel title={tenants.active}>
        <ActiveTable {...props} />
      </Panel>
    )
  }
  return (
    <section aria-labelledby="active-tenants">
      <Heading id="active-tenants">{tenants.active}</Heading>
      <ActiveCards {...props} />
    </section>
  )
}

function None({ list, propertyName }: { list: ListState; propertyName: string | undefined }) {
  const [query] = useSearchParams()
  const names = filterNames(list, propertyName)
  if (names.length > 0) {
    return (
      <>
        <Title>{tenants.noneFound}</Title>
        <Text>{tenants.filtersOn(names.length, names.join(', '))}</Text>
        <Button component={Link} to={{ search: withList(query, noFilter).toString() }} sx={{ marginTop: '14px' }}>
          {filters.clear}
        </Button>
      </>
    )
  }
  return (
    <>
      <Title>{tenants.noActive}</Title>
      <Writers>
        <Text>{tenants.noActiveText}</Text>
        <div style={{ marginTop: 14 }}>
          <AddButton isQuiet={false} />
        </div>
      </Writers>
    </>
  )
}
