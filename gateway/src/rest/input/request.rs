//! Extractors for handlers: a whole body or query, or a refusal that names everything in it that cannot be read.

use axum::extract::{FromRequest, FromRequestParts, Query as Pairs, Request};
use http::{HeaderMap, StatusCode, Uri, header, request::Parts};
use lintel_proto::Rpc;

use super::{FieldReader, Fields, JsonObject, Known};
use crate::rest::problem::Problem;

/// A body.
pub struct Body<F: Fields> {
    /// The message that was read.
    pub message: F::Message,
    /// The body as it was sent.
    pub object: JsonObject,
}

impl<F: Fields, S: Send + Sync> FromRequest<S> for Body<F> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let known = Known::of(request.method(), request.extensions());
        let object = JsonObject::from_request(request, state).await?;
        let mut reader = FieldReader::new(&object);
        let message = F::read(&mut reader);
        reader.refuse_unknown(known.and_then(Known::body));
        reader.finish()?;
        Ok(Self { message, object })
    }
}

/// The body of a write, with its `If-Match` and `Idempotency-Key`.
pub struct Change<F: Fields> {
    /// The message that was read.
    pub message: F::Message,
    /// The contract's paths of the fields that the body has, also with null.
    pub named: Vec<String>,
    /// The body as it was sent.
    pub object: JsonObject,
    /// The versions that the caller wants to change, as the contract's `etag`; empty for any.
    pub etag: String,
    /// The caller's request id; empty if there is none.
    pub request_id: String,
}

impl<F: Fields, S: Send + Sync> FromRequest<S> for Change<F> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let headers = request.headers().clone();
        let known = Known::of(request.method(), request.extensions());
        let object = JsonObject::from_request(request, state).await?;
        let mut reader = FieldReader::new(&object);
        let message = F::read(&mut reader);
        let named = F::named(&reader);
        let request_id = reader.request_id(&headers);
        reader.refuse_unknown(known.and_then(Known::body));
        reader.finish()?;
        Ok(Self {
            message,
            named,
            object,
            etag: if_match(&headers),
            request_id,
        })
    }
}

impl<F: Fields<Message: Rpc>> Change<F> {
    /// The whole request, for a body that holds everything but the request id.
    #[must_use]
    pub fn request(self) -> F::Message {
        self.message.with_request_id(self.request_id)
    }
}

/// The versions that the caller wants to change, as the contract's `etag`; empty for any. A header that is not text is passed on as
/// a version that matches none.
pub fn if_match(headers: &HeaderMap) -> String {
    let tags = headers.get_all(header::IF_MATCH).iter();
    let tags: Vec<_> = tags
        .map(|tag| tag.to_str().unwrap_or("unreadable"))
        .collect();
    tags.join(", ")
}

/// The request id of a write without a body; empty if there is none.
///
/// # Errors
/// A 422 [`Problem`] for a header that is not valid.
pub fn request_id(headers: &HeaderMap) -> Result<String, Problem> {
    let nothing = JsonObject::default();
    let mut reader = FieldReader::new(&nothing);
    let id = reader.request_id(headers);
    reader.finish()?;
    Ok(id)
}

/// Reads what a form says in fields of text.
///
/// # Errors
/// A 422 [`Problem`] with every field that cannot be read, or that is there twice.
pub fn read_form<F: Fields>(texts: Vec<(String, String)>) -> Result<F::Message, Problem> {
    let (object, repeated) = JsonObject::of_pairs(texts.into_iter());
    let mut reader = FieldReader::of_texts(&object);
    for name in repeated {
        reader.refuse(&name, "Send this field once.");
    }
    let message = F::read(&mut reader);
    reader.finish()?;
    Ok(message)
}

/// Reads the parameters of a query that `is_known`; another part reads the others.
///
/// # Errors
/// A 422 [`Problem`] with every parameter that cannot be read, or that is there twice.
pub(crate) fn read_query<T>(
    uri: &Uri,
    is_known: impl Fn(&str) -> bool,
    read: impl FnOnce(&mut FieldReader<'_>) -> T,
) -> Result<T, Problem> {
    let pairs = Pairs::<Vec<(String, String)>>::try_from_uri(uri);
    let Pairs(pairs) = pairs.map_err(|_| Problem::of_status(StatusCode::BAD_REQUEST))?;
    let pairs = pairs.into_iter().filter(|(name, _)| is_known(name));
    let (object, repeated) = JsonObject::of_pairs(pairs);
    let mut reader = FieldReader::of_texts(&object);
    for name in repeated {
        reader.refuse(&name, "Send this parameter once.");
    }
    let message = read(&mut reader);
    reader.finish()?;
    Ok(message)
}

/// A query. Empty is the same as absent; what is not described has been refused by [`crate::call::Call`], or is another part's.
pub struct Query<F: Fields> {
    /// The message that was read.
    pub message: F::Message,
    asked: String,
}

impl<F: Fields> Query<F> {
    /// The list at `path`, narrowed in the same way: where its next page begins.
    #[must_use]
    pub fn of(&self, path: &str) -> String {
        if self.asked.is_empty() {
            return path.to_owned();
        }
        format!("{path}?{}", self.asked)
    }

    /// Reads the query of an address.
    ///
    /// # Errors
    /// A 422 [`Problem`] with every parameter that cannot be read, or that is there twice.
    pub(crate) fn of_uri(uri: &Uri) -> Result<Self, Problem> {
        let known: Vec<_> = F::described().into_iter().map(|field| field.name).collect();
        let message = read_query(uri, |name| known.iter().any(|one| one == name), F::read)?;
        let parts = uri.query().unwrap_or_default().split('&');
        let parts = parts.filter(|part| {
            let name = part.split('=').next().unwrap_or_default();
            !matches!(name, "" | "pageSize" | "pageToken")
        });
        let asked = parts.collect::<Vec<_>>().join("&");
        Ok(Self { message, asked })
    }
}

impl<F: Fields, S: Send + Sync> FromRequestParts<S> for Query<F> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::of_uri(&parts.uri)
    }
}

