import { useFormatter } from '@/api/account'
import { londonDay } from '@/lib/civilDate'
import { londonTime } from '@/lib/londonTime'
import { history } from './messages'

/** Returns the format of an instant: the day as the settings have it, and the time in London. */
export function useMoment(): (instant: string) => string {
  const format = useFormatter()
  return (instant) => {
    const at = new Date(instant)
    return history.when(format.date(londonDay(at)), londonTime(at))
  }
}
