import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider, type RouterProviderProps } from 'react-router'
import { Theme } from '@/theme/Theme'

/** The application. */
export function App({ cache, router }: { cache: QueryClient; router: RouterProviderProps['router'] }) {
  return (
    <Theme>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Theme>
  )
}
