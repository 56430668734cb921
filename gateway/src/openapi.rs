//! The REST contract's description, generated from the router.

mod compliance;
mod refusals;

use utoipa::{
    IntoParams, OpenApi as _,
    openapi::{
        OpenApi,
        security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme},
    },
};

pub(crate) use compliance::{CertificateParams, InspectionParams, PropertyParam};
pub(crate) use refusals::{
    AcceptRefused, AddressTaken, ApiKeysFull, BadQuery, Closed, CodeRefused, Conflict, FactorState,
    ImportRefused, InviteRefused, KeyRefused, LastOwner, Let, LinkInvalid, LoginRefused, MailOff,
    NoSuchApiKey, NoSuchCertificate, NoSuchFile, NoSuchImport, NoSuchInspection, NoSuchInvitation,
    NoSuchMember, NoSuchOrganisation, NoSuchProperty, NoSuchSale, NoSuchSession, NotImportable,
    OtherSite, Refusals, SessionOver, SignedIn, Stale, Superseded, UploadRefused, WithBody,
};

use crate::{
    live::ChangedData,
    model::names::{InspectionView, PropertyStatus, PropertyType},
    problem::ProblemBody,
};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Lintel",
        description = "Property letting management. JSON in camelCase; ids are numbers; money is text with two decimals; \
            percentages, years and counts are numbers; dates are `YYYY-MM-DD`, instants RFC 3339 in UTC. Bodies up to \
            1 MiB, files up to 10 MB. Refusals are `application/problem+json`, in this order: 404 unknown path, 405, 413, 429, 401, 403, \
            400, 404 row, 422, 412, 409. Every list and read is of the caller's organisation; somebody else's row answers \
            404.",
    ),
    tags(
        (name = "Accounts", description = "Making an account and proving its address"),
        (name = "Session", description = "Signing in, staying signed in, signing out"),
        (name = "Organisation", description = "The business that owns the portfolio, and who belongs to it"),
        (name = "Settings", description = "What a user can set"),
        (name = "Properties", description = "The portfolio"),
        (name = "Compliance", description = "Certificates and inspections of properties"),
        (name = "Sold properties", description = "What was sold, and what came of it"),
        (name = "Dashboard", description = "Figures of the whole portfolio"),
        (name = "Files", description = "Photos and documents"),
        (name = "Live", description = "What changes, as it happens"),
        (name = "About", description = "The installation itself"),
    ),
    components(schemas(ProblemBody, ChangedData, InspectionView))
)]
struct Base;

/// The document without its paths.
pub(crate) fn base() -> OpenApi {
    let mut document = Base::openapi();
    // The document describes the contract; where an installation lives is the installation's business.
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
            "Set by login and refresh, for GET of files and events; `__Secure-lintel_read` on https.",
        ),
    ] {
        let key = ApiKeyValue::with_description(cookie, text);
        components.add_security_scheme(name, SecurityScheme::ApiKey(ApiKey::Cookie(key)));
    }
    document
}

/// The whole document.
#[must_use]
pub fn document() -> OpenApi {
    crate::routes::all().into_openapi()
}

/// The document as the committed file has it.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn json() -> Result<String, serde_json::Error> {
    let mut text = document().to_pretty_json()?;
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

/// The order of a list of sold properties.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes the query; SoldOrder reads it")]
pub(crate) struct SoldOrderParams {
    /// saleDate (unless given), profit or return.
    #[param(nullable = false, pattern = "^(saleDate|profit|return)$")]
    sort: Option<String>,
    /// desc (unless given) or asc.
    #[param(nullable = false, pattern = "^(asc|desc)$")]
    direction: Option<String>,
}

/// Which properties, and in which order.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the query; ListingQuery reads it")]
pub(crate) struct ListingParams {
    /// Words of which each stands in the name, the address or the postcode, whatever its case.
    #[param(nullable = false, max_length = 200)]
    search: Option<String>,
    /// The kind.
    #[param(nullable = false, inline)]
    property_type: Option<PropertyType>,
    /// The derived status.
    #[param(nullable = false, inline)]
    status: Option<PropertyStatus>,
    /// `newest` (which it is where nothing is said), `name`, `rent` or `value`; with a minus before it in the other direction.
    #[param(nullable = false, pattern = "^-?(newest|name|rent|value)$")]
    sort: Option<String>,
}

/// One page of a list.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the query; PageQuery reads it")]
pub(crate) struct PageParams {
    /// Rows wanted; more than 200 means 200.
    #[param(nullable = false, minimum = 1)]
    page_size: Option<i32>,
    /// Where the previous page ended; it stands in its `Link` header.
    #[param(nullable = false)]
    page_token: Option<String>,
}

/// How far back a call looks.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the query; MonthsQuery reads it")]
pub(crate) struct MonthsParam {
    /// Months wanted, the current one among them; 12 unless said.
    #[param(nullable = false, minimum = 1, maximum = 120)]
    months: Option<i32>,
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn the_committed_contract_is_the_routers() {
        let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
        let committed = std::fs::read_to_string(committed).unwrap();
        let fresh = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/openapi.json");
        if committed != json().unwrap() {
            std::fs::write(fresh, json().unwrap()).unwrap();
            panic!(
                "gateway/openapi.json is stale: copy {fresh} over it, and `npm --prefix web run gen`"
            );
        }
    }

    #[test]
    fn every_operation_has_an_id_of_its_own_a_summary_and_a_success() {
        let document = serde_json::to_value(document()).unwrap();
        let mut ids = std::collections::BTreeSet::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let place = format!("{method} {path}");
                let id = operation["operationId"].as_str().unwrap().to_owned();
                assert!(ids.insert(id), "{place}");
                assert!(operation["summary"].is_string(), "{place}");
                let responses = operation["responses"].as_object().unwrap();
                assert!(
                    responses.keys().any(|status| status.starts_with('2')),
                    "{place}"
                );
            }
        }
        assert!(!ids.is_empty());
    }
}
