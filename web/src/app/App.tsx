import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { createCache } from '@/api/queryClient'
import { Theme } from '@/theme/Theme'
import { routes } from './routes'

const cache = createCache()
const router = createBrowserRouter(routes)

/** The application. */
export function App() {
  return (
    <Theme>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Theme>
  )
}
