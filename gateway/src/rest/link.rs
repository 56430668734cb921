//! Tokens of private links, and pairs of ids, in paths.

use std::collections::BTreeMap;

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;
use lintel_files::FileId;

use crate::{Gateway, rest::problem::Problem};

/// The longest text that is passed on; tokens are shorter.
const LONGEST: usize = 200;

/// A private link, counted against its own limit. What is no token at all is refused like one that is not known.
pub(crate) struct Link(pub String);

impl FromRequestParts<Gateway> for Link {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let named = named(parts, gateway).await;
        let token = named.and_then(|mut named| named.remove("token"));
        checked(token.unwrap_or_default(), gateway).map(Self)
    }
}

/// The token of a private link, counted against its own limit.
///
/// # Errors
/// A 404 [`Problem`] for what is no token at all, and a 429 one for a link that is asked for too often.
pub(crate) fn checked(token: String, gateway: &Gateway) -> Result<String, Problem> {
    let is_token = !token.is_empty()
        && token.len() <= LONGEST
        && token.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_token {
        return Err(invalid());
    }
    gateway.limits.check_link(&token)?;
    Ok(token)
}

/// A document of an application, by both ids.
pub(crate) struct DocumentPath {
    /// The application.
    pub application: i64,
    /// The document.
    pub document: i64,
}

impl FromRequestParts<Gateway> for DocumentPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let named = named(parts, gateway).await.unwrap_or_default();
        let application = id(&named, "id").ok_or(lintel_core::Error::NotFound {
            reason: "APPLICATION_NOT_FOUND",
            resource: "Application",
        })?;
        Ok(Self {
            application,
            document: id(&named, "documentId").ok_or_else(no_document)?,
        })
    }
}

/// A check of a right to rent, by both ids.
pub(crate) struct CheckPath {
    /// The application.
    pub application: i64,
    /// The check.
    pub check: i64,
}

impl FromRequestParts<Gateway> for CheckPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let named = named(parts, gateway).await.unwrap_or_default();
        let application = id(&named, "id").ok_or(lintel_core::Error::NotFound {
            reason: "APPLICATION_NOT_FOUND",
            resource: "Application",
        })?;
        let check = id(&named, "checkId").ok_or(lintel_core::Error::NotFound {
            reason: "RIGHT_TO_RENT_CHECK_NOT_FOUND",
            resource: "Check",
        })?;
        Ok(Self { application, check })
    }
}

/// A request for a pet, by the ids of a tenant and its own.
pub(crate) struct PetRequestPath {
    /// The tenant.
    pub tenant: i64,
    /// The request.
    pub request: i64,
}

impl FromRequestParts<Gateway> for PetRequestPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let named = named(parts, gateway).await.unwrap_or_default();
        let tenant = id(&named, "id").ok_or(lintel_core::Error::NotFound {
            reason: "TENANT_NOT_FOUND",
            resource: "Tenant",
        })?;
        let request = id(&named, "requestId").ok_or(lintel_core::Error::NotFound {
            reason: "PET_REQUEST_NOT_FOUND",
            resource: "Request for a pet",
        })?;
        Ok(Self { tenant, request })
    }
}

/// A picture of a home for sale.
pub(crate) struct PicturePath {
    /// The listing.
    pub listing: i64,
    /// The picture's name in the contract.
    pub picture: String,
}

impl FromRequestParts<Gateway> for PicturePath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let mut named = named(parts, gateway).await.unwrap_or_default();
        let listing = id(&named, "id").ok_or(lintel_core::Error::NotFound {
            reason: "LISTING_NOT_FOUND",
            resource: "Listing",
        })?;
        let picture = named.remove("picture").unwrap_or_default();
        Ok(Self { listing, picture })
    }
}

/// A line of what a maintenance request cost, by both ids.
pub(crate) struct CostPath {
    /// The request.
    pub request: i64,
    /// The cost.
    pub cost: i64,
}

impl FromRequestParts<Gateway> for CostPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let (request, cost) = of_request(parts, gateway, "costId").await?;
        let cost = cost.ok_or(lintel_core::Error::NotFound {
            reason: "COST_NOT_FOUND",
            resource: "Cost",
        })?;
        Ok(Self { request, cost })
    }
}

/// A file of a maintenance request, by both ids.
pub(crate) struct AttachmentPath {
    /// The request.
    pub request: i64,
    /// The file.
    pub attachment: i64,
}

impl FromRequestParts<Gateway> for AttachmentPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let (request, attachment) = of_request(parts, gateway, "attachmentId").await?;
        let attachment = attachment.ok_or(lintel_core::Error::NotFound {
            reason: "ATTACHMENT_NOT_FOUND",
            resource: "File",
        })?;
        Ok(Self {
            request,
            attachment,
        })
    }
}

/// The maintenance request in a path, and the part of it that `name` says.
async fn of_request(
    parts: &mut Parts,
    gateway: &Gateway,
    name: &str,
) -> Result<(i64, Option<i64>), Problem> {
    let named = named(parts, gateway).await.unwrap_or_default();
    let request = id(&named, "id").ok_or(lintel_core::Error::NotFound {
        reason: "MAINTENANCE_REQUEST_NOT_FOUND",
        resource: "Maintenance request",
    })?;
    Ok((request, id(&named, name)))
}

/// A file behind a contractor's private link.
pub(crate) struct LinkedFile(pub i64);

impl FromRequestParts<Gateway> for LinkedFile {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let named = named(parts, gateway).await.unwrap_or_default();
        let file = id(&named, "fileId").ok_or(lintel_core::Error::NotFound {
            reason: "ATTACHMENT_NOT_FOUND",
            resource: "File",
        })?;
        Ok(Self(file))
    }
}

/// A photo behind a private link.
pub(crate) struct LinkedPhoto(pub FileId);

impl FromRequestParts<Gateway> for LinkedPhoto {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let named = named(parts, gateway).await.unwrap_or_default();
        let id = named.get("id").and_then(|id| id.parse().ok());
        Ok(Self(id.ok_or_else(crate::api::files::not_found)?))
    }
}

async fn named(parts: &mut Parts, gateway: &Gateway) -> Option<BTreeMap<String, String>> {
    let path = Path::<BTreeMap<String, String>>::from_request_parts(parts, gateway).await;
    path.ok().map(|Path(named)| named)
}

fn id(named: &BTreeMap<String, String>, name: &str) -> Option<i64> {
    let id = named.get(name)?.parse().ok()?;
    (id > 0).then_some(id)
}

fn no_document() -> lintel_core::Error {
    lintel_core::Error::NotFound {
        reason: "DOCUMENT_NOT_FOUND",
        resource: "Document",
    }
}

/// The refusal of what is no private link.
pub(crate) fn invalid() -> Problem {
    lintel_core::Error::LinkInvalid {
        message: "This link is invalid or has expired.",
    }
    .into()
}
