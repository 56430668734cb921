//! The refusals that operations share; each is a group that an operation names.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses,
    openapi::{
        Content, Ref, RefOr, Response, ResponseBuilder,
        header::HeaderBuilder,
        schema::{Object, SchemaType, Type},
    },
};

/// Declares a group of refusals.
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident { $($status:literal => $text:literal),+ $(,)? })+) => {
        $(
            $(#[$doc])*
            pub(crate) struct $name;

            impl IntoResponses for $name {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    BTreeMap::from([
                        $((stringify!($status).to_owned(), RefOr::T(refusal($status, $text)))),+
                    ])
                }
            }
        )+
    };
}

refusals! {
    /// Of every call.
    Refusals {
        408 => "The body took too long to arrive",
        413 => "The request is larger than 1 MiB",
        429 => "Asked too often; Retry-After says when to try again",
        500 => "A fault of ours",
        503 => "Busy or restarting; Retry-After says when to try again",
        504 => "A service took too long",
    }
    /// Of calls that need a signed-in caller.
    SignedIn {
        401 => "Not signed in, or the session has ended (reasons SIGN_IN_REQUIRED, TOKEN_EXPIRED, TOKEN_INVALID, SESSION_ENDED)",
        403 => "The caller's role or grade may not do this (reason NOT_ALLOWED)",
    }
    /// Of calls with a JSON body.
    WithBody {
        400 => "Not one JSON object with distinct keys (reason JSON_INVALID)",
        415 => "Not application/json",
        422 => "One or more fields cannot be read or break a rule; `errors` names all of them",
    }
    /// Of calls with a query.
    BadQuery {
        400 => "The query cannot be understood",
        422 => "A parameter cannot be read, or the page token is not ours",
    }
    /// Of calls that make something unique.
    Conflict {
        409 => "It exists already (reason EMAIL_IN_USE)",
    }
    /// Of calls about one property.
    NoSuchProperty {
        404 => "There is no such property, or it is not the caller's to see (reason PROPERTY_NOT_FOUND)",
    }
    /// Of changes to a row that somebody else may have changed.
    Stale {
        412 => "It has changed since the version in If-Match (reason STALE_ETAG)",
    }
    /// Of calls without a body that carry an Idempotency-Key.
    KeyRefused {
        422 => "The Idempotency-Key is unusable or was used for another request",
    }
    /// Of calls with a mailed token or code.
    LinkInvalid {
        404 => "Unknown, spent or expired (reason LINK_INVALID)",
    }
    /// Of signing in.
    LoginRefused {
        401 => "Wrong address or password (reason CREDENTIALS_WRONG)",
        403 => "The address is not verified yet (reason EMAIL_NOT_VERIFIED)",
    }
    /// Of calls that need a session, whatever the caller's role.
    SessionOver {
        401 => "There is no session, or it has ended",
    }
    /// Of calls that a cookie authorises.
    OtherSite {
        403 => "The request comes from another site (reason ORIGIN_NOT_ALLOWED)",
    }
}

fn refusal(status: u16, text: &str) -> Response {
    let problem = Content::new(Some(RefOr::Ref(Ref::from_schema_name("Problem"))));
    let mut response = ResponseBuilder::new()
        .description(text)
        .content("application/problem+json", problem);
    if matches!(status, 429 | 503) {
        let mut seconds = Object::new();
        seconds.schema_type = SchemaType::Type(Type::Integer);
        response = response.header(
            "Retry-After",
            HeaderBuilder::new()
                .schema(Some(seconds))
                .description(Some("Seconds"))
                .build(),
        );
    }
    response.build()
}
