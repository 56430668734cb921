//! Agreements of approved applications, for the landlord and for parties with an account.

use axum::{Json, body::Bytes, response::Response};
use chrono::NaiveDate;
use futures::TryStreamExt as _;
use http::{HeaderMap, StatusCode};
use lintel_core::Money;
use lintel_proto::{
    Rpc,
    notifications::v1::{self as notifications, MailToPreview, PreviewMailsRequest},
    tenancy::v1::{
        self as tenancy, DeclineAgreementRequest, GetAgreementRequest, IssueAgreementRequest,
        PreviewAgreementMailsRequest, PreviewAgreementRequest, ProposeAgreementRequest,
        ReadAgreementDocumentRequest, ReadAgreementEvidenceRequest, RemindSignerRequest,
        SignAgreementRequest, VoidAgreementRequest,
    },
};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    application_documents::{NAMES, bytes},
    files::boundary,
    ids::ApplicationId,
    reply::{present, row, rows},
};
use crate::{
    Gateway,
    call::Call,
    front::held::Held,
    input::{
        Body, Change, FieldReader, Fields as _, JsonObject, List, Nested, fields, request_id,
        says_json,
    },
    model::{
        agreement::{Agreement, AgreementProposal},
        names::{BillPayer, ProRata, RentPeriod},
    },
    openapi::{
        AgreementClosed, IdempotencyKey, IssueRefused, KeyRefused, NoSuchAgreement,
        NoSuchApplication, NotApproved, Refusals, RemindRefused, SignedIn, SigningRefused,
        WithBody,
    },
    patience::DOCUMENTS,
    problem::Problem,
    rest::WrittenMail,
};

/// The largest terms, in bytes.
const LARGEST_TERMS: usize = 1024 * 1024;

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(propose))
        .routes(routes!(read, issue))
        .routes(routes!(preview))
        .routes(routes!(preview_mails))
        .routes(routes!(document))
        .routes(routes!(sign))
        .routes(routes!(decline))
        .routes(routes!(void))
        .routes(routes!(remind))
        .routes(routes!(evidence))
}

/// The agreement of a reply, with its version.
pub(super) fn answer(
    status: StatusCode,
    agreement: Option<tenancy::Agreement>,
) -> Result<Response, Problem> {
    let agreement = present(agreement)?;
    let version = agreement.version;
    Ok(row(status, version, Agreement::try_from(agreement)?))
}

