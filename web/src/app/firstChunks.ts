import { chunk } from '@/lib/chunk'

/** What a visit may begin with. Nothing here needs React, so that it can be asked for before React is there. */
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
