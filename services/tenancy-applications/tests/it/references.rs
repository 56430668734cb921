//! What guarantors and employers are asked by their links, and what becomes of their answers.

mod accounts;
pub mod links;
mod withdrawn;

use std::io::Cursor;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use lintel_proto::tenancy::v1::{
    Application, DeclineGuarantorReferenceRequest, EmployerForm, GiveEmployerReferenceRequest,
    GiveGuarantorReferenceRequest, GuarantorForm, OpenEmployerRequestRequest,
    OpenEmployerRequestResponse, OpenGuarantorRequestRequest, OpenGuarantorRequestResponse,
    ReferenceState, TenancyMailKind, reference_service_client::ReferenceServiceClient,
};
use tonic::{Code, Request, Status};

use crate::{
    applying::{
        FLAT, apply, day, everything, mail_kinds, mails, money, nobody, read, request_id, world,
    },
    harness::{Connection, World, reason, refusal, violations},
};

fn references(connection: &Connection) -> ReferenceServiceClient<Connection> {
    ReferenceServiceClient::new(connection.clone())
}

/// An application of somebody called `name`, with the tokens that were mailed to its guarantor and its employer.
pub async fn asked(world: &World, name: &str) -> anyhow::Result<(Application, String, String)> {
    let (application, _) = apply(world, name, FLAT, None).await?;
    let guarantor = last_token(world, TenancyMailKind::GuarantorRequest).await?;
    let employer = last_token(world, TenancyMailKind::EmployerRequest).await?;
    Ok((application, guarantor, employer))
}

pub async fn last_token(world: &World, kind: TenancyMailKind) -> anyhow::Result<String> {
    let sent = mails(world).await?.into_iter().rev();
    let mut sent = sent.filter(|(one, _)| *one == kind);
    let (_, mail) = sent.next().ok_or_else(|| anyhow::anyhow!("no mail"))?;
    Ok(mail.token)
}

/// A line that somebody drew on the pad, as the pad sends it.
pub fn signature() -> String {
    let mut picture = RgbaImage::from_pixel(400, 200, Rgba([255; 4]));
    for x in 20..380 {
        picture.put_pixel(x, 100, Rgba([0, 0, 0, 255]));
        picture.put_pixel(x, 101, Rgba([0, 0, 0, 255]));
    }
    drawn(picture)
}

/// Another drawing.
pub fn other_signature() -> String {
    let mut picture = RgbaImage::from_pixel(400, 200, Rgba([255; 4]));
    for y in 20..180 {
        picture.put_pixel(200, y, Rgba([0, 0, 0, 255]));
        picture.put_pixel(201, y, Rgba([0, 0, 0, 255]));
    }
    drawn(picture)
}

fn drawn(picture: RgbaImage) -> String {
    let mut png = Cursor::new(Vec::new());
    let written = DynamicImage::from(picture).write_to(&mut png, ImageFormat::Png);
    assert!(written.is_ok());
    format!("data:image/png;base64,{}", STANDARD.encode(png.get_ref()))
}

fn guarantor_form() -> GuarantorForm {
    GuarantorForm {
        display_name: "Gus Guarantor".to_owned(),
        email: "gus.private@example.com".to_owned(),
        phone: "07700 900733".to_owned(),
        address: "12 Orchard Street, Leeds".to_owned(),
        date_of_birth: day(1968, 3, 2),
        relationship: "parent".to_owned(),
        occupation: "Cartographer".to_owned(),
        employer_name: "Ordnance House".to_owned(),
        annual_income: money(8_400_000),
        agreed_to_guarantee: true,
    }
}

fn employer_form() -> EmployerForm {
    EmployerForm {
        company_name: "Works Ltd".to_owned(),
        contact_name: "Petra Hill".to_owned(),
        position: "Head of people".to_owned(),
        email: "people@works.example".to_owned(),
        phone: "0114 496 0320".to_owned(),
        company_address: "1 Station Road, Sheffield".to_owned(),
        employee_position: "Engineer".to_owned(),
        employment_start_date: day(2022, 9, 1),
        employment_type: "full-time".to_owned(),
        annual_salary: money(4_080_000),
        contract_type: "permanent".to_owned(),
        additional_comments: "A conscientious colleague.".to_owned(),
        confirmed_details: true,
    }
}

