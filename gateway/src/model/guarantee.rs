//! Deeds of guarantee.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, money, required, text},
    names::{GuaranteeEndReason, GuaranteeState},
};
use crate::problem::Problem;

/// The witness of a deed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeedWitness {
    /// The name.
    #[schema(example = "Maureen Adeyinka-Clarke")]
    pub name: String,
    /// The address.
    pub address: String,
    /// The occupation; null where none was given.
    #[schema(required)]
    pub occupation: Option<String>,
}

impl From<tenancy::DeedWitness> for DeedWitness {
    fn from(witness: tenancy::DeedWitness) -> Self {
        Self {
            name: witness.display_name,
            address: witness.address,
            occupation: text(witness.occupation),
        }
    }
}

/// A deed of guarantee, signed by a guarantor and a witness. It belongs to one agreement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuaranteeDeed {
    /// Its id.
    #[schema(example = 4)]
    pub id: i64,
    /// The guarantor among the agreement's signers.
    pub signer_id: i64,
    /// The guarantor's address; for the landlord and the guarantor, null otherwise and where their reference was waived.
    #[schema(required)]
    pub guarantor_address: Option<String>,
    /// The tenants for whom it is given.
    pub tenant_names: Vec<String>,
    /// The most that is ever owed under it; it stays when the rent rises.
    #[schema(required, example = "7320.00")]
    pub highest_amount: Option<String>,
    /// The rent per month that is covered after rises.
    #[schema(required, example = "671.00")]
    pub covered_rent: Option<String>,
    /// The SHA-256 of the deed, in hexadecimal.
    pub document_hash: String,
    /// Pages of the deed.
    #[schema(example = 2)]
    pub pages: i32,
    /// The SHA-256 of the deed with its certificate of signing; null before it is signed.
    #[schema(required)]
    pub signed_document_hash: Option<String>,
    /// The head of its own chain of evidence, in hexadecimal.
    pub evidence_hash: String,
    /// The witness; for the landlord and the guarantor, null otherwise and before.
    #[schema(required)]
    pub witness: Option<DeedWitness>,
    /// The time of both signatures; null before.
    #[schema(required)]
    pub signed_at: Option<DateTime<Utc>>,
    /// Its state.
    pub state: GuaranteeState,
    /// Nothing that falls due after this day is guaranteed; null as long as it goes on.
    #[schema(required)]
    pub end_date: Option<NaiveDate>,
    /// The reason for its end; null as long as it goes on.
    #[schema(required)]
    pub end_reason: Option<GuaranteeEndReason>,
}

impl TryFrom<tenancy::GuaranteeDeed> for GuaranteeDeed {
    type Error = Problem;

    fn try_from(deed: tenancy::GuaranteeDeed) -> Result<Self, Problem> {
        Ok(Self {
            id: deed.deed_id,
            signer_id: deed.signer_id,
            guarantor_address: text(deed.guarantor_address),
            tenant_names: deed.tenant_display_names,
            highest_amount: money(deed.highest_amount)?,
            covered_rent: money(deed.covered_rent)?,
            document_hash: deed.document_hash,
            pages: deed.pages,
            signed_document_hash: text(deed.signed_document_hash),
            evidence_hash: deed.evidence_hash,
            witness: deed.witness.map(Into::into),
            signed_at: instant(deed.sign_time)?,
            state: required(GuaranteeState::from_number(deed.state), "state")?,
            end_date: date(deed.end_date)?,
            end_reason: GuaranteeEndReason::from_number(deed.end_reason),
        })
    }
}
