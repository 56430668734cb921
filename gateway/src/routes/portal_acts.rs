//! What tenants do in their portal: notice, a pet, how they are reached, a word to the landlord, an answer about the deposit.

use axum::Json;
use chrono::NaiveDate;
use http::StatusCode;
use lintel_core::Money;
use lintel_proto::tenancy::v1::{
    AnswerDepositReturnRequest, AskForPetRequest, ChangeOwnContactRequest, GiveNoticeRequest,
    WriteToLandlordRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reply::present;
use crate::{
    Gateway,
    call::Call,
    input::{Change, FieldReader, Id, fields},
    model::deposit::Deposit,
    openapi::{
        DepositAnswerRefused, HomeLeft, IdempotencyKey, NotLinked, NoticeRefused, PetRefused,
        Refusals, SignedIn, WithBody,
    },
    problem::Problem,
    rest::PetRequest,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(give_notice))
        .routes(routes!(ask_for_pet))
        .routes(routes!(change_contact))
        .routes(routes!(write))
        .routes(routes!(answer_deposit))
}

fields! {
    /// A notice.
    OwnNoticeBody for GiveNoticeRequest {
        /// One of the account's tenancies.
        tenancy_id: Id { example: 3 },
        /// The last day; not before `notice.earliestDate` of the portal.
        last_date: NaiveDate,
    }
}

/// Gives notice
///
/// The tenancy ends on the day, for everybody in it. It is taken back by the landlord alone, who has to agree. The landlord and every tenant
/// get an email.
#[utoipa::path(
    post, path = "/api/tenant-portal/notice", tag = "Tenants", operation_id = "giveOwnNotice",
    params(IdempotencyKey), request_body = OwnNoticeBody,
    responses(
        (status = 204, description = "Notice is given"),
        NotLinked, NoticeRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn give_notice(
    call: Call<GiveNoticeRequest>,
    change: Change<OwnNoticeBody>,
) -> Result<StatusCode, Problem> {
    let message = GiveNoticeRequest {
        request_id: change.request_id,
        ..change.message
    };
    call.send(message).await?;
    Ok(StatusCode::NO_CONTENT)
}

fields! {
    /// A pet to ask for.
    OwnPetBody for AskForPetRequest {
        /// One of the account's tenancies.
        tenancy_id: Id { example: 3 },
        /// The pet.
        pet: String { example: "A small dog", min_length: 2, max_length: 200 },
    }
}

/// Asks for a pet
///
/// The landlord gets an email, and has the days of the nation's rule to answer.
#[utoipa::path(
    post, path = "/api/tenant-portal/pet-requests", tag = "Tenants", operation_id = "askForPet",
    params(IdempotencyKey), request_body = OwnPetBody,
    responses(
        (status = 201, description = "The request, with the last day for the answer", body = PetRequest),
        NotLinked, PetRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn ask_for_pet(
    call: Call<AskForPetRequest>,
    change: Change<OwnPetBody>,
) -> Result<(StatusCode, Json<PetRequest>), Problem> {
    let message = AskForPetRequest {
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    let asked = present(reply.pet_request)?.try_into()?;
    Ok((StatusCode::CREATED, Json(asked)))
}

fields! {
    /// How a tenant is reached from now on.
    OwnContactBody for ChangeOwnContactRequest {
        /// One of the account's tenancies.
        tenancy_id: Id { example: 3 },
        /// At least 10 characters.
        phone: String { example: "07700 900337", min_length: 10 },
        /// The address for letters before or beside the home; empty for none.
        address: Option<String>,
    }
}

/// Changes how the tenant is reached
///
/// The landlord gets an email. The address for mails is the account's, which Settings change.
#[utoipa::path(
    put, path = "/api/tenant-portal/contact", tag = "Tenants", operation_id = "changeOwnContact",
    params(IdempotencyKey), request_body = OwnContactBody,
    responses(
        (status = 204, description = "It is changed"),
        NotLinked, HomeLeft, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn change_contact(
    call: Call<ChangeOwnContactRequest>,
    change: Change<OwnContactBody>,
) -> Result<StatusCode, Problem> {
    let message = ChangeOwnContactRequest {
        request_id: change.request_id,
        ..change.message
    };
    call.send(message).await?;
    Ok(StatusCode::NO_CONTENT)
}

fields! {
    /// A text to the landlord.
    OwnMessageBody for WriteToLandlordRequest {
        /// One of the account's tenancies.
        tenancy_id: Id { example: 3 },
        /// The text.
        text: String { example: "May I use the parking space behind the house?", min_length: 1, max_length: 1000 },
    }
}

/// Writes to the landlord
///
/// About anything that is no repair. The landlord gets an email, and an answer to it goes to the tenant's address. At most ten a day.
#[utoipa::path(
    post, path = "/api/tenant-portal/messages", tag = "Tenants", operation_id = "writeToLandlord",
    params(IdempotencyKey), request_body = OwnMessageBody,
    responses(
        (status = 202, description = "The text is on its way"),
        NotLinked, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn write(
    call: Call<WriteToLandlordRequest>,
    change: Change<OwnMessageBody>,
) -> Result<StatusCode, Problem> {
    let message = WriteToLandlordRequest {
        request_id: change.request_id,
        ..change.message
    };
    call.send(message).await?;
    Ok(StatusCode::ACCEPTED)
}

fields! {
    /// An answer to the return of the deposit.
    DepositAnswerBody for AnswerDepositReturnRequest {
        /// One of the account's tenancies.
        tenancy_id: Id { example: 3 },
        /// Whether the tenant agrees.
        agreed: bool,
        /// Why not; required where the tenant does not agree.
        text: Option<String> { example: "The key was never lost.", max_length: 1000 },
        /// The day of the return that the tenant has seen; another one is refused.
        return_date: Option<NaiveDate>,
        /// How much was given back as the tenant has seen it; another sum is refused.
        returned: Option<Money> { example: "685.00" },
    }
}

/// Says whether the tenant agrees with the return of the deposit
///
/// The last answer holds, and can be changed for 12 months after the return. The landlord gets an email, and an answer to it goes to the
/// tenant's address.
#[utoipa::path(
    post, path = "/api/tenant-portal/deposit-answers", tag = "Tenants", operation_id = "answerDepositReturn",
    params(IdempotencyKey), request_body = DepositAnswerBody,
    responses(
        (status = 200, description = "The deposit with the answer", body = Deposit),
        NotLinked, DepositAnswerRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn answer_deposit(
    call: Call<AnswerDepositReturnRequest>,
    change: Change<DepositAnswerBody>,
) -> Result<Json<Deposit>, Problem> {
    // Silence is not a no.
    let mut reader = FieldReader::new(&change.object);
    if reader.flag("agreed").is_none() {
        reader.refuse("agreed", "Say whether you agree: true or false.");
    }
    reader.finish()?;
    let message = AnswerDepositReturnRequest {
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    Ok(Json(present(reply.deposit)?.try_into()?))
}
