//! Homes to apply for, people who apply, and what the service asks notifications to mail.

use std::sync::atomic::{AtomicU32, Ordering};

use lintel_core::Role;
use lintel_proto::{
    common::v1::{Date, Money},
    tenancy::v1::{
        Application, ApplicationStatus, CreateInviteRequest, CreateInviteResponse,
        GetApplicationRequest, ListApplicationsRequest, Signup, SubmitSignupRequest,
        SubmitSignupResponse, TenancyMail, TenancyMailKind, TenancyMailRequested,
        UpdateApplicationRequest, applicant_service_client::ApplicantServiceClient,
        application_service_client::ApplicationServiceClient,
        invite_service_client::InviteServiceClient,
    },
};
use lintel_testkit::tokens::{landlord, outsider};
use prost::Message as _;
use tonic::Status;

use crate::harness::{Connection, World};

/// The flat of organisation 1, at £1,200 a month.
pub const FLAT: i64 = 1;
/// The shared house of organisation 1, with the vacant rooms 1 and 2.
pub const HOUSE: i64 = 2;
/// The flat of organisation 2.
pub const OTHER_FLAT: i64 = 3;
/// Another flat of organisation 1.
pub const COTTAGE: i64 = 4;
/// The rooms of the shared house.
pub const ROOMS: [i64; 2] = [21, 22];
/// The account whose verified address is ann@example.com.
pub const ANN: i64 = 50;

static NEXT: AtomicU32 = AtomicU32::new(1);

/// Gives both organisations homes and names, and Ann an account.
pub async fn furnish(world: &World) -> anyhow::Result<()> {
    for (organisation, property) in [(1, FLAT), (1, HOUSE), (2, 3), (1, COTTAGE)] {
        world.owners.have_home(organisation, property);
    }
    world
        .execute(
            "INSERT INTO homes (organisation_id, property_id, name, address, postcode, property_type, monthly_rent, is_occupied, version)
             VALUES (1, 1, 'Garden Flat', '1 High Street, Leeds', 'LS1 4AB', 'Flat', 1200, false, 1),
                    (1, 2, 'Park House', '2 Park Lane, Leeds', 'LS2 8AA', 'HMO', 1050, false, 1),
                    (2, 3, 'Mill View', '3 Mill Lane, York', 'YO1 7HH', 'Flat', 900, false, 1),
                    (1, 4, 'Cottage', '4 Low Road, Leeds', 'LS3 1AA', 'House', 1500, false, 1);
             INSERT INTO home_rooms (organisation_id, property_id, room_id, room_number, monthly_rent, is_occupied)
             VALUES (1, 2, 21, '1', 500, false), (1, 2, 22, '2', 550, false);
             INSERT INTO organisation_names (organisation_id, name, version) VALUES (1, 'Northern Lets', 1), (2, 'Southern Lets', 1);
             INSERT INTO accounts (user_id, role, email_key, version)
             VALUES (50, 'Tenant', 'ann@example.com', 1), (51, 'Tenant', NULL, 1), (52, 'Tenant', 'bob@example.com', 1)",
        )
        .await
}

/// A world with homes.
pub async fn world() -> anyhow::Result<World> {
    let world = World::start().await?;
    furnish(&world).await?;
    Ok(world)
}

