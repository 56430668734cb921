//! The token of a private link in a path.

use std::collections::BTreeMap;

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;

use crate::{Gateway, problem::Problem};

/// The longest text that is passed on; tokens are shorter.
const LONGEST: usize = 200;

/// A private link, counted against its own limit. What is no token at all is refused like one that is not known.
pub(super) struct Link(pub String);

impl FromRequestParts<Gateway> for Link {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let named = named(parts, gateway).await;
        let token = named.and_then(|mut named| named.remove("token"));
        let token = token
            .filter(|token| {
                token.len() <= LONGEST && token.bytes().all(|byte| byte.is_ascii_graphic())
            })
            .ok_or_else(invalid)?;
        gateway.limits.check_link(&token)?;
        Ok(Self(token))
    }
}

/// A document of an application, by both ids.
pub(super) struct DocumentPath {
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

/// A document behind a private link.
pub(super) struct LinkedDocument(pub i64);

impl FromRequestParts<Gateway> for LinkedDocument {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let named = named(parts, gateway).await.unwrap_or_default();
        Ok(Self(id(&named, "documentId").ok_or_else(no_document)?))
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
pub(super) fn invalid() -> Problem {
    lintel_core::Error::LinkInvalid {
        message: "This link is invalid or has expired.",
    }
    .into()
}
