import type { ReactNode } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { paths } from '@/lib/paths'
import { ErrorPage } from './ErrorPage'
import { ByLink, RoleGuard, SignedIn, SignedOut } from './guards'
import { Home } from './Home'
import { NotFound } from './NotFound'
import { Nothing } from './Nothing'
import {
  AcceptInvite,
  AccountDeleted,
  AgreementPage,
  ApiKeys,
  ApplicationDetails,
  Applications,
  ApplicationStatus,
  Bank,
  BankColumns,
  Compliance,
  ConfirmEmail,
  Contractors,
  DeleteAccount,
  EmployerVerify,
  ForgotPassword,
  GuarantorVerify,
  InviteTenants,
  LinkedAgreement,
  LinkedStatus,
  ListingImports,
  Listing,
  Login,
  Maintenance,
  ManualVerify,
  Members,
  NewAgreement,
  NotificationSettings,
  OwnAgreement,
  PortalInvitation,
  Portfolio,
  ProfileSettings,
  PropertyCompliance,
  PropertyDetails,
  PropertySearch,
  PropertySettings,
  ReportProblem,
  RequestDetails,
  ResetPassword,
  Rules,
  SavedAnalyses,
  SecuritySettings,
  Settings,
  SignUp,
  SoldDetails,
  SoldProperties,
  TenancyRent,
  TenantApply,
  TenantDetails,
  TenantPortal,
  TenantRequest,
  Tenants,
  TenantSignup,
  Unsubscribe,
  VerifyEmail,
  JobPage,
  ViewerPage,
  Viewings,
} from './pages'
import { PublicFrame } from './PublicFrame'
import { Root } from './Root'

const guarded = (page: RouteObject['element']) => <RoleGuard>{page}</RoleGuard>

const nothing = (
  <PublicFrame>
    <NotFound />
  </PublicFrame>
)
const strangers = (page: ReactNode) => <SignedOut otherwise={nothing}>{page}</SignedOut>
const everybody = (page: ReactNode) => <SignedOut otherwise={page}>{page}</SignedOut>

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
      { path: paths.manualVerify, element: strangers(<ManualVerify />) },
      { path: paths.forgotPassword, element: strangers(<ForgotPassword />) },
      { path: paths.accountDeleted, element: strangers(<AccountDeleted />) },
      { path: paths.verifyEmail, element: everybody(<VerifyEmail />) },
      { path: paths.resetPassword, element: everybody(<ResetPassword />) },
      { path: paths.acceptInvite, element: everybody(<AcceptInvite />) },
      { path: paths.confirmEmail, element: everybody(<ConfirmEmail />) },
      { path: paths.unsubscribe, element: everybody(<Unsubscribe />) },
      { path: paths.tenantSignup, element: everybody(<TenantSignup />) },
      { path: paths.guarantorVerify, element: everybody(<GuarantorVerify />) },
      { path: paths.employerVerify, element: everybody(<EmployerVerify />) },
      { path: paths.viewing, element: everybody(<ViewerPage />) },
      { path: paths.job, element: everybody(<JobPage />) },
      { path: paths.agreement, element: everybody(<LinkedAgreement />) },
      { path: paths.portalInvitation, element: everybody(<PortalInvitation Login={Login} />) },
      {
        path: paths.tenantStatus,
        element: <ByLink linked={everybody(<LinkedStatus />)} />,
        children: [{ index: true, element: guarded(<ApplicationStatus />) }],
      },
      {
        element: <SignedIn />,
        children: [
          {
            errorElement: <ErrorPage />,
            children: [
              { path: paths.home, element: guarded(<Home />) },
              {
                path: paths.portfolio,
                element: guarded(<Portfolio />),
                children: [{ path: paths.property, element: <PropertyDetails Compliance={PropertyCompliance} /> }],
              },
              {
                path: paths.tenants,
                element: guarded(<Tenants />),
                children: [
                  { path: paths.tenant, element: <TenantDetails /> },
                  { path: paths.tenancy, element: <TenancyRent /> },
                ],
              },
              { path: paths.bank, element: guarded(<Bank />) },
              { path: paths.bankColumns, element: guarded(<BankColumns />) },
              { path: paths.oldBank, element: <Navigate to={paths.bank} replace /> },
              { path: paths.inviteTenants, element: guarded(<InviteTenants />) },
              {
                path: paths.applications,
                element: guarded(<Applications />),
                children: [{ path: paths.application, element: <ApplicationDetails /> }],
              },
              { path: paths.applicationAgreement, element: guarded(<AgreementPage />) },
              { path: paths.newAgreement, element: guarded(<NewAgreement />) },
              { path: paths.tenantAgreement, element: guarded(<OwnAgreement />) },
              { path: paths.listing, element: guarded(<Listing />) },
              { path: paths.analyses, element: guarded(<SavedAnalyses />) },
              {
                path: paths.soldProperties,
                element: guarded(<SoldProperties />),
                children: [{ path: paths.soldProperty, element: <SoldDetails /> }],
              },
              { path: paths.viewings, element: guarded(<Viewings />) },
              {
                path: paths.maintenance,
                element: guarded(<Maintenance />),
                children: [{ path: paths.maintenanceRequest, element: <RequestDetails /> }],
              },
              { path: paths.contractors, element: guarded(<Contractors />) },
              { path: paths.propertySearch, element: guarded(<PropertySearch />) },
              { path: paths.listingImports, element: guarded(<ListingImports />) },
              { path: paths.compliance, element: guarded(<Compliance />) },
              { path: paths.rules, element: guarded(<Rules />) },
              { path: paths.tenantApply, element: guarded(<TenantApply />) },
              {
                path: paths.tenantDashboard,
                element: guarded(<TenantPortal ReportProblem={ReportProblem} />),
                children: [{ path: paths.tenantRequest, element: <TenantRequest /> }],
              },
              {
                path: paths.settings,
                element: guarded(<Settings />),
                children: [
                  { path: paths.settingsProfile, element: <ProfileSettings /> },
                  { path: paths.settingsNotifications, element: <NotificationSettings /> },
                  { path: paths.settingsProperty, element: <PropertySettings /> },
                  { path: paths.settingsSecurity, element: <SecuritySettings /> },
                  { path: paths.settingsDeleteAccount, element: <DeleteAccount /> },
                  { path: paths.settingsMembers, element: <Members /> },
                  { path: paths.settingsApiKeys, element: <ApiKeys /> },
                ],
              },
              { path: '*', element: <Nothing /> },
            ],
          },
        ],
      },
    ],
  },
]
