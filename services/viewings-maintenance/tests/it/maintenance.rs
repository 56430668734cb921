//! Maintenance: who reports, who works, and what each side sees of it.

mod attachments;
mod auto_assign;
mod comments;
mod contractors;
mod costs;
mod former;
mod jobs;
mod lists;
mod overdue;
mod privacy;
mod reach;
mod reporting;
mod retention;
mod urgency;
mod visits;
mod working;

use lintel_core::Role;
use lintel_proto::{
    PublicEvent as _,
    common::v1::{Date, Money, TimeOfDay},
    maintenance::v1::{
        AddAttachmentRequest, AddCommentRequest, AddCostRequest, Attachment, AttachmentKind,
        BookVisitRequest, CancelVisitRequest, Comment, ConfirmRepairRequest, Contractor, Cost,
        CreateContractorRequest, CreateMaintenanceRequestRequest, GetMaintenanceRequestRequest,
        GetMaintenanceRequestResponse, ListCommentsRequest, ListMaintenanceRequestsRequest,
        ListMaintenanceRequestsResponse, MaintenanceCategory, MaintenanceMail, MaintenanceMailKind,
        MaintenanceMailRequested, MaintenanceRequest, MaintenanceStatus, Trade,
        UpdateMaintenanceRequestRequest, Visit, contractor_service_client::ContractorServiceClient,
        maintenance_service_client::MaintenanceServiceClient,
    },
};
use lintel_testkit::tokens::{landlord, outsider};
use prost::Message as _;
use tonic::Status;

use crate::harness::{Connection, FLAT, HOUSE, World};

/// The account of the flat's tenant.
pub const ANN: i64 = 50;
/// The account of the tenant of the house's room 1.
pub const BOB: i64 = 51;
/// The account of the tenant of the house's room 2b.
pub const CLEO: i64 = 52;

/// A world in which people live.
pub async fn world() -> anyhow::Result<World> {
    let world = World::start().await?;
    world.tenant(1, FLAT, None, "Ann", ANN).await?;
    world.tenant(2, HOUSE, Some("1"), "Bob", BOB).await?;
    world.tenant(3, HOUSE, Some("2b"), "Cleo", CLEO).await?;
    Ok(world)
}

/// Somebody who calls about maintenance.
#[derive(Clone)]
pub struct Hand {
    pub requests: MaintenanceServiceClient<Connection>,
    pub contractors: ContractorServiceClient<Connection>,
}

/// The owner of an organisation.
pub fn owner(world: &World, organisation: i64) -> anyhow::Result<Hand> {
    hand(world, &landlord(organisation * 11, organisation))
}

/// The account of a tenant.
pub fn tenant(world: &World, account: i64) -> anyhow::Result<Hand> {
    hand(world, &outsider(account, Role::Tenant))
}

/// Whoever `principal` says.
pub fn hand(world: &World, principal: &lintel_core::Principal) -> anyhow::Result<Hand> {
    let connection = world.bearer(Some(&world.mint.token(principal)?))?;
    Ok(Hand {
        requests: MaintenanceServiceClient::new(connection.clone())
            .max_decoding_message_size(11 * 1024 * 1024),
        contractors: ContractorServiceClient::new(connection),
    })
}

/// Something for the flat.
pub fn problem(title: &str) -> MaintenanceRequest {
    MaintenanceRequest {
        property_id: FLAT,
        title: title.to_owned(),
        category: MaintenanceCategory::Plumbing.into(),
        ..MaintenanceRequest::default()
    }
}

/// Something that a tenant reports of where they live.
pub fn report(title: &str) -> MaintenanceRequest {
    MaintenanceRequest {
        property_id: 0,
        ..problem(title)
    }
}

pub const fn day(year: i32, month: i32, day: i32) -> Option<Date> {
    Some(Date { year, month, day })
}

pub const fn time(hour: i32, minute: i32) -> Option<TimeOfDay> {
    Some(TimeOfDay { hour, minute })
}

pub fn pounds(pence: i64) -> Option<Money> {
    Some(Money {
        currency_code: "GBP".to_owned(),
        minor_units: pence,
    })
}

impl Hand {
    pub async fn add(&self, request: MaintenanceRequest) -> Result<MaintenanceRequest, Status> {
        self.add_once(request, "").await
    }

