//! Another organisation's tries at each RPC.

use lintel_proto::{identity::v1 as identity, portfolio::v1 as portfolio};
use prost::Message as _;
use prost_types::FieldMask;

use super::{buying, compliance, letting, news, organisation, repairs, sales, tenancies, transfer};
use crate::isolation::{
    ACCOUNTS, ATTACHMENTS, CHECKS, COSTS, DEEDS, DOCUMENTS, GIVEN, LAYOUTS, LINES, REQUESTS,
    STATEMENTS,
};

/// The way in which another organisation's rows are asked for. An RPC that is not public and not here fails the test
/// below.
pub(crate) enum Foreign {
    /// Names a property: the foreign one and a missing one answer alike.
    Row(fn(i64) -> Vec<u8>),
    /// Names a certificate: likewise.
    Certificate(fn(i64) -> Vec<u8>),
    /// Names an inspection: likewise.
    Inspection(fn(i64) -> Vec<u8>),
    /// Names a sold property: likewise.
    Sold(fn(i64) -> Vec<u8>),
    /// Names an import of properties: likewise.
    Import(fn(i64) -> Vec<u8>),
    /// Names a session: likewise.
    Session(fn(String) -> Vec<u8>),
    /// Names a member: likewise.
    Member(fn(i64) -> Vec<u8>),
    /// Names an API key: likewise.
    ApiKey(fn(i64) -> Vec<u8>),
    /// Names an invitation: likewise.
    Invitation(fn(i64) -> Vec<u8>),
    /// Names an organisation: likewise.
    Organisation(fn(i64) -> Vec<u8>),
    /// Names a tenancy: likewise.
    Tenancy(fn(i64) -> Vec<u8>),
    /// Names a tenant: likewise.
    Tenant(fn(i64) -> Vec<u8>),
    /// Names a link that invites to apply: likewise.
    Invite(fn(i64) -> Vec<u8>),
    /// Names an application: likewise.
    Application(fn(i64) -> Vec<u8>),
    /// Names an application and a document of it: likewise.
    Document(fn(i64, i64) -> Vec<u8>),
    /// Names an application and a check of its right to rent: likewise.
    Check(fn(i64, i64) -> Vec<u8>),
    /// Names an application and a deed of its agreement: likewise.
    Deed(fn(i64, i64) -> Vec<u8>),
    /// Names a tenant and a document that they were given: likewise.
    Given(fn(i64, i64) -> Vec<u8>),
    /// Names a bank's file: likewise.
    Statement(fn(i64) -> Vec<u8>),
    /// Names a line of a bank's file: likewise.
    Line(fn(i64) -> Vec<u8>),
    /// Names an account of banks' files: likewise.
    BankAccount(fn(i64) -> Vec<u8>),
    /// Names a layout of banks' files: likewise.
    BankLayout(fn(i64) -> Vec<u8>),
    /// Names an import of tenants: likewise.
    TenantImport(fn(i64) -> Vec<u8>),
    /// Names a viewing: likewise.
    Viewing(fn(i64) -> Vec<u8>),
    /// Names a maintenance request: likewise.
    Request(fn(i64) -> Vec<u8>),
    /// Names a maintenance request and a file of it: likewise.
    Attachment(fn(i64, i64) -> Vec<u8>),
    /// Names a maintenance request and a cost of it: likewise.
    Cost(fn(i64, i64) -> Vec<u8>),
    /// Names a contractor: likewise.
    Contractor(fn(i64) -> Vec<u8>),
    /// Names a home for sale: likewise.
    Listing(fn(i64) -> Vec<u8>),
    /// Names an import of listings: likewise.
    ListingImport(fn(i64) -> Vec<u8>),
    /// Names a kept analysis: likewise.
    Analysis(fn(i64) -> Vec<u8>),
    /// Names a kept search: likewise.
    Search(fn(i64) -> Vec<u8>),
    /// Names a backup that is ready: likewise.
    Backup(fn(i64) -> Vec<u8>),
    /// Lists or sums: nothing of the other's is in it.
    Collection,
    /// Concerns the caller alone.
    Own,
}

