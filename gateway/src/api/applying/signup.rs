//! Applications of the full form, by a link.

use axum::{
    Json,
    response::{IntoResponse as _, Response},
};
use chrono::NaiveDate;
use http::StatusCode;
use lintel_core::Money;
use lintel_proto::tenancy::v1::SubmitSignupRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::applying::{applications::Submitted, invites::DraftToken},
    call::Call,
    rest::{
        input::{Change, Email, FieldReader, Id, fields},
        openapi::{IdempotencyKey, Refusals, SignupRefused, WithBody},
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(submit))
}

fields! {
    /// The full form. Money is text with or without commas and pound sign, or a number. Unknown and server-owned fields, `status` and
    /// `approvedAt` among them, are ignored.
    TenantSignupBody for SubmitSignupRequest {
        /// The applicant's name, at least 2 characters.
        answers.display_name: String { example: "Grace Hopper", min_length: 2 },
        /// The applicant's address for mails.
        answers.email: Email { example: "grace@example.com" },
        /// The applicant's telephone number, at least 10 characters.
        answers.phone: String { example: "07700 900123", min_length: 10 },
        /// The current address, at least 5 characters.
        answers.address: String { min_length: 5 },
        /// The property.
        answers.property_id: Id { example: 42 },
        /// The room of a shared house, which needs one.
        answers.room_number: Option<String> { example: "2" },
        /// full-time, part-time, contract, self-employed, student or other.
        answers.employment_status: String { example: "full-time" },
        /// The employer's name, at least 2 characters.
        answers.employer_name: String { min_length: 2 },
        /// The employer's telephone number, at least 10 characters.
        answers.employer_phone: String { min_length: 10 },
        /// The employer's address for mails.
        answers.employer_email: Email,
        /// The applicant's job, at least 2 characters.
        answers.position: String { min_length: 2 },
        /// The applicant's income before tax, per month.
        answers.monthly_income: Money { example: "2600.00" },
        /// The guarantor's name, at least 2 characters.
        answers.guarantor_name: String { min_length: 2 },
        /// The guarantor's telephone number, at least 10 characters.
        answers.guarantor_phone: String { min_length: 10 },
        /// The guarantor's address for mails.
        answers.guarantor_email: Email,
        /// parent, sibling, spouse, friend, relative or other.
        answers.guarantor_relationship: String { example: "parent" },
        /// The wished first day.
        answers.move_in_date: NaiveDate,
        /// The applicant's own notes, up to 2,000 characters.
        answers.additional_notes: Option<String> { max_length: 2000 },
    } then read_invite {
        /// The token of the link that invites to apply.
        invite: String,
    }
}

fn read_invite(reader: &mut FieldReader<'_>, message: &mut SubmitSignupRequest) {
    message.token = reader.text("invite");
}

/// Applies for a home by a link
///
/// The half-filled application of this browser ends with it. A repeat with the same key within ten minutes gets the first answer.
#[utoipa::path(
    post, path = "/api/tenant-signup", tag = "Applications", operation_id = "submitSignup",
    params(IdempotencyKey), request_body = TenantSignupBody,
    responses(
        (status = 201, description = "The application is submitted", body = Submitted, headers(
            ("Set-Cookie" = String, description = "lintel_draft, empty")
        )),
        SignupRefused, WithBody, Refusals
    )
)]
async fn submit(
    call: Call<SubmitSignupRequest>,
    DraftToken(draft_token): DraftToken,
    change: Change<TenantSignupBody>,
) -> Result<Response, Problem> {
    let gateway = call.gateway();
    gateway.limits.check_link(&change.message.token)?;
    let message = SubmitSignupRequest {
        token: change.message.token,
        answers: Some(change.message.answers.unwrap_or_default()),
        draft_token,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    let submitted = Submitted::new(reply, &gateway.public_url)?;
    let cookie = gateway.cookies.clear_draft()?;
    Ok((StatusCode::CREATED, cookie, Json(submitted)).into_response())
}
