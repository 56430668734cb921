//! Agreements of tenancies, and who signs them.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, money, required, some, text},
    guarantee::GuaranteeDeed,
    landlord_contact::LandlordContact,
    names::{AgreementState, BillPayer, Nation, Party},
};
use crate::{problem::Problem, rest::RentTerms};

/// A bill of the home.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bill {
    /// council-tax, electricity, gas, water, tv-licence or communications.
    #[schema(example = "council-tax")]
    pub bill: String,
    /// Who pays.
    pub payer: BillPayer,
    /// What is paid to the landlord a month; null where it follows the use or is not paid to them.
    #[schema(required)]
    pub monthly_amount: Option<String>,
    /// When it is due and how the tenant learns the amount; null where it is not paid to the landlord.
    #[schema(required)]
    pub note: Option<String>,
}

impl TryFrom<tenancy::Bill> for Bill {
    type Error = Problem;

    fn try_from(bill: tenancy::Bill) -> Result<Self, Problem> {
        Ok(Self {
            bill: bill.bill,
            payer: required(BillPayer::from_number(bill.payer), "payer")?,
            monthly_amount: money(bill.monthly_amount)?,
            note: text(bill.note),
        })
    }
}

/// What an agreement says.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgreementTerms {
    /// The landlord's name as it stands in the agreement.
    #[schema(example = "Helen Ashmead")]
    pub landlord_name: String,
    /// Where the landlord takes notices.
    pub landlord_address: String,
    /// The first day of the tenancy; null where the application does not say.
    #[schema(required)]
    pub start_date: Option<NaiveDate>,
    /// The rent of the whole tenancy per month.
    #[schema(required, example = "950.00")]
    pub monthly_rent: Option<String>,
    /// How rent is due.
    #[schema(required)]
    pub rent_terms: Option<RentTerms>,
    /// The deposit, 0.00 where none is taken; null where it is not said yet.
    #[schema(required, example = "1096.15")]
    pub deposit: Option<String>,
    /// The six bills.
    pub bills: Vec<Bill>,
    /// A pet that was agreed to already; null for none.
    #[schema(required)]
    pub agreed_pets: Option<String>,
    /// Agreed adaptations for a disability; null for none.
    #[schema(required)]
    pub adaptations: Option<String>,
    /// More clauses of the landlord's.
    pub clauses: Vec<String>,
    /// Whether the guarantor is a party.
    pub guarantor_signs: bool,
    /// The account to pay to; null where it is not said.
    #[schema(required)]
    pub payment_details: Option<String>,
    /// The other landlords where several let together.
    pub joint_landlords: Vec<String>,
    /// Whether the landlord is a company.
    pub landlord_is_company: bool,
    /// A company's number; null where there is none.
    #[schema(required)]
    pub landlord_company_number: Option<String>,
    /// The name under which the landlord trades; null where there is none.
    #[schema(required)]
    pub landlord_trading_as: Option<String>,
    /// The most that is ever owed under a guarantor's deed; null where none is signed.
    #[schema(required, example = "11400.00")]
    pub guarantee_limit: Option<String>,
    /// The rent per month that a guarantor's deed covers after rises; null where none is signed.
    #[schema(required, example = "1045.00")]
    pub guaranteed_rent_limit: Option<String>,
}

impl TryFrom<tenancy::AgreementTerms> for AgreementTerms {
    type Error = Problem;