/// The terms of an agreement that may be issued, and what is missing before it can be
///
/// From the application and the rules of its nation and day. Nothing is stored.
#[utoipa::path(
    get, path = "/api/tenant-applications/{id}/agreement/proposal", tag = "Agreements",
    operation_id = "proposeAgreement",
    params(("id" = i64, Path, description = "The application's id", minimum = 1)),
    responses(
        (status = 200, description = "The proposal", body = AgreementProposal),
        NoSuchApplication, NotApproved, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn propose(
    call: Call<ProposeAgreementRequest>,
    ApplicationId(application_id): ApplicationId,
) -> Result<Json<AgreementProposal>, Problem> {
    let reply = call
        .send(ProposeAgreementRequest { application_id })
        .await?;
    Ok(Json(reply.try_into()?))
}

fields! {
    /// A bill of the home.
    BillBody for tenancy::Bill {
        /// council-tax, electricity, gas, water, tv-licence or communications.
        bill: String { example: "council-tax" },
        /// Who pays.
        payer: BillPayer,
        /// With landlord: how much a month; absent where it follows the use.
        monthly_amount: Option<Money>,
        /// With landlord: when it is due and how the tenant learns the amount.
        note: Option<String> { max_length: 300 },
    }
}

fields! {
    /// How rent is due.
    RentTermsBody for tenancy::RentTerms {
        /// weekly, four-weekly or monthly.
        period: RentPeriod,
        /// With monthly: the day of the month, 1 to 31; shorter months end earlier.
        due_day: Option<i32> { minimum: 0, maximum: 31 },
        /// How the rent of a part of a period is worked out.
        pro_rata: ProRata,
    }
}

fields! {
    /// What an agreement says. The names and the home come from the application.
    AgreementBody for IssueAgreementRequest {
        /// The landlord's name as it stands in the agreement; without it the landlord of the settings lets.
        terms.landlord_name: Option<String> { example: "Helen Ashmead", min_length: 2, max_length: 200 },
        /// The other landlords where several let together.
        terms.joint_landlords: Option<Vec<String>> { max_items: 3 },
        /// Whether the landlord is a company, which others sign for.
        terms.landlord_is_company: Option<bool>,
        /// A company's number.
        terms.landlord_company_number: Option<String> { max_length: 20 },
        /// The name under which the landlord trades.
        terms.landlord_trading_as: Option<String> { max_length: 200 },
        /// Where the landlord takes notices, in England or Wales; without it the address of the settings counts.
        terms.landlord_address: Option<String> { example: "1 Ashmead Road, Bristol BS4 2AD", min_length: 10, max_length: 300 },
        /// The first day of the tenancy.
        terms.start_date: NaiveDate,
        /// The rent of the whole tenancy per month.
        terms.monthly_rent: Money { example: "950.00" },
        /// How rent is due.
        terms.rent_terms: Nested<RentTermsBody>,
        /// The deposit, within its cap; 0.00 where none is taken.
        terms.deposit: Money { example: "0.00" },
        /// The six bills, each once.
        terms.bills: List<BillBody>,
        /// A pet that was agreed to already.
        terms.agreed_pets: Option<String> { max_length: 300 },
        /// Agreed adaptations for a disability.
        terms.adaptations: Option<String> { max_length: 300 },
        /// More clauses, each up to 1,000 characters.
        terms.clauses: Option<Vec<String>> { max_items: 20 },
        /// Whether the guarantor signs: in England a deed of guarantee, elsewhere the agreement.
        terms.guarantor_signs: Option<bool>,
        /// The most that a guarantor ever owes under a deed; without it 12 months' rent.
        terms.guarantee_limit: Option<Money> { example: "11400.00" },
        /// The rent per month that a deed covers after rises; without it a tenth more than the rent.
        terms.guaranteed_rent_limit: Option<Money> { example: "1045.00" },
        /// The account to pay to.
        terms.payment_details: Option<String> { max_length: 300 },
    }
}

fields! {
    /// What an agreement says so far; nothing is required.
    AgreementDraftBody for PreviewAgreementRequest {
        /// The landlord's name; without it the landlord of the settings lets.
        terms.landlord_name: Option<String> { max_length: 200 },
        /// The other landlords where several let together.
        terms.joint_landlords: Option<Vec<String>> { max_items: 3 },
        /// Whether the landlord is a company.
        terms.landlord_is_company: Option<bool>,
        /// A company's number.
        terms.landlord_company_number: Option<String> { max_length: 20 },
        /// The name under which the landlord trades.
        terms.landlord_trading_as: Option<String> { max_length: 200 },
        /// Where the landlord takes notices.
        terms.landlord_address: Option<String> { max_length: 300 },
        /// The first day of the tenancy.
        terms.start_date: Option<NaiveDate>,
        /// The rent of the whole tenancy per month.
        terms.monthly_rent: Option<Money>,
        /// How rent is due.
        terms.rent_terms: Option<Nested<RentTermsBody>>,
        /// The deposit; 0.00 where none is taken.
        terms.deposit: Option<Money>,
        /// The bills that are said already.
        terms.bills: Option<List<BillBody>>,
        /// A pet that was agreed to already.
        terms.agreed_pets: Option<String> { max_length: 300 },
        /// Agreed adaptations for a disability.
        terms.adaptations: Option<String> { max_length: 300 },
        /// More clauses, each up to 1,000 characters.
        terms.clauses: Option<Vec<String>> { max_items: 20 },
        /// Whether the guarantor signs: in England a deed of guarantee, elsewhere the agreement.
        terms.guarantor_signs: Option<bool>,
        /// The most that a guarantor ever owes under a deed; without it 12 months' rent.
        terms.guarantee_limit: Option<Money> { example: "11400.00" },
        /// The rent per month that a deed covers after rises; without it a tenth more than the rent.
        terms.guaranteed_rent_limit: Option<Money> { example: "1045.00" },
        /// The account to pay to.
        terms.payment_details: Option<String> { max_length: 300 },
        /// Whether the guarantor's deed is wanted in place of the agreement.
        deed: Option<bool>,
    }
}

/// The document of a draft, as issuing it would make it
///
/// Marked as a draft; what is missing is marked in it. Nothing is stored. With `deed` what its guarantors sign, one behind the other.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/agreement/preview", tag = "Agreements",
    operation_id = "previewAgreement",
    params(("id" = i64, Path, description = "The application's id", minimum = 1)), request_body = AgreementDraftBody,
    responses(
        (status = 200, description = "Its bytes", body = Vec<u8>, content_type = "application/pdf", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        NoSuchApplication, NotApproved, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn preview(
    call: Call<PreviewAgreementRequest>,
    ApplicationId(application_id): ApplicationId,
    body: Body<AgreementDraftBody>,
) -> Result<Response, Problem> {
    let message = PreviewAgreementRequest {
        application_id,
        terms: Some(body.message.terms.unwrap_or_default()),
        deed: body.message.deed,
    };
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    bytes("application/pdf", &reply.file_name, reply.content)
}

/// The mails that issuing a draft sends, in the words in which they are sent
///
/// Nothing is stored or sent.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/agreement/preview/mails", tag = "Agreements",
    operation_id = "previewAgreementMails",
    params(("id" = i64, Path, description = "The application's id", minimum = 1)), request_body = AgreementDraftBody,
    responses(
        (status = 200, description = "The mails", body = [WrittenMail]),
        NoSuchApplication, NotApproved, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn preview_mails(
    call: Call<PreviewAgreementMailsRequest>,
    ApplicationId(application_id): ApplicationId,
    body: Body<AgreementDraftBody>,
) -> Result<Json<Vec<WrittenMail>>, Problem> {
    let message = PreviewAgreementMailsRequest {
        application_id,
        terms: Some(body.message.terms.unwrap_or_default()),
    };
    let planned = call.send(message).await?.mails;
    Ok(Json(rows(written(&call, planned).await?)?))
}

/// Mails that a service would ask for, as notifications writes them.
pub(super) async fn written<R: Rpc>(
    call: &Call<R>,
    planned: Vec<tenancy::PlannedMail>,
) -> Result<Vec<notifications::WrittenMail>, Problem> {
    let mails = planned.into_iter().map(|planned| MailToPreview {
        kind: planned.kind,
        mail: planned.mail,
    });
    let message = PreviewMailsRequest {
        mails: mails.collect(),
    };
    let reply = call.beside::<PreviewMailsRequest>()?.send(message).await?;
    Ok(reply.mails)
}

/// A form with an agreement that the landlord made, outside England.
#[derive(Debug, ToSchema)]
#[expect(
    dead_code,
    reason = "describes the form; Uploads::own_agreement reads it"
)]
struct AgreementForm {
    /// A PDF of at most 10 MB.
    #[schema(format = Binary, content_media_type = "application/pdf")]
    file: String,
    /// What the JSON body says, as its text.
    terms: String,
}

/// Makes the agreement and asks the first signer
///
/// In England of the terms, elsewhere with the landlord's own PDF in a form. One that was issued before and is not signed by all
/// becomes void. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/agreement", tag = "Agreements", operation_id = "issueAgreement",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    request_body(content((AgreementBody = "application/json"), (AgreementForm = "multipart/form-data"))),
    responses(
        (status = 201, description = "The agreement", body = Agreement, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchApplication, IssueRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn issue(
    call: Call<IssueAgreementRequest>,
    ApplicationId(application_id): ApplicationId,
    headers: HeaderMap,
    body: Held,
) -> Result<Response, Problem> {
    let (terms, sent) = match boundary(&headers) {
        Some(boundary) => {
            call.check_upload()?;
            let uploads = &call.gateway().uploads;
            let (terms, sent) = uploads.own_agreement(boundary, &body).await?;
            (Bytes::from(terms), sent)
        }
        None if says_json(&headers) => (whole(&body).await?, IssueAgreementRequest::default()),
        None => return Err(Problem::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE)),
    };
    let object = JsonObject::parse(&terms)?;
    let mut reader = FieldReader::new(&object);
    let said = AgreementBody::read(&mut reader);
    let request_id = reader.request_id(&headers);
    reader.refuse_unknown(body.shape());
    reader.finish()?;
    let mut terms = said.terms.unwrap_or_default();
    if let Some(rent) = &mut terms.rent_terms {
        rent.first_day = terms.start_date;
    }
    let message = IssueAgreementRequest {
        application_id,
        terms: Some(terms),
        content: sent.content,
        request_id,
    };
    // The body took its own time to arrive.
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    answer(StatusCode::CREATED, reply.agreement)
}

/// The body as it was sent, where it holds the terms alone.
async fn whole(body: &Held) -> Result<Bytes, Problem> {
    let pieces = body.pieces().map_err(Problem::from);
    let whole = pieces.try_fold(Vec::new(), async |mut whole, piece| {
        whole.extend_from_slice(&piece);
        match whole.len() > LARGEST_TERMS {
            true => Err(Problem::of_status(StatusCode::PAYLOAD_TOO_LARGE)),
            false => Ok(whole),
        }
    });
    Ok(whole.await?.into())
}

/// The last agreement of an application
///
/// A signer's reading of one that is theirs to sign is kept as evidence.
#[utoipa::path(
    get, path = "/api/tenant-applications/{id}/agreement", tag = "Agreements", operation_id = "getAgreement",
    params(("id" = i64, Path, description = "The application's id", minimum = 1)),
    responses(
        (status = 200, description = "The agreement", body = Agreement, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchAgreement, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetAgreementRequest>,
    ApplicationId(application_id): ApplicationId,
) -> Result<Response, Problem> {
    let reply = call.send(GetAgreementRequest { application_id }).await?;
    answer(StatusCode::OK, reply.agreement)
}

/// The document: the one that is signed, or with its certificate once all have signed
#[utoipa::path(
    get, path = "/api/tenant-applications/{id}/agreement/document", tag = "Agreements",
    operation_id = "readAgreementDocument",
    params(("id" = i64, Path, description = "The application's id", minimum = 1)),
    responses(
        (status = 200, description = "Its bytes", body = Vec<u8>, content_type = "application/pdf", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        NoSuchAgreement, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn document(
    call: Call<ReadAgreementDocumentRequest>,
    ApplicationId(application_id): ApplicationId,
) -> Result<Response, Problem> {
    let reply = call
        .send(ReadAgreementDocumentRequest { application_id })
        .await?;
    bytes("application/pdf", &reply.file_name, reply.content)
}

fields! {
    /// The part of a witness in a deed of guarantee.
    WitnessBody for tenancy::WitnessSignature {
        /// The full name: nobody of the guarantor, the tenants and the landlord.
        display_name: String { example: "Maureen Adeyinka-Clarke", max_length: 200 },
        /// The full address.
        address: String { max_length: 300 },
        /// The occupation.
        occupation: Option<String> { max_length: 100 },
        /// Their word that they were in the room and saw the guarantor sign; must be true.
        consent: bool,
        /// A PNG as a data URL, another drawing than the guarantor's.
        signature: String { example: "data:image/png;base64,iVBORw0KGgo=" },
    }
}

fields! {
    /// A signature as it is given.
    SignatureBody for SignAgreementRequest {
        /// The name, typed as it stands in the agreement.
        signature.display_name: String { example: "Grace Hopper", max_length: 200 },
        /// That they have read the agreement, agree to it and to sign on screen; must be true.
        signature.consent: bool,
        /// A PNG as a data URL; not a blank one.
        signature.signature: String { example: "data:image/png;base64,iVBORw0KGgo=" },
        /// The hash of the document that was shown: of a guarantor's deed where there is one.
        signature.document_hash: String { max_length: 64 },
        /// The signer's time zone as the browser tells it.
        signature.time_zone: Option<String> { max_length: 100 },
        /// The signer's language as the browser tells it.
        signature.language: Option<String> { max_length: 100 },
        /// The witness of a guarantor's deed; nobody else's signature has one.
        signature.witness: Option<Nested<WitnessBody>>,
    }
}

/// Signs as the party that the caller is
///
/// With the last signature the agreement is complete, and every party gets it. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/agreement/sign", tag = "Agreements", operation_id = "signAgreement",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    request_body = SignatureBody,
    responses(
        (status = 200, description = "The agreement as it is now", body = Agreement, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchAgreement, SigningRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn sign(
    call: Call<SignAgreementRequest>,
    ApplicationId(application_id): ApplicationId,
    change: Change<SignatureBody>,
) -> Result<Response, Problem> {
    let message = SignAgreementRequest {
        application_id,
        signature: Some(change.message.signature.unwrap_or_default()),
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.agreement)
}

fields! {
    /// Why a party does not want to sign.
    AgreementDeclineBody for DeclineAgreementRequest {
        /// Up to 500 characters.
        reason: Option<String> { max_length: 500 },
    }
}

/// Declines as the party that the caller is
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/agreement/decline", tag = "Agreements",
    operation_id = "declineAgreement",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    request_body = AgreementDeclineBody,
    responses(
        (status = 200, description = "The agreement as it is now", body = Agreement, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchAgreement, SigningRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn decline(
    call: Call<DeclineAgreementRequest>,
    ApplicationId(application_id): ApplicationId,
    change: Change<AgreementDeclineBody>,
) -> Result<Response, Problem> {
    let message = DeclineAgreementRequest {
        application_id,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.agreement)
}

fields! {
    /// Why an agreement is taken back.
    AgreementVoidBody for VoidAgreementRequest {
        /// The parties read it.
        reason: String { min_length: 2, max_length: 500 },
    }
}

/// Takes an agreement back that is not signed by all
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/agreement/void", tag = "Agreements", operation_id = "voidAgreement",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    request_body = AgreementVoidBody,
    responses(
        (status = 200, description = "The agreement as it is now", body = Agreement, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchAgreement, AgreementClosed, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn void(
    call: Call<VoidAgreementRequest>,
    ApplicationId(application_id): ApplicationId,
    change: Change<AgreementVoidBody>,
) -> Result<Response, Problem> {
    let message = VoidAgreementRequest {
        application_id,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.agreement)
}

/// Sends the link again to the signer whose turn it is
///
/// At most once an hour.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/agreement/remind", tag = "Agreements", operation_id = "remindSigner",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 200, description = "The agreement as it is now", body = Agreement, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchAgreement, RemindRefused, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn remind(
    call: Call<RemindSignerRequest>,
    ApplicationId(application_id): ApplicationId,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = RemindSignerRequest {
        application_id,
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.agreement)
}

/// The chain of evidence of an agreement, which `lintel-tenancy-applications verify-evidence` checks by itself
#[utoipa::path(
    get, path = "/api/tenant-applications/{id}/agreement/evidence", tag = "Agreements",
    operation_id = "readAgreementEvidence",
    params(("id" = i64, Path, description = "The application's id", minimum = 1)),
    responses(
        (status = 200, description = "The file", body = serde_json::Value, content_type = "application/json", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        NoSuchAgreement, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn evidence(
    call: Call<ReadAgreementEvidenceRequest>,
    ApplicationId(application_id): ApplicationId,
) -> Result<Response, Problem> {
    let reply = call
        .send(ReadAgreementEvidenceRequest { application_id })
        .await?;
    bytes("application/json", &reply.file_name, reply.content)
}
