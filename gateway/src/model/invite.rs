//! Links that invite to apply.

use chrono::{DateTime, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::{instant, money, required, some, text};
use crate::problem::Problem;

/// A live link. Its token is shown once, in the reply that made it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invite {
    /// The link's id.
    #[schema(example = 9)]
    pub id: i64,
    /// The property that is preselected.
    #[schema(example = 42)]
    pub property_id: i64,
    /// What the landlord calls it.
    #[schema(example = "Ashmead House")]
    pub property_name: String,
    /// Where it is.
    pub property_address: String,
    /// The room that is preselected; null for none.
    #[schema(required)]
    pub room_id: Option<i64>,
    /// Its number.
    #[schema(required, example = "2")]
    pub room_number: Option<String>,
    /// Whom it is for; null for anybody.
    #[schema(required, example = "Grace Hopper")]
    pub name: Option<String>,
    /// Where it was mailed; null for nowhere.
    #[schema(required, example = "grace@example.com")]
    pub email: Option<String>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it stops working.
    pub expires_at: DateTime<Utc>,
    /// When it was last opened; null for never.
    #[schema(required)]
    pub last_used_at: Option<DateTime<Utc>>,
    /// How many applications came by it.
    pub applications: i32,
}

impl TryFrom<tenancy::Invite> for Invite {
    type Error = Problem;

    fn try_from(invite: tenancy::Invite) -> Result<Self, Problem> {
        Ok(Self {
            id: invite.invite_id,
            property_id: invite.property_id,
            property_name: invite.property_display_name,
            property_address: invite.property_address,
            room_id: invite.room_id,
            room_number: invite.room_number,
            name: text(invite.recipient_name),
            email: text(invite.recipient_email),
            created_at: required(instant(invite.create_time)?, "create_time")?,
            expires_at: required(instant(invite.expire_time)?, "expire_time")?,
            last_used_at: instant(invite.last_use_time)?,
            applications: invite.applications,
        })
    }
}

/// A link that was just made.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewInvite {
    /// The link's row.
    #[serde(flatten)]
    pub invite: Invite,
    /// The link to hand over; shown in this reply alone.
    #[schema(example = "https://lintel.example/tenant-signup?propertyId=42&invite=…")]
    pub url: String,
}

impl NewInvite {
    /// The answer of an installation at `public_url`.
    ///
    /// # Errors
    /// As [`Invite::try_from`].
    pub fn new(invite: tenancy::Invite, token: &str, public_url: &str) -> Result<Self, Problem> {
        let invite = Invite::try_from(invite)?;
        let room = invite.room_id;
        let room = room.map_or_else(String::new, |room| format!("&roomId={room}"));
        let property = invite.property_id;
        Ok(Self {
            invite,
            url: format!("{public_url}/tenant-signup?propertyId={property}{room}&invite={token}"),
        })
    }
}

/// A vacant room of a shared house.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenRoom {
    /// The room's id.
    pub id: i64,
    /// Its number as written on the door.
    #[schema(example = "2")]
    pub room_number: String,
    /// Rent per month.
    #[schema(example = "480.00")]
    pub monthly_rent: String,
    /// Always false: only vacant rooms are listed.
    pub is_occupied: bool,
}

impl TryFrom<tenancy::OpenRoom> for OpenRoom {
    type Error = Problem;

    fn try_from(room: tenancy::OpenRoom) -> Result<Self, Problem> {
        Ok(Self {
            id: room.room_id,
            room_number: room.room_number,
            monthly_rent: required(money(room.monthly_rent)?, "monthly_rent")?,
            is_occupied: false,
        })
    }
}

/// A home with a vacancy.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenHome {
    /// The property's id.
    pub id: i64,
    /// What the landlord calls it.
    #[schema(example = "Ashmead House")]
    pub name: String,
    /// Where it is.
    pub address: String,
    /// Its postcode.
    pub postcode: String,
    /// The kind, as portfolio spells it.
    #[schema(example = "HMO")]
    pub property_type: String,
    /// Rent per month of the whole.
    #[schema(example = "1250.00")]
    pub monthly_rent: String,
    /// The vacant rooms of a shared house; none for other kinds.
    pub rooms: Vec<OpenRoom>,
}

impl TryFrom<tenancy::OpenHome> for OpenHome {
    type Error = Problem;

    fn try_from(home: tenancy::OpenHome) -> Result<Self, Problem> {
        let rooms = home.rooms.into_iter().map(OpenRoom::try_from);
        Ok(Self {
            id: home.property_id,
            name: home.display_name,
            address: home.address,
            postcode: home.postcode,
            property_type: home.property_type,
            monthly_rent: required(money(home.monthly_rent)?, "monthly_rent")?,
            rooms: rooms.collect::<Result<_, _>>()?,
        })
    }
}

/// What may be applied for by a link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenInvite {
    /// Who lets.
    #[schema(example = "Ada Lovelace's portfolio")]
    pub organisation_name: String,
    /// The property that is preselected; null where it is not vacant any more.
    #[schema(required)]
    pub property_id: Option<i64>,
    /// The room that is preselected; null where there is none or it is not vacant any more.
    #[schema(required)]
    pub room_id: Option<i64>,
    /// Every home of the organisation with a vacancy.
    pub properties: Vec<OpenHome>,
}

impl TryFrom<tenancy::OpenInviteResponse> for OpenInvite {
    type Error = Problem;

    fn try_from(open: tenancy::OpenInviteResponse) -> Result<Self, Problem> {
        let homes = open.homes.into_iter().map(OpenHome::try_from);
        Ok(Self {
            organisation_name: open.organisation_name,
            property_id: some(open.property_id),
            room_id: open.room_id,
            properties: homes.collect::<Result<_, _>>()?,
        })
    }
}