/// From a device at `address`.
fn from<T>(address: &str, request: T) -> Result<Request<T>, Status> {
    let address = address.parse();
    let address = address.map_err(|_| Status::internal("no header"))?;
    let mut request = Request::new(request);
    request
        .metadata_mut()
        .insert("x-lintel-client-address", address);
    Ok(request)
}

fn stranger(world: &World) -> Result<ReferenceServiceClient<Connection>, Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    Ok(references(&connection))
}

pub async fn open_guarantor(
    world: &World,
    token: &str,
) -> Result<OpenGuarantorRequestResponse, Status> {
    let token = token.to_owned();
    let request = OpenGuarantorRequestRequest { token };
    let opened = stranger(world)?.open_guarantor_request(request).await?;
    Ok(opened.into_inner())
}

pub async fn open_employer(
    world: &World,
    token: &str,
) -> Result<OpenEmployerRequestResponse, Status> {
    let token = token.to_owned();
    let request = OpenEmployerRequestRequest { token };
    let opened = stranger(world)?.open_employer_request(request).await?;
    Ok(opened.into_inner())
}

/// A guarantor gives their form.
pub async fn give_guarantor_once(world: &World, token: &str) -> Result<(), Status> {
    give_guarantor(world, guarantee(token)).await
}

/// An employer gives theirs.
pub async fn give_employer_once(world: &World, token: &str) -> Result<(), Status> {
    give_employer(world, token, "192.0.2.2").await
}

/// The same from a network of its own.
pub async fn give_employer_from(world: &World, token: &str, address: &str) -> Result<(), Status> {
    give_employer(world, token, address).await
}

fn guarantee(token: &str) -> GiveGuarantorReferenceRequest {
    GiveGuarantorReferenceRequest {
        token: token.to_owned(),
        form: Some(guarantor_form()),
        signature: signature(),
        request_id: request_id(),
    }
}

async fn give_guarantor(
    world: &World,
    request: GiveGuarantorReferenceRequest,
) -> Result<(), Status> {
    let request = from("192.0.2.1", request)?;
    stranger(world)?.give_guarantor_reference(request).await?;
    Ok(())
}

async fn give_employer(world: &World, token: &str, address: &str) -> Result<(), Status> {
    let request = GiveEmployerReferenceRequest {
        token: token.to_owned(),
        form: Some(employer_form()),
        signature: signature(),
        request_id: request_id(),
    };
    let request = from(address, request)?;
    stranger(world)?.give_employer_reference(request).await?;
    Ok(())
}

pub async fn decline_guarantor(world: &World, token: &str, reason: &str) -> Result<(), Status> {
    let request = DeclineGuarantorReferenceRequest {
        token: token.to_owned(),
        reason: reason.to_owned(),
        request_id: request_id(),
    };
    let mut client = stranger(world)?;
    client.decline_guarantor_reference(request).await?;
    Ok(())
}

