import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { isRefused } from '@/api/errors'
import { count } from '@/lib/format'
import { grouped } from '@/lib/money'
import { toasts } from '@/ui/toast/toasts'
import { portfolio } from '../messages'
import { csv } from './messages'
import { importQuery, type PropertyImport } from './queries'

const watched = new WeakMap<QueryClient, Set<number>>()

/**
 * Tells how an import that is going on ends, on whatever screen somebody is by then: its dialog says so itself while it is open. The
 * import stays in the cache as one that is looked at, so live updates fetch each of its steps.
 */
export function watchImport(cache: QueryClient, id: number): void {
  const ids = watched.get(cache) ?? new Set()
  watched.set(cache, ids)
  if (ids.has(id)) return
  ids.add(id)
  const observer = new QueryObserver(cache, { ...importQuery(id), refetchOnWindowFocus: true })
  const stop = observer.subscribe(({ data, error }) => {
    const isOver = data?.state === 'Imported' || data?.state === 'Failed'
    if (!isOver && !isRefused(error, 404)) return
    stop()
    ids.delete(id)
    const isShown = (cache.getQueryCache().find({ queryKey: importQuery(id).queryKey })?.getObserversCount() ?? 0) > 0
    if (isOver && !isShown) tell(data)
  })
}

function tell({ state, rows, imported, problems }: PropertyImport): void {
  const all = count(rows, portfolio.property, portfolio.properties.toLowerCase())
  if (state === 'Imported') {
    toasts.success(csv.done, csv.doneText(all))
    return
  }
  const [problem] = problems
  toasts.failure(csv.failed, csv.stoppedText(grouped(String(imported)), all, problem && problem.line > 0 ? csv.atLine(problem.line, problem.message) : problem?.message))
}
