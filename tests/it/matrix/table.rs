//! Who may call which operation of the REST API: 3-decisions, section 1. An operation without a row here fails the matrix.

/// Who may call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// Everybody; what the call may do is limited by what it is given.
    Anybody,
    /// The holder of a session, by its cookie. To try it ends the session or gives it new tokens, so only a stranger does;
    /// `sessions.rs` tries the rest.
    Session,
    /// Lintel's own processes: no account at all.
    Internal,
    /// Every account.
    SignedIn,
    /// Members of the organisation that owns it, in every grade; for all others it does not exist.
    Members,
    /// Landlords, as members of any grade.
    Viewer,
    /// Landlords who may change their portfolio.
    Manager,
    /// Landlords who may change who belongs to it.
    Owner,
    /// Landlords as members of any grade, and accounts of tenants about what is their own.
    Parties,
    /// The same, where a landlord needs the grade that may change the portfolio.
    PartiesManager,
    /// Accounts of tenants, about what is their own.
    Tenant,
    /// Accounts of guarantors and employers, about what is their own.
    Referees,
    /// Accounts that are no landlords', about what is their own.
    Outsiders,
    /// Landlords, about what is their own and not their colleagues'.
    Person,
}

/// Who may call `operation`, a method and a path of the contract.
pub(super) fn row(operation: &str) -> Option<Who> {
    let rows = TABLE.iter().find(|(_, rows)| rows.contains(&operation));
    rows.map(|(who, _)| *who)
}

/// Every row of the table.
pub(super) fn rows() -> impl Iterator<Item = &'static str> {
    TABLE.iter().flat_map(|(_, rows)| rows.iter().copied())
}

const TABLE: [(Who, &[&str]); 12] = [
    (Who::Anybody, ANYBODY),
    (
        Who::Session,
        &["POST /api/auth/logout", "POST /api/auth/refresh"],
    ),
    (Who::SignedIn, SIGNED_IN),
    (Who::Members, &["GET /api/files/{id}"]),
    (Who::Viewer, VIEWER),
    (Who::Manager, MANAGER),
    (Who::Owner, OWNER),
    (
        Who::Parties,
        &[
            "GET /api/maintenance-requests",
            "GET /api/maintenance-requests/analytics",
            "GET /api/maintenance-requests/{id}",
            "GET /api/maintenance-requests/{id}/attachments/{attachmentId}/content",
            "GET /api/maintenance-requests/{id}/comments",
            "GET /api/tenant-applications",
            "GET /api/tenant-applications/{id}",
            "GET /api/tenant-applications/{id}/documents/{documentId}/content",
            "POST /api/tenant-applications/{id}/documents/{documentId}/ticket",
        ],
    ),
    (
        Who::PartiesManager,
        &[
            "PATCH /api/maintenance-requests/{id}",
            "POST /api/maintenance-requests",
            "POST /api/maintenance-requests/{id}/attachments",
            "POST /api/maintenance-requests/{id}/comments",
            "POST /api/tenant-applications/{id}/documents",
        ],
    ),
    (
        Who::Tenant,
        &[
            "GET /api/tenant-applications/homes",
            "DELETE /api/tenant-portal/photo",
            "GET /api/tenant-portal",
            "GET /api/tenant-portal/photo",
            "POST /api/maintenance-requests/{id}/confirm",
            "POST /api/tenant-applications",
            "POST /api/tenant-applications/{id}/withdraw",
            "POST /api/tenant-portal/photo",
        ],
    ),
    (Who::Referees, &["GET /api/reference-requests"]),
    (
        Who::Person,
        &[
            "DELETE /api/roi-analyses/{id}",
            "DELETE /api/saved-searches/{id}",
        ],
    ),
];

const ANYBODY: &[&str] = &[
    "GET /.well-known/jwks.json",
    "GET /api/employer-verify/{token}",
    "GET /api/guarantor-verify/{token}",
    "GET /api/invites/by-token/{token}",
    "GET /api/invites/by-token/{token}/draft",
    "GET /api/openapi.json",
    "GET /api/tenant-status/{token}",
    "GET /api/tenant-status/{token}/documents/{documentId}/content",
    "GET /api/unsubscribe/{token}",
    "GET /api/viewings/{token}",
    "GET /api/viewings/{token}/calendar",
    "GET /healthz",
    "GET /readyz",
    "POST /api/auth/accept-invite",
    "POST /api/auth/confirm-email",
    "POST /api/auth/forgot-password",
    "POST /api/auth/invitation",
    "POST /api/auth/login",
    "POST /api/auth/login/verify",
    "POST /api/auth/resend-verification",
    "POST /api/auth/reset-password",
    "POST /api/auth/signup",
    "POST /api/auth/verify-email",
    "POST /api/auth/verify-manual",
    "POST /api/employer-verify/{token}",
    "POST /api/employer-verify/{token}/decline",
    "POST /api/guarantor-verify/{token}",
    "POST /api/guarantor-verify/{token}/decline",
    "POST /api/invites/by-token/{token}/draft/mail",
    "POST /api/mail-reports",
    "POST /api/sms-receipts",
    "POST /api/tenant-signup",
    "POST /api/tenant-status/{token}/documents",
    "POST /api/tenant-status/{token}/withdraw",
    "POST /api/unsubscribe/{token}",
    "POST /api/viewings/{token}",
    "PUT /api/invites/by-token/{token}/draft",
];

