import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import { membersQuery } from '@/api/members'
import { useUser } from '@/api/session'
import { color, media, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { TakenBackList } from '@/ui/takeback/History'
import { Nothing, Section } from '../details/Section'
import { history } from './messages'
import { changesOf, whoOf, type Change } from './model'
import { useHistory, useTakenBack } from './queries'
import { useMoment } from './useMoment'

const Row = styled('li')({
  ...type.body,
  display: 'grid',
  gap: '2px 24px',
  padding: '10px 0',
  borderTop: `1px solid ${color.line}`,
  [media.desktop]: { gridTemplateColumns: 'minmax(0, 200px) minmax(0, 1fr)' },
})
const When = styled('p')({ ...type.small, color: color.muted, lineHeight: '20px' })
const Figures = styled('dl')({ display: 'grid', gap: '2px 16px', gridTemplateColumns: 'minmax(0, 150px) minmax(0, 1fr)', [media.desktop]: { gridTemplateColumns: 'minmax(0, 220px) minmax(0, 1fr)' }, '& dt': { color: color.muted }, '& dd': { fontWeight: 540 } })
const Foot = styled('div')({ display: 'flex', gap: 10, marginTop: 12 })

/** Shows What Changed: how the figures of a property came about, asked for when somebody wants to know. */
export function History({ propertyId }: { propertyId: number }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <Section title={history.title}>
      <Nothing>{history.text}</Nothing>
      <Foot>
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? history.hide : history.show}
        </Button>
      </Foot>
      <div id={id}>{isOpen && <Changes propertyId={propertyId} />}</div>
    </Section>
  )
}

/** Sales and inspections of the property that were taken back; nothing where none was. */
function TakenBack({ propertyId }: { propertyId: number }) {
  const format = useFormatter()
  const { data } = useTakenBack(propertyId)
  const { data: members } = useQuery(membersQuery())
  if (data === undefined || data.length === 0) return null
  return (
    <div style={{ marginTop: 12 }}>
      <TakenBackList entries={data} members={members} format={format} />
    </div>
  )
}

function Changes({ propertyId }: { propertyId: number }) {
  const format = useFormatter()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useHistory(propertyId)
  if (data === undefined) {
    if (error === null) return <Skeleton width="60%" height={20} />
    return <LoadFailed what={history.failed} cause={shortCause(error)} onRetry={() => void refetch()} />
  }
  const entries = data.pages.flatMap(({ rows }) => rows)
  return (
    <>
      <TakenBack propertyId={propertyId} />
      <ol style={{ marginTop: 12 }}>
        {changesOf(entries, !hasNextPage, format).map((change) => (
          <ChangeRow key={change.entry.id} change={change} />
        ))}
      </ol>
      {hasNextPage && (
        <Foot>
          <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
            {history.more}
          </Button>
        </Foot>
      )}
    </>
  )
}

function ChangeRow({ change: { entry, isFirst, differences } }: { change: Change }) {
  const user = useUser()
  const moment = useMoment()
  return (
    <Row>
      <When>
        <time dateTime={entry.validFrom}>{moment(entry.validFrom)}</time> {history.by(whoOf(entry, user.id))}
      </When>
      {differences.length === 0 ? (
        <p>{isFirst ? history.added : history.otherDetails}</p>
      ) : (
        <Figures>
          {differences.map(({ label, before, after }) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{history.from(before, after)}</dd>
            </div>
          ))}
        </Figures>
      )}
    </Row>
  )
}
