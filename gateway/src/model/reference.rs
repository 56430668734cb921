//! References of guarantors and employers.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrono::{DateTime, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required, text},
    names::{ReferenceKind, ReferenceState},
};
use crate::{
    problem::Problem,
    rest::{EmployerForm, GuarantorForm},
};

/// A reference that was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// Whose.
    pub kind: ReferenceKind,
    /// How it stands.
    pub state: ReferenceState,
    /// Where the link was sent.
    #[schema(example = "parent@example.com")]
    pub email: String,
    /// When the last link was sent; null where none was.
    #[schema(required)]
    pub sent_at: Option<DateTime<Utc>>,
    /// When that link ends.
    #[schema(required)]
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was given or declined; null before.
    #[schema(required)]
    pub answered_at: Option<DateTime<Utc>>,
    /// Why they declined; null otherwise.
    #[schema(required)]
    pub decline_reason: Option<String>,
    /// Why the landlord said that it is not needed; null otherwise.
    #[schema(required)]
    pub waive_reason: Option<String>,
    /// What the guarantor gave; for the landlord alone, null otherwise.
    #[schema(required)]
    pub guarantor_form: Option<GuarantorForm>,
    /// What the employer gave; for the landlord alone, null otherwise.
    #[schema(required)]
    pub employer_form: Option<EmployerForm>,
    /// The signature as a data URL; for the landlord alone, and only where one application is read.
    #[schema(required, example = "data:image/png;base64,iVBORw0KGgo=")]
    pub signature: Option<String>,
}

impl TryFrom<tenancy::Reference> for Reference {
    type Error = Problem;

    fn try_from(reference: tenancy::Reference) -> Result<Self, Problem> {
        let kind = ReferenceKind::from_number(reference.kind);
        let state = ReferenceState::from_number(reference.state);
        let signature = reference.signature;
        let signature = (!signature.is_empty())
            .then(|| format!("data:image/png;base64,{}", STANDARD.encode(signature)));
        Ok(Self {
            kind: required(kind, "kind")?,
            state: required(state, "state")?,
            email: reference.email,
            sent_at: instant(reference.send_time)?,
            expires_at: instant(reference.expire_time)?,
            answered_at: instant(reference.answer_time)?,
            decline_reason: text(reference.decline_reason),
            waive_reason: text(reference.waive_reason),
            guarantor_form: reference.guarantor.map(TryInto::try_into).transpose()?,
            employer_form: reference.employer.map(TryInto::try_into).transpose()?,
            signature,
        })
    }
}
