import { QueryObserver, queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Import, ImportRun } from '@/lib/imports'
import { uuid } from '@/lib/trace'
import { isRefusal, isRefused, shortCause, userMessage } from './errors'
import { invalidate } from './invalidations'
import { sendFile, type OnProgress } from './upload'
import { useIdempotencyKey } from './useIdempotencyKey'
import { useMutation } from './useMutation'

/** An import as it is read. */
export interface ReadImport extends Import {
  version: number
}

/** The calls of imports of one kind. */
export interface ImportCalls {
  /** The path where files are sent to be checked, and each import is found. */
  path: '/api/property-imports' | '/api/tenant-imports'
  read: (id: number, signal: AbortSignal) => Promise<ReadImport | undefined>
  apply: (id: number, header: { 'Idempotency-Key': string }) => Promise<ReadImport | undefined>
  /** A file with the columns and no row. */
  template: () => Promise<Blob>
  /** The name of these imports in live updates. */
  resource: 'property-imports' | 'tenant-imports'
}

const importQuery = ({ path, read }: ImportCalls, id: number) =>
  queryOptions({
    // The call's own key, as the typed client makes them: live updates find it.
    queryKey: ['get', `${path}/{id}`, { params: { path: { id } } }],
    queryFn: async ({ signal }) => (await read(id, signal)) ?? Promise.reject(new Error('The import came without its row.')),
  })

/** Sends a file to be checked; a file that is chosen again is checked again. */
export function useCheckFile(calls: ImportCalls) {
  const cache = useQueryClient()
  return async (file: File, onProgress: OnProgress, signal: AbortSignal): Promise<ReadImport> => {
    const found = (await sendFile(calls.path, file, onProgress, signal, { 'idempotency-key': uuid() })) as ReadImport
    cache.setQueryData(importQuery(calls, found.id).queryKey, found)
    return found
  }
}

/**
 * An import as its screen stands, unless the address names none; live updates tell of each step. One that is going on tells its end,
 * wherever one is by then.
 */
export function useImportRun(calls: ImportCalls, id: number | undefined, startFailed: string, onEnd: (ended: Import) => void): ImportRun {
  const { data: found, error, refetch } = useQuery({ ...importQuery(calls, id ?? 0), enabled: id !== undefined })
  const apply = useApplyImport(calls)
  const cache = useQueryClient()
  const goingOn = found?.state === 'Importing' ? found.id : null
  useEffect(() => {
    if (goingOn !== null) watch(calls, cache, goingOn, onEnd)
  }, [calls, cache, goingOn, onEnd])
  const failure = apply.variables === id ? apply.error : null
  return {
    found,
    unread: error === null ? null : isRefused(error, 404) ? 'gone' : { cause: shortCause(error) },
    failure: failure === null ? null : isRefusal(failure, 'IMPORT_ALREADY_APPLIED') ? 'elsewhere' : { text: userMessage(failure, startFailed) },
    isPending: apply.isPending,
    onApply: () => {
      if (id !== undefined) apply.mutate(id)
    },
    onRetry: () => void refetch(),
  }
}

/** Begins an import; also learns of it where somebody else did. */
function useApplyImport(calls: ImportCalls) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (id: number) => calls.apply(id, keyFor(id)),
    onSuccess: (begun, id) => {
      const known = cache.getQueryData(importQuery(calls, id).queryKey)
      // The stream may have told of a later step before this reply came.
      if (begun && (known === undefined || known.version < begun.version)) cache.setQueryData(importQuery(calls, id).queryKey, begun)
    },
    onError: (error) => {
      if (isRefusal(error, 'IMPORT_ALREADY_APPLIED')) void invalidate(cache, [calls.resource])
    },
  })
}

const watched = new WeakMap<QueryClient, Set<string>>()

/**
 * Tells how an import that is going on ends, on whatever screen somebody is by then: its dialog says so itself while it is open. The
 * import stays in the cache as one that is looked at, so live updates fetch each of its steps.
 */
function watch(calls: ImportCalls, cache: QueryClient, id: number, onEnd: (ended: Import) => void): void {
  const name = `${calls.path}/${id}`
  const names = watched.get(cache) ?? new Set()
  watched.set(cache, names)
  if (names.has(name)) return
  names.add(name)
  const query = importQuery(calls, id)
  const observer = new QueryObserver(cache, { ...query, refetchOnWindowFocus: true })
  const stop = observer.subscribe(({ data, error }) => {
    const isOver = data?.state === 'Imported' || data?.state === 'Failed'
    if (!isOver && !isRefused(error, 404)) return
    stop()
    names.delete(name)
    const isShown = (cache.getQueryCache().find({ queryKey: query.queryKey })?.getObserversCount() ?? 0) > 0
    if (isOver && !isShown) onEnd(data)
  })
}
