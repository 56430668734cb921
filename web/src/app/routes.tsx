import { Navigate, type RouteObject } from 'react-router'
import { paths } from '@/lib/paths'
import { ErrorPage } from './ErrorPage'
import { RoleGuard, SignedIn, SignedOut } from './guards'
import { Home } from './Home'
import { NotFound } from './NotFound'
import { Nothing } from './Nothing'
import { ManualVerify, Portfolio, SignUp, TenantPortal, VerifyEmail } from './pages'
import { PublicFrame } from './PublicFrame'
import { Root } from './Root'

const guarded = (page: RouteObject['element']) => <RoleGuard>{page}</RoleGuard>

/** The whole table of routes. Any address that is not in it is the frame's: login for strangers, Page Not Found for others. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: (
      <PublicFrame>
        <ErrorPage />
      </PublicFrame>
    ),
    children: [
      {
        path: paths.signUp,
        element: (
          <SignedOut otherwise={<Navigate to={paths.home} replace />}>
            <SignUp />
          </SignedOut>
        ),
      },
      {
        path: paths.manualVerify,
        element: (
          <SignedOut
            otherwise={
              <PublicFrame>
                <NotFound />
              </PublicFrame>
            }
          >
            <ManualVerify />
          </SignedOut>
        ),
      },
      {
        path: paths.verifyEmail,
        element: (
          <SignedOut otherwise={<VerifyEmail />}>
            <VerifyEmail />
          </SignedOut>
        ),
      },
      {
        element: <SignedIn />,
        children: [
          {
            errorElement: <ErrorPage />,
            children: [
              { path: paths.home, element: guarded(<Home />) },
              { path: paths.portfolio, element: guarded(<Portfolio />) },
              { path: paths.tenantDashboard, element: guarded(<TenantPortal />) },
              { path: '*', element: <Nothing /> },
            ],
          },
        ],
      },
    ],
  },
]
