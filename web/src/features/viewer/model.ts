import type { ViewerPage } from '@/api/viewings'
import { londonDay, readDay, type TypedDay } from '@/lib/civilDate'
import { clockText } from '@/lib/instant'
import { isTime } from '@/lib/typedDate'
import type { Mistakes } from '@/ui/form/rules'
import { viewer as texts } from './messages'

/** Another time, as it is typed. */
export interface WishValues {
  date: TypedDay
  time: string
  message: string
}

/** The form's controls from top to bottom. */
export const wishOrder = ['date', 'time', 'message'] as const

/** Returns the mistakes in another time; days and times are London's. */
export function wishMistakes({ date, time }: WishValues, now: Date): Mistakes<WishValues> {
  const day = readDay(date)
  const isPast = day !== null && isTime(time) && `${day} ${time}` <= `${londonDay(now)} ${clockText(now)}`
  return {
    ...(day === null && { date: texts.dateRequired }),
    ...(isTime(time) ? isPast && { time: texts.past } : { time: texts.timeRequired }),
  }
}

/** The state that the viewer is told first. */
export type Standing = 'pending' | 'confirmed' | 'requested' | 'cancelled' | 'over'

/** Returns the state of a viewing for its viewer. */
export function standingOf({ status, viewerAnswer }: Pick<ViewerPage, 'status' | 'viewerAnswer'>): Standing {
  if (status === 'Cancelled') return 'cancelled'
  if (status === 'Completed' || status === 'Move-in Process Started') return 'over'
  if (viewerAnswer === 'request') return 'requested'
  return status === 'Confirmed' ? 'confirmed' : 'pending'
}
