//! Links that invite to apply.

use std::collections::HashMap;

use lintel_proto::{portfolio::v1 as portfolio, tenancy::v1 as tenancy};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::home_facts::HomeFacts,
    rest::{
        InviteFields, InviteOffer,
        convert::{money, required, some},
        problem::Problem,
    },
};

/// A link that was just made.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewInvite {
    /// The link's row.
    #[serde(flatten)]
    pub invite: InviteFields,
    /// The link to hand over; shown in this reply alone.
    #[schema(example = "https://lintel.example/tenant-signup?propertyId=42&invite=…")]
    pub url: String,
}

impl NewInvite {
    /// The answer of an installation at `public_url`.
    ///
    /// # Errors
    /// Fails like [`Invite::try_from`].
    pub fn new(invite: tenancy::Invite, token: &str, public_url: &str) -> Result<Self, Problem> {
        let room = invite.room_id;
        let room = room.map_or_else(String::new, |room| format!("&roomId={room}"));
        let property = invite.property_id;
        Ok(Self {
            invite: invite.try_into()?,
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
    /// True where the applicant was invited to this room.
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
    /// The landlord's name for it.
    #[schema(example = "Ashmead House")]
    pub name: String,
    /// Its address.
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
    /// True where the applicant was invited to it: by the link, or by the newest link that was mailed to the account's
    /// verified address, still works and has not been followed by an application.
    pub is_invited: bool,
    /// Further facts about it, by a link that offers it; null otherwise, and while portfolio does not answer.
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
/// A 500 [`Problem`] for a home or a room without its rent.
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

/// The homes that may be applied for by a link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenInvite {
    /// The name of the landlord's organisation.
    #[schema(example = "Ada Lovelace's portfolio")]
    pub organisation_name: String,
    /// The property that is preselected; null where it is not vacant any more.
    #[schema(required)]
    pub property_id: Option<i64>,
    /// The room that is preselected; null where there is none or it is not vacant any more.
    #[schema(required)]
    pub room_id: Option<i64>,
    /// The landlord's offer for the preselected home; null where nothing was said or it is not vacant any more.
    #[schema(required)]
    pub offer: Option<InviteOffer>,
    /// Every home of the organisation with a vacancy.
    pub properties: Vec<OpenHome>,
}

impl OpenInvite {
    /// Converts the offer of the link with `token`, with the facts of its homes that are known.
    ///
    /// # Errors
    /// A 500 [`Problem`] for a home or a room without its rent.
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