    pub async fn add_once(
        &self,
        request: MaintenanceRequest,
        request_id: &str,
    ) -> Result<MaintenanceRequest, Status> {
        let request = CreateMaintenanceRequestRequest {
            maintenance_request: Some(request),
            request_id: request_id.to_owned(),
        };
        let mut requests = self.requests.clone();
        let reply = requests.create_maintenance_request(request).await?;
        Ok(reply.into_inner().maintenance_request.unwrap_or_default())
    }

    pub async fn details(&self, id: i64) -> Result<GetMaintenanceRequestResponse, Status> {
        let request = GetMaintenanceRequestRequest {
            maintenance_request_id: id,
        };
        let reply = self.requests.clone().get_maintenance_request(request).await;
        Ok(reply?.into_inner())
    }

    pub async fn get(&self, id: i64) -> Result<MaintenanceRequest, Status> {
        let details = self.details(id).await?;
        Ok(details.maintenance_request.unwrap_or_default())
    }

    pub async fn list(
        &self,
        request: ListMaintenanceRequestsRequest,
    ) -> Result<ListMaintenanceRequestsResponse, Status> {
        let mut requests = self.requests.clone();
        let reply = requests.list_maintenance_requests(request).await?;
        Ok(reply.into_inner())
    }

    pub async fn titles(
        &self,
        request: ListMaintenanceRequestsRequest,
    ) -> Result<Vec<String>, Status> {
        let listed = self.list(request).await?.maintenance_requests;
        Ok(listed.into_iter().map(|one| one.title).collect())
    }

    pub async fn change(
        &self,
        request: MaintenanceRequest,
        paths: &[&str],
        etag: &str,
    ) -> Result<MaintenanceRequest, Status> {
        let request = UpdateMaintenanceRequestRequest {
            maintenance_request: Some(request),
            update_mask: Some(prost_types::FieldMask {
                paths: paths.iter().map(|path| (*path).to_owned()).collect(),
            }),
            etag: etag.to_owned(),
            ..UpdateMaintenanceRequestRequest::default()
        };
        self.send_change(request).await
    }

    async fn send_change(
        &self,
        request: UpdateMaintenanceRequestRequest,
    ) -> Result<MaintenanceRequest, Status> {
        let mut requests = self.requests.clone();
        let reply = requests.update_maintenance_request(request).await?;
        Ok(reply.into_inner().maintenance_request.unwrap_or_default())
    }

    /// Moves a request to another status, and says whether the tenants are mailed.
    pub async fn move_to_telling(
        &self,
        id: i64,
        status: MaintenanceStatus,
        email_tenants: bool,
    ) -> Result<MaintenanceRequest, Status> {
        let request = UpdateMaintenanceRequestRequest {
            maintenance_request: Some(MaintenanceRequest {
                maintenance_request_id: id,
                status: status.into(),
                ..MaintenanceRequest::default()
            }),
            update_mask: Some(prost_types::FieldMask {
                paths: vec!["status".to_owned()],
            }),
            email_tenants: Some(email_tenants),
            ..UpdateMaintenanceRequestRequest::default()
        };
        self.send_change(request).await
    }

    /// Moves a request to another status.
    pub async fn move_to(
        &self,
        id: i64,
        status: MaintenanceStatus,
    ) -> Result<MaintenanceRequest, Status> {
        let request = MaintenanceRequest {
            maintenance_request_id: id,
            status: status.into(),
            ..MaintenanceRequest::default()
        };
        self.change(request, &["status"], "").await
    }

    /// Works a request through to its end.
    pub async fn complete(&self, id: i64) -> Result<MaintenanceRequest, Status> {
        self.move_to(id, MaintenanceStatus::InProgress).await?;
        self.move_to(id, MaintenanceStatus::Completed).await
    }

    pub async fn confirm(&self, id: i64) -> Result<MaintenanceRequest, Status> {
        let request = ConfirmRepairRequest {
            maintenance_request_id: id,
            request_id: String::new(),
        };
        let reply = self.requests.clone().confirm_repair(request).await?;
        Ok(reply.into_inner().maintenance_request.unwrap_or_default())
    }

    pub async fn book(&self, id: i64, visit: Visit) -> Result<MaintenanceRequest, Status> {
        let request = BookVisitRequest {
            maintenance_request_id: id,
            visit: Some(visit),
            ..BookVisitRequest::default()
        };
        let reply = self.requests.clone().book_visit(request).await?;
        Ok(reply.into_inner().maintenance_request.unwrap_or_default())
    }

