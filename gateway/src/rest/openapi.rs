//! The parts of the OpenAPI document besides its operations: the base, headers and refusals.

mod refusals;

use utoipa::{
    IntoParams, OpenApi as _,
    openapi::{
        OpenApi, RefOr, Schema,
        security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme},
    },
};

pub(crate) use refusals::*;

use crate::{
    api::names::{
        ApplicationSort, ArrearsSort, DeliverySubject, HomeDutySort, InspectionView, ListingType,
        MaintenanceCategory, MaintenanceSort, NoticeGiver, SoldPropertySort, TenancyChangeTold,
        TenantSort, Trade, ViewingView,
    },
    live::ChangedData,
    rest::problem::ProblemBody,
};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Lintel",
        description = "Property letting management. JSON in camelCase; ids are numbers; money is text with two decimals; \
            percentages, years and counts are numbers; dates are `YYYY-MM-DD`, instants RFC 3339 in UTC. In a body \
            money may have commas and a pound sign, or be a number; absent, null and empty are the same, but where a row is changed what is \
            absent stays and null empties. Bodies up to 1 MiB, files up to 10 MB. Refusals are `application/problem+json`, in this order: 404 unknown path, 405, 413, 429, 401, 403, \
            400, 404 row, 422, 412, 409. A field or a parameter that a call does not know is 422 and the nearest one is named; a field \
            that the reply has and the body does not is ignored, so that a row can be sent back as it was read. Every list and read is of the caller's organisation; somebody else's row answers \
            404. An answer that counts against a limit tells what is left of the limit of which least is left: of `RateLimit-Limit` \
            calls `RateLimit-Remaining` may be made at once, and one more after `RateLimit-Reset` seconds.",
    ),
    tags(
        (name = "Accounts", description = "Making an account and proving its address"),
        (name = "Session", description = "Signing in, staying signed in, signing out"),
        (name = "Organisation", description = "The business that owns the portfolio, and who belongs to it"),
        (name = "Settings", description = "What a user can set"),
        (name = "Properties", description = "The portfolio"),
        (name = "Rules", description = "The law and practice that Lintel applies"),
        (name = "Compliance", description = "Certificates and inspections of properties"),
        (name = "Tenants", description = "Who lives in the homes"),
        (name = "Rent", description = "What is owed and paid"),
        (name = "Tenancies", description = "Documents, deposits, papers, requests for pets and notices of tenancies"),
        (name = "Agreements", description = "What all parties of a tenancy sign, and moving in"),
        (name = "Applications", description = "Inviting to apply, applying, deciding"),
        (name = "References", description = "What guarantors and employers say"),
        (name = "Viewings", description = "Showing homes to who may rent them"),
        (name = "Maintenance", description = "What is to be repaired, and who repairs it"),
        (name = "Property search", description = "Homes to buy, and what they return"),
        (name = "Notifications", description = "What people are told, and by which ways"),
        (name = "Sold properties", description = "What was sold, and what came of it"),
        (name = "Dashboard", description = "Figures of the whole portfolio"),
        (name = "Files", description = "Photos and documents"),
        (name = "Live", description = "What changes, as it happens"),
        (name = "About", description = "The installation itself"),
    ),
    components(schemas(
        ProblemBody, ChangedData, ApplicationSort, ArrearsSort, DeliverySubject, HomeDutySort, InspectionView, ListingType, MaintenanceCategory, MaintenanceSort, NoticeGiver, SoldPropertySort, TenancyChangeTold, TenantSort, Trade, ViewingView
    ))
)]
struct Base;

/// The document without its paths.
pub(crate) fn base() -> OpenApi {
    let mut document = Base::openapi();
    // The document describes the contract; the address of an installation is not part of it.
    document.info.license = None;
    document.info.contact = None;
    let components = document.components.get_or_insert_default();
    let mut bearer = Http::new(HttpAuthScheme::Bearer);
    bearer.bearer_format = Some("JWT".to_owned());
    bearer.description = Some(
        "The access token of a session, valid for 15 minutes; or an API key, `lk_…`.".to_owned(),
    );
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    for (name, cookie, text) in [
        (
            "refreshCookie",
            "lintel_refresh",
            "Set by login and refresh; `__Secure-lintel_refresh` on https.",
        ),
        (
            "readCookie",
            "lintel_read",
            "Set by login and refresh, for GET of files, pictures and events; `__Secure-lintel_read` on https.",
        ),
    ] {
        let key = ApiKeyValue::with_description(cookie, text);
        components.add_security_scheme(name, SecurityScheme::ApiKey(ApiKey::Cookie(key)));
    }
    document
}

/// Sorts the names of required fields, which no client reads in their order: a field may move within its message.
pub(crate) fn sort_required(document: &mut OpenApi) {
    fn sort(schema: &mut RefOr<Schema>) {
        match schema {
            RefOr::T(Schema::Object(object)) => object.required.sort(),
            RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().for_each(sort),
            _ => {}
        }
    }
    let components = document.components.get_or_insert_default();
    components.schemas.values_mut().for_each(sort);
}

/// The text of `document`, as the committed file has it.
///
/// # Errors
/// When it cannot be written as JSON.
pub(crate) fn text(document: &OpenApi) -> Result<String, serde_json::Error> {
    let mut text = document.to_pretty_json()?;
    text.push('\n');
    Ok(text)
}

/// The key of a change.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(
    dead_code,
    reason = "describes a header; FieldReader::request_id reads it"
)]
pub(crate) struct IdempotencyKey {
    /// The caller's name for this change, 8 to 255 visible ASCII characters, a UUID for example. The same key and body get
    /// the same answer; another body gets 422.
    #[param(
        rename = "Idempotency-Key",
        nullable = false,
        min_length = 8,
        max_length = 255,
        pattern = "^[!-~]+$"
    )]
    idempotency_key: Option<String>,
}

/// The version that the caller has seen.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "describes a header; reply::if_match reads it")]
pub(crate) struct IfMatch {
    /// The row's `ETag` as it was last read. Without it whatever there is is changed.
    #[param(rename = "If-Match", nullable = false)]
    if_match: Option<String>,
}