/// Returns the message that `query` makes, or the names of the fields that cannot be read.
#[cfg(test)]
pub(crate) fn asked<F: Fields>(query: &str) -> Result<F::Message, Vec<String>> {
    let uri = format!("/?{query}").parse();
    let query = uri.ok().map(|uri| Query::<F>::of_uri(&uri));
    let refused = |problem: Problem| problem.errors.into_keys().collect();
    query.map_or(Err(Vec::new()), |query| {
        query.map(|query| query.message).map_err(refused)
    })
}

#[cfg(test)]
mod tests {
    use lintel_proto::portfolio::v1::{self as portfolio, ListCertificatesRequest};

    use super::*;
    use crate::rest::{
        input::{PageParams, PageQuery},
        reading::Of,
    };

    type Wanted = Of<ListCertificatesRequest>;

    #[test]
    fn the_next_page_is_narrowed_as_this_one_is() {
        let of = |query: &str| {
            let uri = format!("/?{query}").parse().unwrap_or_default();
            let query = Query::<Wanted>::of_uri(&uri).ok();
            query.map(|query| query.of("/api/things"))
        };
        for (query, path) in [
            ("", "/api/things"),
            ("pageSize=2&pageToken=x", "/api/things"),
            (
                "state=Valid,Expired&pageSize=2&certificateType=Smoke%20%26%20CO%20Alarm",
                "/api/things?state=Valid,Expired&certificateType=Smoke%20%26%20CO%20Alarm",
            ),
        ] {
            assert_eq!(of(query).as_deref(), Some(path));
        }
    }

    #[test]
    fn what_is_given_is_read_and_what_is_not_is_absent() {
        let given = "propertyId=42&state=Valid,%20Expired&certificateType=PAT&history=true&unknown=x&unknown=y";
        let wanted = ListCertificatesRequest {
            property_id: 42,
            states: [
                portfolio::CertificateState::Valid,
                portfolio::CertificateState::Expired,
            ]
            .map(Into::into)
            .to_vec(),
            certificate_type: portfolio::CertificateType::Pat.into(),
            include_superseded: true,
            ..Default::default()
        };
        assert_eq!(asked::<Wanted>(given), Ok(wanted));
        for nothing in ["", "propertyId=&state=&certificateType=&history="] {
            let nothing = asked::<Wanted>(nothing);
            assert_eq!(nothing, Ok(ListCertificatesRequest::default()));
        }
    }

    #[test]
    fn every_parameter_that_cannot_be_read_is_named_at_once() {
        let named = ["certificateType", "history", "propertyId", "state"].map(str::to_owned);
        for refused in [
            "propertyId=0&state=Valid,,Expired&certificateType=x&history=yes",
            "propertyId=1&propertyId=1&state=x&certificateType=pat&history=true&history=true",
        ] {
            assert_eq!(asked::<Wanted>(refused), Err(named.to_vec()), "{refused}");
        }
    }

    #[test]
    fn no_page_means_the_whole_list_and_anything_one_page() {
        for query in ["", "other=1"] {
            assert_eq!(asked::<PageParams>(query), Ok(PageQuery::default()));
        }
        let page = PageQuery {
            page_size: 20,
            page_token: "abc".to_owned(),
            paged: true,
        };
        assert_eq!(asked::<PageParams>("pageSize=20&pageToken=abc"), Ok(page));
        let first = asked::<PageParams>("pageToken=").map(|page| page.paged);
        assert_eq!(first, Ok(true));
    }

    #[test]
    fn a_bad_size_and_a_repeated_parameter_are_named() {
        for bad in ["0", "-1", "x", "", "99999999999"] {
            let refused = asked::<PageParams>(&format!("pageSize={bad}"));
            assert_eq!(refused, Err(vec!["pageSize".to_owned()]), "{bad}");
        }
        let twice = asked::<PageParams>("pageToken=a&pageToken=b&pageSize=x");
        let named = ["pageSize", "pageToken"].map(str::to_owned).to_vec();
        assert_eq!(twice, Err(named));
    }
}
