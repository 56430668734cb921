import type { QueryClient } from '@tanstack/react-query'
import { chunk } from '@/lib/chunk'

/** The exports, beside the page, of the module of a page that a visit may begin with. */
export interface FirstPage {
  Component: unknown
  /** Puts into the cache what the page shows first; `query` is its address's. It may fail: the page itself says so then. */
  prepare?: (cache: QueryClient, query: URLSearchParams) => Promise<unknown>
}

/** The modules that a visit may begin with. Nothing here needs React, so that it can be asked for before React is there. */
export const firstChunks = {
  shell: chunk(() => import('./Shell')),
  dashboard: chunk(() => import('@/features/dashboard/DashboardPage')),
  portfolio: chunk(() => import('@/features/portfolio/PortfolioPage')),
  propertyDetails: chunk(() => import('@/features/portfolio/PropertyDetails')),
  compliance: chunk(() => import('@/features/compliance/CompliancePage')),
  login: chunk(() => import('@/features/auth/LoginPage')),
  signUp: chunk(() => import('@/features/auth/SignUpPage')),
  verifyEmail: chunk(() => import('@/features/auth/VerifyEmailPage')),
  manualVerify: chunk(() => import('@/features/auth/ManualVerifyPage')),
}