/// The message of a call about the row with an id.
#[derive(Clone, Copy)]
pub(crate) enum About {
    /// A number.
    Number(fn(i64) -> Vec<u8>),
    /// A UUID.
    Uuid(fn(String) -> Vec<u8>),
    /// The number of the row that it belongs to, in this collection, and its own.
    Of(&'static str, fn(i64, i64) -> Vec<u8>),
}

impl Foreign {
    /// The collection of the row that the call names, as the REST API calls it, and the message about one.
    pub(crate) fn about(self) -> Option<(&'static str, About)> {
        let (collection, message) = match self {
            Self::Row(message) => ("/api/properties", message),
            Self::Certificate(message) => ("/api/property-certificates", message),
            Self::Inspection(message) => ("/api/property-inspections", message),
            Self::Sold(message) => ("/api/sold-properties", message),
            Self::Import(message) => ("/api/property-imports", message),
            Self::Member(message) => ("/api/members", message),
            Self::ApiKey(message) => ("/api/api-keys", message),
            Self::Invitation(message) => ("/api/invitations", message),
            Self::Organisation(message) => ("/api/organisations", message),
            Self::Tenancy(message) => ("/api/tenancies", message),
            Self::Tenant(message) => ("/api/tenants", message),
            Self::Invite(message) => ("/api/invites", message),
            Self::Application(message) => ("/api/tenant-applications", message),
            Self::TenantImport(message) => ("/api/tenant-imports", message),
            Self::Viewing(message) => ("/api/property-viewings", message),
            Self::Request(message) => (REQUESTS, message),
            Self::Contractor(message) => ("/api/contractors", message),
            Self::Listing(message) => ("/api/investment-properties", message),
            Self::ListingImport(message) => ("/api/listing-imports", message),
            Self::Analysis(message) => ("/api/roi-analyses", message),
            Self::Search(message) => ("/api/saved-searches", message),
            Self::Backup(message) => ("/api/backups", message),
            Self::Statement(message) => (STATEMENTS, message),
            Self::Line(message) => (LINES, message),
            Self::BankAccount(message) => (ACCOUNTS, message),
            Self::BankLayout(message) => (LAYOUTS, message),
            Self::Session(message) => return Some(("/api/sessions", About::Uuid(message))),
            Self::Document(message) => {
                return Some((DOCUMENTS, About::Of("/api/tenant-applications", message)));
            }
            Self::Check(message) => {
                return Some((CHECKS, About::Of("/api/tenant-applications", message)));
            }
            Self::Deed(message) => {
                return Some((DEEDS, About::Of("/api/tenant-applications", message)));
            }
            Self::Given(message) => return Some((GIVEN, About::Of("/api/tenants", message))),
            Self::Attachment(message) => {
                return Some((ATTACHMENTS, About::Of(REQUESTS, message)));
            }
            Self::Cost(message) => return Some((COSTS, About::Of(REQUESTS, message))),
            Self::Collection | Self::Own => return None,
        };
        Some((collection, About::Number(message)))
    }
}

/// Returns another organisation's try at the RPC at `path`.
pub(crate) fn foreign(path: &str) -> Option<Foreign> {
    let (_, name) = path.rsplit_once('.')?;
    Some(match name {
        "PropertyService/GetProperty" => Foreign::Row(|property_id| {
            portfolio::GetPropertyRequest { property_id }.encode_to_vec()
        }),
        "PropertyService/ListRooms" => {
            Foreign::Row(|property_id| portfolio::ListRoomsRequest { property_id }.encode_to_vec())
        }
        "PropertyService/ListPropertyHistory" => Foreign::Row(|property_id| {
            portfolio::ListPropertyHistoryRequest {
                property_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "PropertyService/UpdateProperty" => Foreign::Row(|property_id| {
            let paths = vec!["display_name".to_owned()];
            portfolio::UpdatePropertyRequest {
                property: Some(portfolio::Property {
                    property_id,
                    display_name: "Stolen".to_owned(),
                    ..Default::default()
                }),
                update_mask: Some(FieldMask { paths }),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "PropertyService/DeleteProperty" => Foreign::Row(|property_id| {
            portfolio::DeletePropertyRequest {
                property_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "PropertyService/ListProperties"
        | "PrivacyService/ReadPortfolioData"
        | "AnalyticsService/GetDashboardAnalytics"
        | "AnalyticsService/GetPortfolioSeries"
        | "RuleService/ListRules" => Foreign::Collection,
        "PropertyService/CreateProperty"
        | "PropertyService/PreviewProperty"
        | "PropertyService/ProposeNation"
        | "AccountService/BecomeTenant"
        | "AccountService/GetCurrentUser"
        | "SettingsService/GetUserSettings"
        | "SettingsService/UpdateUserSettings"
        | "SessionService/ListSessions"
        | "SecurityLogService/ListSecurityEvents"
        | "PrivacyService/BeginExport"
        | "PrivacyService/DeleteAccount"
        | "PrivacyService/ReadAccountData"
        | "PasswordService/ChangePassword"
        | "EmailChangeService/RequestEmailChange"
        | "SecondFactorService/GetSecondFactor"
        | "SecondFactorService/EnrolSecondFactor"
        | "SecondFactorService/ConfirmSecondFactor"
        | "SecondFactorService/RenewRecoveryCodes"
        | "SecondFactorService/DisableSecondFactor"
        | "SessionService/EndOtherSessions" => Foreign::Own,
        "SessionService/EndSession" => Foreign::Session(|session_id| {
            identity::EndSessionRequest {
                session_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        _ => {
            return compliance::foreign(name)
                .or_else(|| sales::foreign(name))
                .or_else(|| transfer::foreign(name))
                .or_else(|| organisation::foreign(name))
                .or_else(|| letting::foreign(name))
                .or_else(|| tenancies::foreign(name))
                .or_else(|| repairs::foreign(name))
                .or_else(|| buying::foreign(name))
                .or_else(|| news::foreign(name));
        }
    })
}
