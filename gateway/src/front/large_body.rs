//! Bodies larger than 1 MiB: uploads. The route reads such a body itself, piece by piece, after it has checked the caller.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Body,
    extract::{FromRequestParts, Request},
};
use bytes::Bytes;
use futures::Stream;
use http::{Method, StatusCode, request::Parts};
use http_body_util::BodyExt as _;
use lintel_proto::shape::{UPLOADS, Upload};
use tokio::sync::Mutex;

use crate::rest::{
    input::{Known, Shape},
    problem::Problem,
};

/// The largest such body: the largest file plus the parts of a form around it.
pub const LARGEST: u64 = lintel_files::LARGEST + FORM;
/// The bytes that the parts of a form around a file take at most.
const FORM: u64 = 64 * 1024;
const MEGABYTE: u64 = 1024 * 1024;
/// The upload of the gateway itself, which no call of the contract takes.
static PICTURE: Upload = Upload {
    path: "/api/upload",
    too_large: "Please upload an image smaller than 10MB.",
    megabytes: 10,
};
/// Time limit for the next piece to arrive.
const PIECE_TIMEOUT: Duration = Duration::from_secs(10);

/// The reason why a body did not arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Broken {
    /// The connection broke.
    Off,
    /// The next piece took too long.
    Stalled,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the body did not arrive")
    }
}

impl std::error::Error for Broken {}

impl From<Broken> for Problem {
    fn from(broken: Broken) -> Self {
        Self::of_status(match broken {
            Broken::Off => StatusCode::BAD_REQUEST,
            Broken::Stalled => StatusCode::REQUEST_TIMEOUT,
        })
    }
}

/// A body that is still on the wire.
#[derive(Debug, Clone)]
pub struct LargeBody {
    body: Arc<Mutex<Body>>,
    refusal: &'static str,
    /// The fields of a form that the route takes; known from the route on.
    shape: Option<&'static Shape>,
    /// The largest that the body may be, in bytes.
    pub largest: u64,
}

impl LargeBody {
    /// Takes the body out of `request` if its route reads it itself.
    #[must_use]
    pub fn of(request: &mut Request) -> Option<Self> {
        if request.method() != Method::POST {
            return None;
        }
        let path = request.uri().path();
        let mut uploads = UPLOADS.iter().chain([&PICTURE]);
        let upload = uploads.find(|upload| is_at(path, upload.path))?;
        Some(Self {
            body: Arc::new(Mutex::new(std::mem::take(request.body_mut()))),
            refusal: upload.too_large,
            shape: None,
            largest: upload.megabytes * MEGABYTE + FORM,
        })
    }

    /// The fields that the route takes; `None` where any goes.
    #[must_use]
    pub(crate) const fn shape(&self) -> Option<&'static Shape> {
        self.shape
    }

    /// Refuses fields of a form that its route does not take.
    ///
    /// # Errors
    /// A 422 [`Problem`] that names each of them.
    pub(crate) fn check_names(&self, names: &[String]) -> Result<(), Problem> {
        self.shape.map_or(Ok(()), |shape| shape.check_names(names))
    }

    /// The refusal of a file over the limit.
    #[must_use]
    pub fn too_large(&self) -> Problem {
        Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "FILE_TOO_LARGE",
            self.refusal,
        )
    }

    /// The pieces as they arrive, one at a time, so that memory never holds more than one.
    pub fn pieces(&self) -> impl Stream<Item = Result<Bytes, Broken>> + Send + use<> {
        futures::stream::unfold(self.body.clone(), async |body| {
            tokio::task::yield_now().await;
            let piece = {
                let mut body = body.lock().await;
                tokio::time::timeout(PIECE_TIMEOUT, body.frame()).await
            };
            let piece = match piece {
                Ok(None) => return None,
                Ok(Some(Ok(frame))) => Ok(frame.into_data().unwrap_or_default()),
                Ok(Some(Err(_))) => Err(Broken::Off),
                Err(_) => Err(Broken::Stalled),
            };
            Some((piece, body))
        })
    }

    /// Reads and discards the rest, up to `most` bytes: if a refusal is sent before the body is read, the client does not get it.
    pub async fn discard(&self, most: usize) {
        let mut seen = 0;
        let mut body = self.body.lock().await;
        while let Some(Ok(frame)) = body.frame().await {
            seen += frame.data_ref().map_or(0, Bytes::len);
            if seen > most {
                return;
            }
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for LargeBody {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let known = Known::of(&parts.method, &parts.extensions);
        let held = parts.extensions.get::<Self>().cloned();
        // A request without a body has none to hold.
        let held = held.unwrap_or_else(|| Self {
            body: Arc::new(Mutex::new(Body::empty())),
            refusal: PICTURE.too_large,
            shape: None,
            largest: LARGEST,
        });
        Ok(Self {
            shape: known.and_then(Known::body),
            ..held
        })
    }
}

/// Returns true for a path of `template`, whose placeholders stand for one part each.
fn is_at(path: &str, template: &str) -> bool {
    let mut parts = path.split('/');
    let is_alike = template.split('/').all(|said| {
        let part = parts.next();
        match said.starts_with('{') {
            true => part.is_some_and(|part| !part.is_empty()),
            false => part == Some(said),
        }
    });
    is_alike && parts.next().is_none()
}