#[tokio::test]
async fn t15_a_form_is_given_once_by_its_link_and_read_by_the_landlord_alone() -> anyhow::Result<()>
{
    let world = world().await?;
    let (application, token, _) = asked(&world, "Ann").await?;
    let opened = open_guarantor(&world, &token).await?;
    let expected = OpenGuarantorRequestResponse {
        completed: false,
        tenant_name: "Ann".to_owned(),
        property_address: application.property_address.clone(),
        monthly_rent: money(120_000),
        declined: false,
        organisation_id: 1,
    };
    assert_eq!(opened, expected);

    let request = guarantee(&token);
    give_guarantor(&world, request.clone()).await?;
    // A lost reply and a retry are one form.
    give_guarantor(&world, request).await?;
    let refused = refusal(give_guarantor(&world, guarantee(&token)).await)?;
    assert_eq!(reason(&refused), "REFERENCE_ALREADY_GIVEN");
    assert_eq!(refused.code(), Code::FailedPrecondition);
    let completed = OpenGuarantorRequestResponse {
        completed: true,
        ..OpenGuarantorRequestResponse::default()
    };
    assert_eq!(open_guarantor(&world, &token).await?, completed);

    let seen = read(&world, application.application_id).await?;
    let reference = seen.guarantor.unwrap_or_default();
    assert_eq!(reference.state(), ReferenceState::Given);
    assert_eq!(reference.guarantor, Some(guarantor_form()));
    assert!(image::load_from_memory(&reference.signature).is_ok());
    let checks = seen.checks.unwrap_or_default();
    assert!(checks.guarantor_verified && !checks.employer_verified);
    let affordability = seen.affordability.unwrap_or_default();
    assert_eq!(affordability.guarantor_income, money(8_400_000));
    let last = seen.timeline.last().cloned().unwrap_or_default();
    assert_eq!(
        (last.event.as_str(), last.actor.as_str()),
        ("reference-given", "Guarantor")
    );
    let given = mails(&world).await?.pop();
    let given = given.map(|(kind, mail)| (kind, mail.subject_kind, mail.applicant_name));
    let expected = (
        TenancyMailKind::ReferenceGiven,
        "guarantor".to_owned(),
        "Ann".to_owned(),
    );
    assert_eq!(given, Some(expected));
    assert!(seen.version > application.version);
    Ok(())
}

#[tokio::test]
async fn t15_t16_nothing_that_is_stored_holds_a_token_a_form_or_a_signature() -> anyhow::Result<()>
{
    let world = world().await?;
    let (_, guarantor, employer) = asked(&world, "Ann").await?;
    give_guarantor(&world, guarantee(&guarantor)).await?;
    give_employer(&world, &employer, "192.0.2.2").await?;
    let stored = everything(&world).await?;
    // What `bytea` holds is shown as hexadecimal digits.
    let digits = |text: &[u8]| -> String {
        let digits = text.iter().map(|byte| format!("{byte:02x}"));
        digits.collect()
    };
    for text in [
        guarantor.as_str(),
        &employer,
        "Cartographer",
        "12 Orchard Street",
        "gus.private@example.com",
        "conscientious",
        "192.0.2.1",
    ] {
        assert!(!stored.contains(text), "{text}");
        assert!(!stored.contains(&digits(text.as_bytes())), "{text}");
    }
    assert!(!stored.contains(&digits(b"\x89PNG")));
    Ok(())
}

#[tokio::test]
async fn t15_of_eight_forms_at_once_one_is_taken() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, token, _) = asked(&world, "Ann").await?;
    let forms = (0..8).map(|_| give_guarantor(&world, guarantee(&token)));
    let answers = futures::future::join_all(forms).await;
    let taken = answers.iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(taken, 1);
    for refused in answers.iter().filter_map(|answer| answer.as_ref().err()) {
        assert_eq!(reason(refused), "REFERENCE_ALREADY_GIVEN");
    }
    let seen = read(&world, application.application_id).await?;
    let given = |event: &&str| **event == *"reference-given";
    let events: Vec<_> = seen.timeline.iter().map(|one| one.event.as_str()).collect();
    assert_eq!(events.iter().filter(|event| given(event)).count(), 1);
    let told = mail_kinds(&world).await?;
    let told = told
        .iter()
        .filter(|kind| **kind == TenancyMailKind::ReferenceGiven);
    assert_eq!(told.count(), 1);
    Ok(())
}

