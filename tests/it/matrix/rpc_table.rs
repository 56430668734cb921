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

const TABLE: [(Who, &[&str]); 6] = [
    (Who::Anybody, ANYBODY),
    (
        Who::Internal,
        &[
            "ApiKeyService/ExchangeApiKey",
            "SessionService/ListEndedSessions",
            "SessionService/NoteSessionUse",
        ],
    ),
    (Who::SignedIn, SIGNED_IN),
    (Who::Viewer, VIEWER),
    (Who::Manager, MANAGER),
    (Who::Owner, OWNER),
];

/// What they may do is limited by what the message holds: a password, or a token from a mail or of a session.
const ANYBODY: &[&str] = &[
    "AccountService/ResendVerification",
    "AccountService/SignUp",
    "AccountService/VerifyEmail",
    "AccountService/VerifyEmailByCode",
    "EmailChangeService/ConfirmEmailChange",
    "InvitationService/AcceptInvitation",
    "InvitationService/PreviewInvitation",
    "PasswordService/RequestPasswordReset",
    "PasswordService/ResetPassword",
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
    "CertificateService/GetCertificate",
    "CertificateService/ListCertificateTypes",
    "CertificateService/ListCertificates",
    "InspectionService/GetInspection",
    "InspectionService/GetInspectionSettings",
    "InspectionService/ListInspectionProposals",
    "InspectionService/ListInspections",
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
];

const MANAGER: &[&str] = &[
    "CertificateService/CreateCertificate",
    "CertificateService/DeleteCertificate",
    "CertificateService/RenewCertificate",
    "CertificateService/UpdateCertificate",
    "InspectionService/CancelInspection",
    "InspectionService/CompleteInspection",
    "InspectionService/CreateInspection",
    "InspectionService/ScheduleInspections",
    "InspectionService/UpdateInspection",
    "InspectionService/UpdateInspectionSettings",
    "PropertyService/CreateProperty",
    "PropertyService/DeleteProperty",
    "PropertyService/UpdateProperty",
    "PropertyTransferService/ApplyPropertyImport",
    "PropertyTransferService/CheckPropertyImport",
    "SaleService/SellProperty",
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