/// A request id that no test has used.
pub fn request_id() -> String {
    format!("request-{:06}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The connection of the owner of an organisation.
pub fn owner(world: &World, organisation: i64) -> anyhow::Result<Connection> {
    let principal = landlord(organisation * 11, organisation);
    world.bearer(Some(&world.mint.token(&principal)?))
}

/// The connection of a tenant's account.
pub fn tenant(world: &World, account: i64) -> anyhow::Result<Connection> {
    let principal = outsider(account, Role::Tenant);
    world.bearer(Some(&world.mint.token(&principal)?))
}

/// The connection of somebody without an account.
pub fn nobody(world: &World) -> anyhow::Result<Connection> {
    world.bearer(None)
}

pub fn invites(connection: &Connection) -> InviteServiceClient<Connection> {
    InviteServiceClient::new(connection.clone())
}

pub fn applications(connection: &Connection) -> ApplicationServiceClient<Connection> {
    ApplicationServiceClient::new(connection.clone())
}

pub fn applicant(connection: &Connection) -> ApplicantServiceClient<Connection> {
    ApplicantServiceClient::new(connection.clone())
}

pub fn money(pence: i64) -> Option<Money> {
    Some(Money {
        currency_code: "GBP".to_owned(),
        minor_units: pence,
    })
}

pub const fn day(year: i32, month: i32, day: i32) -> Option<Date> {
    Some(Date { year, month, day })
}

/// A link of organisation 1's for a property, and perhaps a room.
pub async fn invite(
    world: &World,
    property_id: i64,
    room_id: Option<i64>,
) -> Result<CreateInviteResponse, Status> {
    let connection = owner(world, 1).map_err(|error| Status::internal(error.to_string()))?;
    let request = CreateInviteRequest {
        property_id,
        room_id,
        request_id: request_id(),
        ..CreateInviteRequest::default()
    };
    let reply = invites(&connection).create_invite(request).await?;
    Ok(reply.into_inner())
}

/// A full form for the flat, of somebody called `name`.
pub fn signup(name: &str) -> Signup {
    Signup {
        display_name: name.to_owned(),
        email: format!("{}@example.com", name.to_lowercase()),
        phone: "020 7946 0018".to_owned(),
        address: "9 Old Road, Leeds".to_owned(),
        property_id: FLAT,
        room_number: None,
        employment_status: "full-time".to_owned(),
        employer_name: "Works Ltd".to_owned(),
        employer_phone: "0161 496 0000".to_owned(),
        employer_email: format!("hr-{}@works.example", name.to_lowercase()),
        position: "Engineer".to_owned(),
        monthly_income: money(300_000),
        guarantor_name: "Gus Guarantor".to_owned(),
        guarantor_phone: "0161 496 0001".to_owned(),
        guarantor_email: format!("gus-{}@example.com", name.to_lowercase()),
        guarantor_relationship: "parent".to_owned(),
        move_in_date: day(2026, 12, 1),
        additional_notes: "No pets.".to_owned(),
    }
}

/// Submits a form by a link.
pub async fn submit(
    world: &World,
    token: &str,
    answers: Signup,
) -> Result<SubmitSignupResponse, Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = SubmitSignupRequest {
        token: token.to_owned(),
        answers: Some(answers),
        request_id: request_id(),
        ..SubmitSignupRequest::default()
    };
    let reply = invites(&connection).submit_signup(request).await?;
    Ok(reply.into_inner())
}

/// An application of somebody called `name` for a property of organisation 1, and perhaps a room; with the token of its private link.
pub async fn apply(
    world: &World,
    name: &str,
    property_id: i64,
    room: Option<(i64, &str)>,
) -> Result<(Application, String), Status> {
    let made = invite(world, property_id, room.map(|(id, _)| id)).await?;
    let answers = Signup {
        property_id,
        room_number: room.map(|(_, number)| number.to_owned()),
        ..signup(name)
    };
    let submitted = submit(world, &made.token, answers).await?;
    let application = submitted.application.unwrap_or_default();
    Ok((application, submitted.status_token))
}

/// What the owner of organisation 1 reads.
pub async fn read(world: &World, application_id: i64) -> Result<Application, Status> {
    let connection = owner(world, 1).map_err(|error| Status::internal(error.to_string()))?;
    let request = GetApplicationRequest { application_id };
    let reply = applications(&connection).get_application(request).await?;
    Ok(reply.into_inner().application.unwrap_or_default())
}

/// A change by the owner of organisation 1.
pub async fn update(
    world: &World,
    application: Application,
    paths: &[&str],
    joint: i64,
) -> Result<Application, Status> {
    let connection = owner(world, 1).map_err(|error| Status::internal(error.to_string()))?;
    let paths = paths.iter().map(|path| (*path).to_owned()).collect();
    let request = UpdateApplicationRequest {
        application: Some(application),
        update_mask: Some(prost_types::FieldMask { paths }),
        joint_with_application_id: joint,
        request_id: request_id(),
        ..UpdateApplicationRequest::default()
    };
    let reply = applications(&connection)
        .update_application(request)
        .await?;
    Ok(reply.into_inner().application.unwrap_or_default())
}

/// Sets a status, with a reason that a rejection needs.
pub async fn decide(
    world: &World,
    application_id: i64,
    status: ApplicationStatus,
    joint: i64,
) -> Result<Application, Status> {
    let application = Application {
        application_id,
        status: status.into(),
        rejection_reason: "Let to another applicant".to_owned(),
        ..Application::default()
    };
    update(world, application, &["status", "rejection_reason"], joint).await
}

/// The ids in the order of a list.
pub async fn list(
    connection: &Connection,
    request: ListApplicationsRequest,
) -> Result<Vec<i64>, Status> {
    let reply = applications(connection).list_applications(request).await?;
    let rows = reply.into_inner().applications;
    Ok(rows.into_iter().map(|row| row.application_id).collect())
}

/// The mails that notifications is asked for, in their order.
pub async fn mails(world: &World) -> anyhow::Result<Vec<(TenancyMailKind, TenancyMail)>> {
    let mut connection = world.database.superuser().await?;
    let payloads: Vec<Vec<u8>> = sqlx::query_scalar(
        "SELECT payload FROM outbox WHERE aggregate_type = 'tenancy-mail' ORDER BY seq",
    )
    .fetch_all(&mut connection)
    .await?;
    let mut mails = Vec::new();
    for payload in payloads {
        let request = TenancyMailRequested::decode(payload.as_slice())?;
        let kind = request.kind();
        let sealed = request.mail.unwrap_or_default();
        mails.push((kind, world.mail_opener.open::<TenancyMail>(&sealed)?));
    }
    Ok(mails)
}

/// The kinds of the mails that were asked for.
pub async fn mail_kinds(world: &World) -> anyhow::Result<Vec<TenancyMailKind>> {
    Ok(mails(world)
        .await?
        .into_iter()
        .map(|(kind, _)| kind)
        .collect())
}

/// Everything that is stored, as text.
pub async fn everything(world: &World) -> anyhow::Result<String> {
    let mut connection = world.database.superuser().await?;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT format('%I', tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    )
    .fetch_all(&mut connection)
    .await?;
    let mut all = String::new();
    for table in tables {
        let sql = format!("SELECT coalesce(string_agg(t::text, ' '), '') FROM {table} t");
        let text: String = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
            .fetch_one(&mut connection)
            .await?;
        all.push_str(&text);
    }
    Ok(all)
}
