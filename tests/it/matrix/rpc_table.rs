//! Who may call which RPC: 3-decisions, section 1, as `table.rs` says it of the REST API. An RPC without a row here fails the matrix.

use super::table::Who;

/// Who may call the RPC of this name, `<Service>/<Method>`.
pub(super) fn row(name: &str) -> Option<Who> {
    let rows = TABLE.iter().find(|(_, rows)| rows.contains(&name));
    rows.map(|(who, _)| *who)
}

/// Every row of the table.
pub(super) fn rows() -> impl Iterator<Item = &'static str> {
    TABLE.iter().flat_map(|(_, rows)| rows.iter().copied())
}

const TABLE: [(Who, &[&str]); 10] = [
    (Who::Anybody, ANYBODY),
    (
        Who::Internal,
        &[
            "ApiKeyService/ExchangeApiKey",
            "SessionService/ListEndedSessions",
            "SessionService/NoteSessionUse",
            "SnapshotService/ListAccountSnapshots",
            "SnapshotService/ListOrganisationSnapshots",
            "SnapshotService/ListPropertySnapshots",
        ],
    ),
    (Who::SignedIn, SIGNED_IN),
    (Who::Viewer, VIEWER),
    (Who::Manager, MANAGER),
    (Who::Owner, OWNER),
    (
        Who::Parties,
        &[
            "ApplicationService/GetApplication",
            "ApplicationService/ListApplications",
            "DocumentService/ReadDocument",
        ],
    ),
    (Who::PartiesManager, &["DocumentService/AddDocument"]),
    (
        Who::Tenant,
        &[
            "ApplicationService/CreateApplication",
            "ApplicationService/ListOpenHomes",
            "ApplicationService/WithdrawApplication",
            "PortalService/GetPortal",
        ],
    ),
    (Who::Referees, &["ReferenceService/ListReferenceRequests"]),
];

/// What they may do is limited by what the message holds: a password, or a token from a mail or of a session.
const ANYBODY: &[&str] = &[
    "AccountService/ResendVerification",
    "AccountService/SignUp",
    "AccountService/VerifyEmail",
    "AccountService/VerifyEmailByCode",
    "ApplicantService/AddOwnDocument",
    "ApplicantService/GetOwnApplication",
    "ApplicantService/ReadOwnDocument",
    "ApplicantService/WithdrawOwnApplication",
    "EmailChangeService/ConfirmEmailChange",
    "InvitationService/AcceptInvitation",
    "InvitationService/PreviewInvitation",
    "InviteService/GetDraft",
    "InviteService/MailDraft",
    "InviteService/OpenInvite",
    "InviteService/SaveDraft",
    "InviteService/SubmitSignup",
    "PasswordService/RequestPasswordReset",
    "PasswordService/ResetPassword",
    "ReferenceService/DeclineEmployerReference",
    "ReferenceService/DeclineGuarantorReference",
    "ReferenceService/GiveEmployerReference",
    "ReferenceService/GiveGuarantorReference",
    "ReferenceService/OpenEmployerRequest",
    "ReferenceService/OpenGuarantorRequest",
    "SessionService/ListSigningKeys",
    "SessionService/Login",
    "SessionService/Logout",
    "SessionService/RefreshSession",
    "SessionService/VerifyLogin",
];

const SIGNED_IN: &[&str] = &[
    "AccountService/GetCurrentUser",
    "EmailChangeService/RequestEmailChange",
    "OrganisationService/ListOrganisations",
    "PasswordService/ChangePassword",
    "PrivacyService/BeginExport",
    "PrivacyService/DeleteAccount",
    "PrivacyService/ReadAccountData",
    "SecondFactorService/ConfirmSecondFactor",
    "SecondFactorService/DisableSecondFactor",
    "SecondFactorService/EnrolSecondFactor",
    "SecondFactorService/GetSecondFactor",
    "SecondFactorService/RenewRecoveryCodes",
    "SecurityLogService/ListSecurityEvents",
    "SessionService/EndOtherSessions",
    "SessionService/EndSession",
    "SessionService/ListSessions",
    "SettingsService/GetUserSettings",
    "SettingsService/UpdateUserSettings",
];

const VIEWER: &[&str] = &[
    "AnalyticsService/GetComplianceSummary",
    "AnalyticsService/GetDashboardAnalytics",
    "AnalyticsService/GetPortfolioSeries",
    "ApplicationService/GetApplicationSummary",
    "CertificateService/GetCertificate",
    "CertificateService/ListCertificateTypes",
    "CertificateService/ListCertificates",
    "DocumentService/ListDocumentReadings",
    "InspectionService/GetInspection",
    "InspectionService/GetInspectionSettings",
    "InspectionService/ListInspectionProposals",
    "InspectionService/ListInspections",
    "InviteService/ListInvites",
    "OrganisationService/GetOrganisation",
    "OrganisationService/ListMembers",
    "OrganisationService/SwitchOrganisation",
    "PropertyService/GetProperty",
    "PropertyService/ListProperties",
    "PropertyService/ListPropertyHistory",
    "PropertyService/ListRooms",
    "PropertyService/PreviewProperty",
    "PropertyTransferService/ExportProperties",
    "PropertyTransferService/GetImportTemplate",
    "PropertyTransferService/GetPropertyImport",
    "SaleService/GetSaleAnalytics",
    "SaleService/GetSoldProperty",
    "SaleService/ListSoldProperties",
    "SaleService/ListSoldPropertyHistory",
    "SaleService/PreviewSale",
    "TenantService/GetTenant",
    "TenantService/GetTenantSummary",
    "TenantService/ListTenants",
];

const MANAGER: &[&str] = &[
    "ApplicationService/SendReference",
    "ApplicationService/UpdateApplication",
    "CertificateService/CreateCertificate",
    "CertificateService/DeleteCertificate",
    "CertificateService/RenewCertificate",
    "CertificateService/UpdateCertificate",
    "DocumentService/ReviewDocument",
    "InspectionService/CancelInspection",
    "InspectionService/CompleteInspection",
    "InspectionService/CreateInspection",
    "InspectionService/ScheduleInspections",
    "InspectionService/UpdateInspection",
    "InspectionService/UpdateInspectionSettings",
    "InviteService/CreateInvite",
    "InviteService/RevokeInvite",
    "PropertyService/CreateProperty",
    "PropertyService/DeleteProperty",
    "PropertyService/UpdateProperty",
    "PropertyTransferService/ApplyPropertyImport",
    "PropertyTransferService/CheckPropertyImport",
    "SaleService/SellProperty",
    "TenantService/CreateTenant",
    "TenantService/EndTenant",
    "TenantService/StartTenancy",
    "TenantService/UpdateTenant",
];

const OWNER: &[&str] = &[
    "ApiKeyService/CreateApiKey",
    "ApiKeyService/ListApiKeys",
    "ApiKeyService/RevokeApiKey",
    "InvitationService/CreateInvitation",
    "InvitationService/ListInvitations",
    "InvitationService/ResendInvitation",
    "InvitationService/RevokeInvitation",
    "OrganisationService/ChangeMemberGrade",
    "OrganisationService/RemoveMember",
    "OrganisationService/RenameOrganisation",
    "PrivacyService/ReadPortfolioData",
];
