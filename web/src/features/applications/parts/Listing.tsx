import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import type { Application } from '@/api/applications'
import { withList } from '@/lib/query'
import { color, media, radius, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Elevation } from '@/ui/elevations/Elevation'
import { Hidden } from '@/ui/Hidden'
import { useIsMobile } from '@/ui/useIsMobile'
import { applications as texts } from '../messages'
import { groupsOf, type HomeGroup, type ListState } from '../model'
import { ApplicationCard } from './ApplicationCard'
import { Comparison } from './Comparison'

// Groups far from the window are not laid out: thousands of cards stay fluent.
const Group = styled('section')({ contentVisibility: 'auto', containIntrinsicSize: 'auto 380px', padding: 3, margin: -3 })
const Head = styled('div')({ display: 'flex', alignItems: 'center', gap: 12, marginBottom: 12 })
const Thumbnail = styled('div')({ flex: 'none', width: 44, height: 44, borderRadius: radius.tile, overflow: 'hidden', [media.mobile]: { display: 'none' } })
const Names = styled('div')({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' })
const Name = styled('h2')(type.h2Large)
const Line = styled('p')({ ...type.small, color: color.muted })
const Grid = styled('ul')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  [media.mobile]: { gridTemplateColumns: '1fr', gap: 12 },
  [media.widest]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  '@media (min-width: 1400px)': { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
})
const Far = styled('li')({ contentVisibility: 'auto', containIntrinsicSize: 'auto 360px', padding: 3, margin: -3 })

/** The applications by home; in another order than that each card names its home. */
interface ListingProps {
  list: ListState
  rows: readonly Application[]
  onDecide: (application: Application) => void
}

export function Listing({ list, rows, onDecide }: ListingProps) {
  if (list.sort !== 'home') {
    return (
      <Grid aria-label={texts.list}>
        {rows.map((application) => (
          <Far key={application.id}>
            <ApplicationCard application={application} namesHome onDecide={onDecide} />
          </Far>
        ))}
      </Grid>
    )
  }
  return groupsOf(rows).map((group) => <Home key={group.key} group={group} isCompared={list.compared === group.key} onDecide={onDecide} />)
}

function Home({ group, isCompared, onDecide }: { group: HomeGroup; isCompared: boolean; onDecide: (application: Application) => void }) {
  const format = useFormatter()
  const isMobile = useIsMobile()
  const [query] = useSearchParams()
  const number = texts.total(group.applications.length)
  const rent = group.rent === null ? '' : texts.rentOf(format.money(group.rent))
  const needed = group.applications[0]?.affordability?.neededIncome ?? null
  const line = [rent, ...(isMobile ? [number] : [])].filter(Boolean).join(', ')
  return (
    <Group aria-label={group.name}>
      <Head>
        <Thumbnail>
          <Elevation type={group.propertyType} isThumbnail />
        </Thumbnail>
        <Names>
          <Name>{group.name}</Name>
          <Line>
            {line}
            {isCompared && needed !== null && `. ${texts.usual(format.money(needed))}`}
          </Line>
        </Names>
        {!isMobile && <Line>{number}</Line>}
        {(group.applications.length > 1 || isCompared) && (
          <Button component={Link} replace preventScrollReset to={{ search: withList(query, { compare: isCompared ? '' : group.key }).toString() }}>
            {isCompared ? texts.asCards : texts.compare} <Hidden>{texts.compareHome(group.name)}</Hidden>
          </Button>
        )}
      </Head>
      {isCompared ? (
        <>
          <Card as="div" sx={{ overflow: 'hidden' }}>
            <Comparison group={group} />
          </Card>
          <Line sx={{ marginTop: '8px' }}>{texts.compareNote}</Line>
        </>
      ) : (
        <Grid>
          {group.applications.map((application) => (
            <li key={application.id}>
              <ApplicationCard application={application} onDecide={onDecide} />
            </li>
          ))}
        </Grid>
      )}
    </Group>
  )
}