    pub async fn call_off(&self, id: i64) -> Result<MaintenanceRequest, Status> {
        let request = CancelVisitRequest {
            maintenance_request_id: id,
            ..CancelVisitRequest::default()
        };
        let reply = self.requests.clone().cancel_visit(request).await?;
        Ok(reply.into_inner().maintenance_request.unwrap_or_default())
    }

    pub async fn pay(
        &self,
        id: i64,
        cost: Cost,
        request_id: &str,
    ) -> Result<(Cost, MaintenanceRequest), Status> {
        let request = AddCostRequest {
            maintenance_request_id: id,
            cost: Some(cost),
            request_id: request_id.to_owned(),
        };
        let reply = self.requests.clone().add_cost(request).await?.into_inner();
        Ok((
            reply.cost.unwrap_or_default(),
            reply.maintenance_request.unwrap_or_default(),
        ))
    }

    pub async fn say(&self, id: i64, text: &str, photos: &[i64]) -> Result<Comment, Status> {
        let request = AddCommentRequest {
            maintenance_request_id: id,
            text: text.to_owned(),
            attachment_ids: photos.to_vec(),
            ..Default::default()
        };
        let reply = self.requests.clone().add_comment(request).await?;
        Ok(reply.into_inner().comment.unwrap_or_default())
    }

    pub async fn comments(&self, id: i64) -> Result<Vec<Comment>, Status> {
        let request = ListCommentsRequest {
            maintenance_request_id: id,
            ..ListCommentsRequest::default()
        };
        let reply = self.requests.clone().list_comments(request).await?;
        Ok(reply.into_inner().comments)
    }

    pub async fn attach(
        &self,
        id: i64,
        kind: AttachmentKind,
        content: Vec<u8>,
    ) -> Result<Attachment, Status> {
        let request = AddAttachmentRequest {
            maintenance_request_id: id,
            kind: kind.into(),
            file_name: String::new(),
            content,
            request_id: String::new(),
        };
        let reply = self.requests.clone().add_attachment(request).await?;
        Ok(reply.into_inner().attachment.unwrap_or_default())
    }

    pub async fn employ(&self, contractor: Contractor) -> Result<Contractor, Status> {
        let request = CreateContractorRequest {
            contractor: Some(contractor),
            request_id: String::new(),
        };
        let reply = self.contractors.clone().create_contractor(request).await?;
        Ok(reply.into_inner().contractor.unwrap_or_default())
    }
}

/// A plumber.
pub fn plumber(name: &str) -> Contractor {
    Contractor {
        display_name: name.to_owned(),
        trade: Trade::Plumber.into(),
        phone: "0113 496 0101".to_owned(),
        ..Contractor::default()
    }
}

/// A mail about maintenance.
#[derive(Debug, Clone)]
pub struct Letter {
    pub kind: MaintenanceMailKind,
    pub to_members: bool,
    pub member: i64,
    pub mail: MaintenanceMail,
}

/// The mails about maintenance that were asked for since this was called last, in their order.
pub async fn letters(world: &World) -> anyhow::Result<Vec<Letter>> {
    let mut connection = world.database.superuser().await?;
    let mut payloads: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("DELETE FROM outbox WHERE event_type = $1 RETURNING seq, payload")
            .bind(MaintenanceMailRequested::TYPE)
            .fetch_all(&mut connection)
            .await?;
    payloads.sort_unstable();
    let letters = payloads.into_iter().map(|(_, payload)| {
        let request = MaintenanceMailRequested::decode(payload.as_slice())?;
        Ok(Letter {
            kind: request.kind(),
            to_members: request.to_members,
            member: request.member_user_id,
            mail: world.mail_opener.open(&request.mail.unwrap_or_default())?,
        })
    });
    letters.collect()
}

/// Returns the kind and the reader of each mail: an address, a member's number, or `members`.
pub async fn told(world: &World) -> anyhow::Result<Vec<(MaintenanceMailKind, String)>> {
    let letters = letters(world).await?;
    let told = letters.into_iter().map(|letter| {
        let whom = match (letter.to_members, letter.member) {
            (true, _) => "members".to_owned(),
            (false, 0) => letter.mail.recipient_email,
            (false, member) => member.to_string(),
        };
        (letter.kind, whom)
    });
    Ok(told.collect())
}