#[tokio::test]
async fn who_declines_is_asked_nothing_more_and_the_landlord_is_told_why() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, token, _) = asked(&world, "Ann").await?;
    let long = "x".repeat(501);
    let refused = refusal(decline_guarantor(&world, &token, &long).await)?;
    assert_eq!(reason(&refused), "REFERENCE_INVALID");
    decline_guarantor(&world, &token, " I hardly know them. ").await?;
    let refused = refusal(give_guarantor(&world, guarantee(&token)).await)?;
    assert_eq!(reason(&refused), "LINK_DECLINED");
    let refused = refusal(decline_guarantor(&world, &token, "").await)?;
    assert_eq!(reason(&refused), "LINK_DECLINED");
    let expected = OpenGuarantorRequestResponse {
        completed: true,
        declined: true,
        ..OpenGuarantorRequestResponse::default()
    };
    assert_eq!(open_guarantor(&world, &token).await?, expected);
    let seen = read(&world, application.application_id).await?;
    let reference = seen.guarantor.unwrap_or_default();
    assert_eq!(reference.state(), ReferenceState::Declined);
    assert_eq!(reference.decline_reason, "I hardly know them.");
    assert!(!seen.checks.unwrap_or_default().guarantor_verified);
    let told = mails(&world)
        .await?
        .pop()
        .map(|(kind, mail)| (kind, mail.note));
    let expected = (
        TenancyMailKind::ReferenceDeclined,
        "I hardly know them.".to_owned(),
    );
    assert_eq!(told, Some(expected));
    Ok(())
}

#[tokio::test]
async fn t22_a_form_names_every_field_that_is_wrong_and_a_blank_signature() -> anyhow::Result<()> {
    let world = world().await?;
    let (_, token, _) = asked(&world, "Ann").await?;
    let blank = drawn(RgbaImage::from_pixel(400, 200, Rgba([255; 4])));
    let request = GiveGuarantorReferenceRequest {
        token: token.clone(),
        form: None,
        signature: blank,
        request_id: request_id(),
    };
    let refused = refusal(give_guarantor(&world, request).await)?;
    assert_eq!(reason(&refused), "REFERENCE_INVALID");
    let found = violations(&refused);
    let expected = [
        "signature",
        "display_name",
        "email",
        "phone",
        "address",
        "date_of_birth",
        "relationship",
        "occupation",
        "employer_name",
        "annual_income",
        "agreed_to_guarantee",
    ];
    let fields: Vec<_> = found.iter().map(|(field, _)| field.as_str()).collect();
    assert_eq!(fields, expected);
    let text = "Please provide your digital signature to complete the form.";
    assert!(found.contains(&("signature".to_owned(), text.to_owned())));
    // What was refused has not spent the link.
    give_guarantor(&world, guarantee(&token)).await?;
    Ok(())
}

#[tokio::test]
async fn t16_both_forms_from_one_device_within_a_day_are_shown() -> anyhow::Result<()> {
    let one = "Both references came from one device within a day.";
    let world = world().await?;
    for (name, address, shown) in [("Ann", "192.0.2.1", true), ("Bob", "192.0.2.2", false)] {
        let (application, guarantor, employer) = asked(&world, name).await?;
        give_guarantor(&world, guarantee(&guarantor)).await?;
        give_employer(&world, &employer, address).await?;
        let seen = read(&world, application.application_id).await?;
        assert_eq!(seen.notices.iter().any(|notice| notice == one), shown);
        let employer = seen.employer.unwrap_or_default();
        assert_eq!(employer.employer, Some(employer_form()));
    }
    Ok(())
}

#[tokio::test]
async fn what_was_given_opens_in_its_own_row_and_with_its_own_key() -> anyhow::Result<()> {
    let world = world().await?;
    let mut ids = Vec::new();
    for name in ["Ann", "Bob"] {
        let (application, token, _) = asked(&world, name).await?;
        give_guarantor(&world, guarantee(&token)).await?;
        ids.push(application.application_id);
    }
    world
        .execute(
            "UPDATE reference_requests one SET sealed_answer = other.sealed_answer FROM reference_requests other
             WHERE one.kind = 'guarantor' AND other.kind = 'guarantor' AND one.application_id < other.application_id",
        )
        .await?;
    let refused = refusal(read(&world, ids[0]).await)?;
    assert_eq!(refused.code(), Code::Internal);
    read(&world, ids[1]).await?;
    world.execute("DELETE FROM organisation_keys").await?;
    let refused = refusal(read(&world, ids[1]).await)?;
    assert_eq!(refused.code(), Code::Internal);
    Ok(())
}
