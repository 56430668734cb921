// eslint-disable-next-line no-restricted-imports -- this is the one place
import { useMutation as useObserved, type DefaultError, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useCallback } from 'react'

interface Callbacks<Data, Failure, Variables> {
  onSuccess?: (data: Data, variables: Variables) => void
  onError?: (error: Failure, variables: Variables) => void
  onSettled?: () => void
}

/** TanStack's hook with callbacks that always run and are told what they are called for alone. */
type Lasting<Result, Data, Failure, Variables> = Result extends unknown
  ? Omit<Result, 'mutate'> & { mutate: (...told: undefined extends Variables ? [variables?: Variables, callbacks?: Callbacks<Data, Failure, Variables>] : [variables: Variables, callbacks?: Callbacks<Data, Failure, Variables>]) => void }
  : never

/**
 * Has the callbacks of `mutate` run in any case. TanStack drops them once the component is gone, and what somebody does here often takes its
 * own control away: a row goes by the live news of its own deletion before the reply is here.
 */
export function useLasting<Data, Failure, Variables, Before>(result: UseMutationResult<Data, Failure, Variables, Before>) {
  const { mutateAsync } = result
  const mutate = useCallback(
    (variables?: Variables, { onSuccess, onError, onSettled }: Callbacks<Data, Failure, Variables> = {}) => {
      const given = variables as Variables
      void mutateAsync(given)
        .then(
          (data) => onSuccess?.(data, given),
          (error: unknown) => onError?.(error as Failure, given),
        )
        .finally(onSettled)
    },
    [mutateAsync],
  )
  return { ...result, mutate } as Lasting<typeof result, Data, Failure, Variables>
}

/** A mutation whose callbacks always run; no other one is used here. */
export function useMutation<Data = unknown, Failure = DefaultError, Variables = void, Before = unknown>(options: UseMutationOptions<Data, Failure, Variables, Before>) {
  return useLasting(useObserved(options))
}