    fn try_from(terms: tenancy::AgreementTerms) -> Result<Self, Problem> {
        let bills = terms.bills.into_iter().map(TryInto::try_into);
        Ok(Self {
            landlord_name: terms.landlord_name,
            landlord_address: terms.landlord_address,
            start_date: date(terms.start_date)?,
            monthly_rent: money(terms.monthly_rent)?,
            rent_terms: terms.rent_terms.map(TryInto::try_into).transpose()?,
            deposit: money(terms.deposit)?,
            bills: bills.collect::<Result<_, _>>()?,
            agreed_pets: text(terms.agreed_pets),
            adaptations: text(terms.adaptations),
            clauses: terms.clauses,
            guarantor_signs: terms.guarantor_signs,
            payment_details: text(terms.payment_details),
            joint_landlords: terms.joint_landlords,
            landlord_is_company: terms.landlord_is_company,
            landlord_company_number: text(terms.landlord_company_number),
            landlord_trading_as: text(terms.landlord_trading_as),
            guarantee_limit: money(terms.guarantee_limit)?,
            guaranteed_rent_limit: money(terms.guaranteed_rent_limit)?,
        })
    }
}

/// Who signs an agreement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Signer {
    /// Its id.
    #[schema(example = 17)]
    pub id: i64,
    /// Whose signature.
    pub party: Party,
    /// The name as it stands in the agreement.
    #[schema(example = "Grace Hopper")]
    pub name: String,
    /// Where the link went; for the landlord alone, null otherwise.
    #[schema(required)]
    pub email: Option<String>,
    /// Whether it is their turn.
    pub may_sign: bool,
    /// When the link was sent last; null before their turn.
    #[schema(required)]
    pub sent_at: Option<DateTime<Utc>>,
    /// When they opened it first; null before.
    #[schema(required)]
    pub opened_at: Option<DateTime<Utc>>,
    /// When they signed; null before.
    #[schema(required)]
    pub signed_at: Option<DateTime<Utc>>,
    /// When they declined; null otherwise.
    #[schema(required)]
    pub declined_at: Option<DateTime<Utc>>,
    /// Why they declined; null otherwise.
    #[schema(required)]
    pub decline_reason: Option<String>,
    /// Whether the caller is this signer.
    pub is_caller: bool,
    /// The names under which the caller may sign for the landlord, each of them enough; none otherwise.
    pub own_names: Vec<String>,
}

impl TryFrom<tenancy::Signer> for Signer {
    type Error = Problem;

    fn try_from(signer: tenancy::Signer) -> Result<Self, Problem> {
        Ok(Self {
            id: signer.signer_id,
            party: required(Party::from_number(signer.party), "party")?,
            name: signer.display_name,
            email: text(signer.email),
            may_sign: signer.may_sign,
            sent_at: instant(signer.send_time)?,
            opened_at: instant(signer.open_time)?,
            signed_at: instant(signer.sign_time)?,
            declined_at: instant(signer.decline_time)?,
            decline_reason: text(signer.decline_reason),
            is_caller: signer.is_caller,
            own_names: signer.own_names,
        })
    }
}

/// A document that all parties sign. A changed one is another agreement, and the one before is void.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Agreement {
    /// Its id.
    #[schema(example = 9)]
    pub id: i64,
    /// The application.
    pub application_id: i64,
    /// The tenant that it is of; for the landlord alone, null otherwise.
    #[schema(required)]
    pub tenant_id: Option<i64>,
    /// How far it is.
    pub state: AgreementState,
    /// Whose law applies.
    pub nation: Nation,
    /// What it says; null where the landlord sent a document of their own.
    #[schema(required)]
    pub terms: Option<AgreementTerms>,
    /// The SHA-256 of the document, in hexadecimal.
    pub document_hash: String,
    /// Pages of the document.
    #[schema(example = 7)]
    pub pages: i32,
    /// The SHA-256 of the document with its certificate of signing; null before all have signed.
    #[schema(required)]
    pub signed_document_hash: Option<String>,
    /// The head of the chain of evidence, in hexadecimal.
    pub evidence_hash: String,
    /// Who signs, in their order.
    pub signers: Vec<Signer>,
    /// Where the home is, with its postcode.
    pub property_address: String,
    /// Why it is void or was declined; null otherwise.
    #[schema(required)]
    pub reason: Option<String>,
    /// The edition of the rules and texts that it was made by, as its first day.
    #[schema(example = "2026-05-01")]
    pub edition: String,
    /// When it was issued.
    pub created_at: DateTime<Utc>,
    /// When all had signed; null before.
    #[schema(required)]
    pub completed_at: Option<DateTime<Utc>>,
    /// Grows with every change; also the `ETag`.
    pub version: i64,
    /// The deeds that its guarantors sign in place of it, in their order.
    pub deeds: Vec<GuaranteeDeed>,
}

