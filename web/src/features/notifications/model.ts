import type { Notification } from '@/api/notifications'
import { londonDay, type CivilDate } from '@/lib/civilDate'
import { addDays } from '@/lib/days'

/** A day of the list, by London's calendar. */
export interface DayGroup {
  day: CivilDate
  items: Notification[]
}

/** The notifications by the day that they were raised on; what comes sorted stays so. */
export function byDay(notifications: readonly Notification[]): DayGroup[] {
  const groups: DayGroup[] = []
  for (const notification of notifications) {
    const day = londonDay(new Date(notification.createdAt))
    const last = groups.at(-1)
    if (last?.day === day) last.items.push(notification)
    else groups.push({ day, items: [notification] })
  }
  return groups
}

/** Returns the name of a day beside the others: Today, Yesterday, or its date. */
export function dayName(day: CivilDate, now: Date, words: { today: string; yesterday: string }, dateOf: (day: CivilDate) => string): string {
  const today = londonDay(now)
  if (day === today) return words.today
  return day === addDays(today, -1) ? words.yesterday : dateOf(day)
}

/** Returns the item that the key leads to from the one at `at` (-1 for the heading), of `count`; `null` where the key leads nowhere. */
export function itemAfter(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
