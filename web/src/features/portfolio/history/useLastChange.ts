import { useUser } from '@/api/session'
import { history } from './messages'
import { whoOf } from './model'
import { useLastEntry, useMemberName } from './queries'
import { useMoment } from './useMoment'

/** The last save of a property. */
interface LastChange {
  /** The words after "by": a member's name where it is known. */
  who: string
  /** The whole sentence, with the time. */
  text: string
}

/** Returns who saved the property last, and when; undefined while that is not known. */
export function useLastChange(propertyId: number): LastChange | undefined {
  const user = useUser()
  const moment = useMoment()
  const { data: entry } = useLastEntry(propertyId)
  const by = entry?.changedByUserId ?? null
  const name = useMemberName(by === user.id ? null : by)
  if (entry === undefined) return undefined
  const isYou = by === user.id
  const who = name ?? whoOf(entry, user.id)
  return { who: isYou ? history.youElsewhere : who, text: history.lastSaved(who, moment(entry.validFrom)) }
}
