import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import type { Comment, MaintenanceRequest } from '@/api/maintenance'
import { useUser } from '@/api/session'
import { color, radius, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { details as texts } from '../messages'
import { streamOf } from '../model'
import { momentText } from '../parts/facts'
import { useComments, useMembers } from '../queries'
import type { Side } from './Report'
import { Note, Section } from './Section'
import { Write } from './Write'

const List = styled('ol')({ display: 'flex', flexDirection: 'column', gap: 8, listStyle: 'none' })
const Event = styled('div')({ ...type.body, display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 16px', padding: '2px 12px', '& > span': { minWidth: 0, overflowWrap: 'anywhere' } })
const When = styled('time')({ ...type.small, color: color.muted })
const Box = styled('article')({ padding: '10px 12px', border: `1px solid ${color.line}`, borderRadius: radius.tile, '&[data-own]': { backgroundColor: color.accentSoft, borderColor: 'transparent' } })
const Top = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 16px' })
const Who = styled('p')({ ...type.body, fontWeight: 580, '& > span': { fontWeight: 400, color: color.muted } })
const Text = styled('p')({ ...type.body, whiteSpace: 'pre-line', overflowWrap: 'anywhere', marginTop: 2 })

/** Returns the function that names the author of a comment as the reader knows them, and says whether it was their own side. */
function useAuthor(side: Side): (comment: Pick<Comment, 'author' | 'userId' | 'authorName'>) => { name: string; word: string; isOwn: boolean } {
  const user = useUser()
  const members = useMemberNames(side === 'Landlord')
  return ({ author, userId, authorName }) => {
    const isOwn = author === side
    if (userId === user.id) return { name: user.name, word: texts.youWord, isOwn }
    if (author === 'Tenant') return { name: authorName ?? texts.tenant, word: texts.tenantWord, isOwn }
    return { name: members.get(userId ?? 0) ?? (side === 'Tenant' ? texts.landlord : texts.yourTeam), word: side === 'Tenant' ? texts.landlordWord : '', isOwn }
  }
}

/** The members' names; a tenant does not know them. */
function useMemberNames(isWanted: boolean): ReadonlyMap<number, string> {
  const { data } = useMembers(isWanted)
  return new Map(data?.map(({ id, name }) => [id, name]))
}

/** Shows the comments of both sides and the events in one stream, and the field for a comment. */
export function Stream({ request, side, mayWrite }: { request: MaintenanceRequest; side: Side; mayWrite: boolean }) {
  const format = useFormatter()
  const authorOf = useAuthor(side)
  const members = useMemberNames(side === 'Landlord')
  const { data, error, refetch } = useComments(request.id)
  const entries = streamOf(request.history ?? [], data ?? [], (id) => members.get(id) ?? texts.yourTeam)
  return (
    <Section title={texts.stream}>
      {error !== null && data === undefined && <LoadFailed what={texts.streamFailed} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {entries.length === 0 && <Note>{texts.noComments}</Note>}
      <List>
        {entries.map((entry, index) => (
          <li key={entry.kind === 'comment' ? `comment-${String(entry.comment.id)}` : `event-${String(index)}`}>
            {entry.kind === 'event' ? (
              <Event>
                <span>{entry.text}</span>
                <When dateTime={entry.at}>{momentText(format, entry.at)}</When>
              </Event>
            ) : (
              <CommentEntry comment={entry.comment} author={authorOf(entry.comment)} when={momentText(format, entry.at)} />
            )}
          </li>
        ))}
      </List>
      {mayWrite && <Write request={request} side={side} />}
    </Section>
  )
}

function CommentEntry({ comment, author: { name, word, isOwn }, when }: { comment: Comment; author: { name: string; word: string; isOwn: boolean }; when: string }) {
  return (
    <Box data-own={isOwn || undefined}>
      <Top>
        <Who>
          {name} <span>{word}</span>
        </Who>
        <When dateTime={comment.createdAt}>{when}</When>
      </Top>
      <Text>{comment.text}</Text>
    </Box>
  )
}
