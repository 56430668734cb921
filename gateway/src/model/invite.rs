//! Links that invite to apply.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::{portfolio::v1 as portfolio, tenancy::v1 as tenancy};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, money, required, some, text},
    home_facts::HomeFacts,
};
use crate::problem::Problem;

/// What the landlord offers a home for, beside its rent. The agreement decides.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InviteOffer {
    /// The deposit; null where it is not said.
    #[schema(required, example = "1107.69")]
    pub deposit: Option<String>,
    /// From which day the home is free; null where it is not said, and to applicants where it is free now.
    #[schema(required)]
    pub free_from_date: Option<NaiveDate>,
    /// Which bills are in the rent; null where it is not said.
    #[schema(required, example = "Water and broadband")]
    pub bills: Option<String>,
    /// The energy rating of the home's certificate, A to G; null where it is not said.
    #[schema(required, example = "C")]
    pub energy_rating: Option<String>,
}

impl TryFrom<tenancy::InviteOffer> for InviteOffer {
    type Error = Problem;

    fn try_from(offer: tenancy::InviteOffer) -> Result<Self, Problem> {
        Ok(Self {
            deposit: money(offer.deposit)?,
            free_from_date: date(offer.free_from_date)?,
            bills: text(offer.bills),
            energy_rating: text(offer.energy_rating),
        })
    }
}

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
    /// What the landlord offers the home for; null where nothing was said.
    #[schema(required)]
    pub offer: Option<InviteOffer>,
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
            offer: invite.offer.map(TryInto::try_into).transpose()?,
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
    /// Whether the applicant was invited to this room.
    pub is_invited: bool,
}

impl TryFrom<tenancy::OpenRoom> for OpenRoom {
    type Error = Problem;

    fn try_from(room: tenancy::OpenRoom) -> Result<Self, Problem> {
        Ok(Self {
            id: room.room_id,
            room_number: room.room_number,
            monthly_rent: required(money(room.monthly_rent)?, "monthly_rent")?,
            is_occupied: false,
            is_invited: false,
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
    /// Whether the applicant was invited to it: by the link, or by the newest one that was mailed to the account's verified address,
    /// still works and has not been followed by an application.
    pub is_invited: bool,
    /// What else is known of it, by a link that offers it; null otherwise, and while portfolio does not answer.
    #[schema(required)]
    pub facts: Option<HomeFacts>,
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
            is_invited: false,
            facts: None,
        })
    }
}

/// The homes that an applicant may apply for, with the one, and its room, that the applicant was invited to.
///
/// # Errors
/// As [`OpenHome::try_from`].
pub fn open_homes(
    homes: Vec<tenancy::OpenHome>,
    (property, room): (i64, Option<i64>),
) -> Result<Vec<OpenHome>, Problem> {
    let homes = homes.into_iter().map(|home| {
        let mut home = OpenHome::try_from(home)?;
        home.is_invited = home.id == property;
        for one in &mut home.rooms {
            one.is_invited = home.is_invited && Some(one.id) == room;
        }
        Ok(home)
    });
    homes.collect()
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
    /// What the landlord offers the preselected home for; null where nothing was said or it is not vacant any more.
    #[schema(required)]
    pub offer: Option<InviteOffer>,
    /// Every home of the organisation with a vacancy.
    pub properties: Vec<OpenHome>,
}

impl OpenInvite {
    /// What the link with `token` offers, with the facts of its homes that are known.
    ///
    /// # Errors
    /// As [`OpenHome::try_from`].
    pub fn try_new(
        open: tenancy::OpenInviteResponse,
        facts: Vec<portfolio::HomeFacts>,
        token: &str,
    ) -> Result<Self, Problem> {
        let mut facts: HashMap<_, _> = facts
            .into_iter()
            .map(|home| (home.property_id, HomeFacts::of_link(home, token)))
            .collect();
        let mut properties = open_homes(open.homes, (open.property_id, open.room_id))?;
        for home in &mut properties {
            home.facts = facts.remove(&home.id);
        }
        Ok(Self {
            organisation_name: open.organisation_name,
            property_id: some(open.property_id),
            room_id: open.room_id,
            offer: open.offer.map(TryInto::try_into).transpose()?,
            properties,
        })
    }
}