impl TryFrom<tenancy::Agreement> for Agreement {
    type Error = Problem;

    fn try_from(agreement: tenancy::Agreement) -> Result<Self, Problem> {
        let state = AgreementState::from_number(agreement.state);
        let nation = Nation::from_number(agreement.nation);
        let signers = agreement.signers.into_iter().map(TryInto::try_into);
        let deeds = agreement.deeds.into_iter().map(TryInto::try_into);
        Ok(Self {
            id: agreement.agreement_id,
            application_id: agreement.application_id,
            tenant_id: some(agreement.tenant_id),
            state: required(state, "state")?,
            nation: required(nation, "nation")?,
            terms: agreement.terms.map(TryInto::try_into).transpose()?,
            document_hash: agreement.document_hash,
            pages: agreement.pages,
            signed_document_hash: text(agreement.signed_document_hash),
            evidence_hash: agreement.evidence_hash,
            signers: signers.collect::<Result<_, _>>()?,
            property_address: agreement.property_address,
            reason: text(agreement.reason),
            edition: agreement.edition,
            created_at: required(instant(agreement.create_time)?, "create_time")?,
            completed_at: instant(agreement.complete_time)?,
            version: agreement.version,
            deeds: deeds.collect::<Result<_, _>>()?,
        })
    }
}

/// An agreement as the holder of a signer's private link reads it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenAgreement {
    /// The agreement; the holder's own signer is marked.
    #[serde(flatten)]
    pub agreement: Agreement,
    /// Who lets; null where there is no name.
    #[schema(required, example = "Ashmead Lettings")]
    pub organisation_name: Option<String>,
    /// How to reach whoever lets the home; null while that is not known.
    #[schema(required)]
    pub landlord: Option<LandlordContact>,
}

impl TryFrom<tenancy::OpenAgreementResponse> for OpenAgreement {
    type Error = Problem;

    fn try_from(opened: tenancy::OpenAgreementResponse) -> Result<Self, Problem> {
        Ok(Self {
            agreement: required(opened.agreement, "agreement")?.try_into()?,
            organisation_name: text(opened.organisation_name),
            landlord: None,
        })
    }
}

/// What an agreement may say, and what is missing before one can be issued.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgreementProposal {
    /// Whose law applies, by the postcode.
    pub nation: Nation,
    /// The terms as proposed.
    pub terms: AgreementTerms,
    /// The most that the deposit may be at that rent; null outside England.
    #[schema(required, example = "1096.15")]
    pub deposit_cap: Option<String>,
    /// What is missing, as sentences; none when one can be issued.
    pub missing: Vec<String>,
    /// The edition of the rules and texts, as its first day.
    #[schema(example = "2026-05-01")]
    pub edition: String,
    /// The deposit that the tenancy has from its application; null where it has none.
    #[schema(required, example = "700.00")]
    pub agreed_deposit: Option<String>,
}

impl TryFrom<tenancy::ProposeAgreementResponse> for AgreementProposal {
    type Error = Problem;

    fn try_from(proposal: tenancy::ProposeAgreementResponse) -> Result<Self, Problem> {
        let nation = Nation::from_number(proposal.nation);
        Ok(Self {
            nation: required(nation, "nation")?,
            terms: required(proposal.terms, "terms")?.try_into()?,
            deposit_cap: money(proposal.deposit_cap)?,
            missing: proposal.missing,
            edition: proposal.edition,
            agreed_deposit: money(proposal.agreed_deposit)?,
        })
    }
}
