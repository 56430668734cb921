//! The second factor as its owner sees it.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use lintel_proto::identity::v1 as identity;
use serde::Serialize;
use utoipa::ToSchema;

/// What an authenticator app is given. Secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Enrolment {
    /// The secret, base32, for typing.
    #[schema(example = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")]
    pub secret: String,
    /// Its `otpauth` address.
    pub uri: String,
    /// The address as a QR code: a picture (SVG) as a `data:` address.
    #[schema(example = "data:image/svg+xml;base64,PHN2Zz4=")]
    pub qr_code: String,
}

impl From<identity::EnrolSecondFactorResponse> for Enrolment {
    fn from(given: identity::EnrolSecondFactorResponse) -> Self {
        let picture = STANDARD.encode(given.qr_code_svg);
        Self {
            secret: given.secret,
            uri: given.uri,
            qr_code: format!("data:image/svg+xml;base64,{picture}"),
        }
    }
}

/// Recovery codes, shown this once. Secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Ten codes, each good for one sign-in without the app.
    #[schema(example = json!(["7K3M9-QTX2B"]))]
    pub recovery_codes: Vec<String>,
}
