import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { useFormatter } from '@/api/account'
import { Writers } from '@/api/session'
import type { Viewing } from '@/api/viewings'
import { londonDay } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { InfoPanel } from '@/ui/InfoPanel'
import { useIsMobile } from '@/ui/useIsMobile'
import { viewings as texts } from '../messages'
import { daysOf, overlapOf, placeOf, type Day } from '../model'
import { ViewingCard, ViewingRow } from './ViewingRow'

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 10px', marginBottom: 10 })
const Title = styled('h2')(type.h2Large)
const Count = styled('p')({ ...type.body, color: color.muted })
const Rows = styled('ul')({ '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Cards = styled('ul')({ display: 'grid', gap: 12, gridTemplateColumns: 'minmax(0, 1fr)' })
const Above = styled('div')({ padding: 14, borderBottom: `1px solid ${color.line}`, [media.mobile]: { padding: '0 0 12px', borderBottom: 0 } })

interface DaysProps {
  viewings: readonly Viewing[]
  /** Opens the form for another time, which it may propose. */
  onMove: (viewing: Viewing, time?: string) => void
}

/** Viewings by day, then by time. */
export function Days({ viewings, onMove }: DaysProps) {
  return daysOf(viewings).map((day) => <OneDay key={day.day} day={day} onMove={onMove} />)
}

function OneDay({ day: { day, viewings }, onMove }: { day: Day; onMove: DaysProps['onMove'] }) {
  const id = useId()
  const isMobile = useIsMobile()
  const format = useFormatter()
  const today = londonDay(new Date())
  const prefix = day === today ? texts.todayWord : day === addDays(today, 1) ? texts.tomorrow : undefined
  const long = format.fullDate(day)
  const clash = <Overlapping viewings={viewings} onMove={onMove} />
  const Entry = isMobile ? ViewingCard : ViewingRow
  const entries = viewings.map((viewing) => (
    <li key={viewing.id}>
      <Entry viewing={viewing} onMove={onMove} />
    </li>
  ))
  return (
    <section aria-labelledby={id}>
      <Head>
        <Title id={id}>{prefix === undefined ? long : texts.dayOf(prefix, long)}</Title>
        {!isMobile && <Count>{texts.inDay(viewings.length)}</Count>}
      </Head>
      {isMobile ? (
        <>
          {clash}
          <Cards>{entries}</Cards>
        </>
      ) : (
        <Card as="div">
          {clash}
          <Rows>{entries}</Rows>
        </Card>
      )}
    </section>
  )
}

/** Says on top of the day which of its viewings overlap, and leads to the way out. */
function Overlapping({ viewings, onMove }: DaysProps) {
  const overlap = overlapOf(viewings)
  if (overlap === null) return null
  const { late, free } = overlap
  const names = overlap.viewings.map((viewing) => texts.at(viewing.viewingTime, viewing.viewerName, placeOf(viewing)))
  return (
    <Above>
      <InfoPanel tone="warning" title={texts.overlap(names.length)} text={texts.overlapText(names.join('; '))}>
        {late !== undefined && (
          <Writers>
            <Button onClick={() => onMove(late, free)} sx={{ marginTop: '8px' }}>
              {texts.move(late.viewerName, free)}
            </Button>
          </Writers>
        )}
      </InfoPanel>
    </Above>
  )
}
