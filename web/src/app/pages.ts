import { lazy, type ComponentType } from 'react'

/** A page's module, fetched when it is first needed. */
function page(load: () => Promise<{ Component: ComponentType }>) {
  return Object.assign(
    lazy(async () => ({ default: (await load()).Component })),
    { preload: () => void load().catch(() => undefined) },
  )
}

export const Dashboard = page(() => import('@/features/dashboard/DashboardPage'))
export const Portfolio = page(() => import('@/features/portfolio/PortfolioPage'))
export const TenantPortal = page(() => import('@/features/portal/TenantPortalPage'))
export const ReferenceRequests = page(() => import('@/features/references/ReferenceRequestsPage'))
export const Login = page(() => import('@/features/auth/LoginPage'))
export const SignUp = page(() => import('@/features/auth/SignUpPage'))
export const VerifyEmail = page(() => import('@/features/auth/VerifyEmailPage'))
export const ManualVerify = page(() => import('@/features/auth/ManualVerifyPage'))