const SIGNED_IN: &[&str] = &[
    "DELETE /api/push-subscriptions",
    "DELETE /api/sessions/{id}",
    "GET /api/account/export",
    "GET /api/auth/me",
    "GET /api/events",
    "GET /api/notification-ways",
    "GET /api/notifications",
    "GET /api/notifications/unread-count",
    "GET /api/organisations",
    "GET /api/push-key",
    "GET /api/security-log",
    "GET /api/sessions",
    "GET /api/two-factor",
    "GET /api/user-settings",
    "POST /api/account/delete",
    "POST /api/auth/change-email",
    "POST /api/auth/change-password",
    "POST /api/notifications/read-all",
    "POST /api/notifications/{id}/read",
    "POST /api/push-subscriptions",
    "POST /api/sessions/end-others",
    "POST /api/two-factor/confirm",
    "POST /api/two-factor/disable",
    "POST /api/two-factor/enrol",
    "POST /api/two-factor/recovery-codes",
    "POST /api/user-settings",
];

const VIEWER: &[&str] = &[
    "GET /api/certificate-types",
    "GET /api/compliance/summary",
    "GET /api/contractors",
    "GET /api/contractors/{id}",
    "GET /api/dashboard/analytics",
    "GET /api/dashboard/series",
    "GET /api/deliveries",
    "GET /api/investment-properties",
    "GET /api/investment-properties/{id}",
    "GET /api/investment-properties/{id}/comparables",
    "GET /api/invites",
    "GET /api/listing-imports",
    "GET /api/listing-imports/{id}",
    "GET /api/members",
    "GET /api/organisation",
    "GET /api/properties",
    "GET /api/properties/export",
    "GET /api/properties/{id}",
    "GET /api/properties/{id}/history",
    "GET /api/properties/{id}/inspection-settings",
    "GET /api/property-certificates",
    "GET /api/property-certificates/{id}",
    "GET /api/property-imports/template",
    "GET /api/property-imports/{id}",
    "GET /api/property-inspections",
    "GET /api/property-inspections/overdue",
    "GET /api/property-inspections/proposals",
    "GET /api/property-inspections/upcoming",
    "GET /api/property-inspections/{id}",
    "GET /api/property-viewings",
    "GET /api/property-viewings/analytics",
    "GET /api/property-viewings/clashes",
    "GET /api/property-viewings/{id}",
    "GET /api/property-viewings/{id}/calendar",
    "GET /api/roi-analyses",
    "GET /api/rooms/{propertyId}",
    "GET /api/saved-searches",
    "GET /api/sold-properties",
    "GET /api/sold-properties/analytics",
    "GET /api/sold-properties/{id}",
    "GET /api/sold-properties/{id}/history",
    "GET /api/tenant-applications/analytics",
    "GET /api/tenant-applications/{id}/documents/{documentId}/readings",
    "GET /api/tenant-imports/template",
    "GET /api/tenant-imports/{id}",
    "GET /api/tenants",
    "GET /api/tenants/analytics",
    "GET /api/tenants/export",
    "GET /api/tenants/{id}",
    "GET /api/tenants/{id}/photo",
    "POST /api/auth/organisation",
    "POST /api/investment-properties/{id}/roi",
    "POST /api/properties/preview",
    "POST /api/properties/{id}/sell/preview",
    "POST /api/roi-analyses",
    "POST /api/saved-searches",
    "PUT /api/investment-properties/{id}/watchlist",
];

const MANAGER: &[&str] = &[
    "DELETE /api/contractors/{id}",
    "DELETE /api/invites/{id}",
    "DELETE /api/maintenance-requests/{id}/attachments/{attachmentId}",
    "DELETE /api/maintenance-requests/{id}/costs/{costId}",
    "DELETE /api/maintenance-requests/{id}/visit",
    "DELETE /api/properties/{id}",
    "DELETE /api/property-certificates/{id}",
    "DELETE /api/tenants/{id}/photo",
    "PATCH /api/contractors/{id}",
    "PATCH /api/properties/{id}",
    "PATCH /api/property-certificates/{id}",
    "PATCH /api/property-inspections/{id}",
    "PATCH /api/property-viewings/{id}",
    "PATCH /api/tenant-applications/{id}",
    "PATCH /api/tenant-applications/{id}/documents/{documentId}",
    "PATCH /api/tenants/{id}",
    "POST /api/contractors",
    "POST /api/invites",
    "POST /api/listing-imports",
    "POST /api/maintenance-requests/{id}/costs",
    "POST /api/properties",
    "POST /api/properties/{id}/sell",
    "POST /api/property-certificates",
    "POST /api/property-certificates/{id}/renew",
    "POST /api/property-imports",
    "POST /api/property-imports/{id}/apply",
    "POST /api/property-inspections",
    "POST /api/property-inspections/schedule",
    "POST /api/property-inspections/{id}/cancel",
    "POST /api/property-inspections/{id}/complete",
    "POST /api/property-viewings",
    "POST /api/tenant-applications/{id}/references/{kind}/send",
    "POST /api/tenant-imports",
    "POST /api/tenant-imports/{id}/apply",
    "POST /api/tenants",
    "POST /api/tenants/{id}/end",
    "POST /api/tenants/{id}/photo",
    "POST /api/tenants/{id}/start",
    "POST /api/upload",
    "PUT /api/maintenance-requests/{id}/visit",
    "PUT /api/properties/{id}/inspection-settings",
];

const OWNER: &[&str] = &[
    "DELETE /api/api-keys/{id}",
    "DELETE /api/invitations/{id}",
    "DELETE /api/members/{id}",
    "DELETE /api/property-viewings/{id}",
    "DELETE /api/tenant-applications/{id}",
    "GET /api/api-keys",
    "GET /api/backups",
    "GET /api/backups/{id}",
    "GET /api/invitations",
    "PATCH /api/members/{id}",
    "PATCH /api/organisation",
    "POST /api/api-keys",
    "POST /api/backups",
    "POST /api/invitations",
    "POST /api/invitations/{id}/resend",
];
