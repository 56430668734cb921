//! The home that somebody chooses: whether it is there, and whether it is to let.

use lintel_core::{Error, OrganisationId, PropertyId, RoomId};
use sqlx::PgConnection;

use super::vacancy;
use crate::{
    domain::{
        applying::AppliedHome,
        keeping::{Home, HomeRoom},
    },
    error::{home_already_let, home_not_found, room_not_found},
    store,
};

/// The text where a shared house has no room to let (docs/reference/screens/application-wizard.md S2 8).
pub const NO_VACANT_ROOMS: &str =
    "No vacant rooms available. All rooms in this HMO property are currently occupied.";
/// What people read where the room of a shared house is missing.
pub const CHOOSE_A_ROOM: &str = "Please select a room";
/// What people read where there is no such property.
const CHOOSE_A_PROPERTY: &str = "Please select a property";

/// How a room is named.
#[derive(Debug, Clone, Copy)]
pub enum NamedRoom<'a> {
    /// Not at all.
    None,
    /// By its id.
    Id(RoomId),
    /// By its number, without case.
    Number(&'a str),
}

/// What a choice comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HomeChoice {
    /// It is to let.
    Vacant(AppliedHome),
    /// There is no such property.
    NoHome,
    /// There is no such room.
    NoRoom,
    /// A shared house, and no room was named.
    RoomMissing,
    /// A shared house without a vacant room.
    NoVacantRoom,
    /// It is let.
    Let,
}

impl HomeChoice {
    /// What is wrong with a form's choice: the field, the text. `room` is the name of the room's field.
    #[must_use]
    pub const fn field<'a>(&self, room: &'a str) -> Option<(&'a str, &'static str)> {
        match self {
            Self::NoHome => Some(("property_id", CHOOSE_A_PROPERTY)),
            Self::NoRoom | Self::RoomMissing => Some((room, CHOOSE_A_ROOM)),
            Self::NoVacantRoom => Some((room, NO_VACANT_ROOMS)),
            Self::Vacant(_) | Self::Let => None,
        }
    }

    /// The home, where it is to let.
    ///
    /// # Errors
    /// `HOME_ALREADY_LET`; `HOME_NOT_FOUND` or `ROOM_NOT_FOUND` for what a form would have named.
    pub fn vacant(self) -> Result<AppliedHome, Error> {
        match self {
            Self::Vacant(home) => Ok(home),
            Self::NoHome => Err(home_not_found()),
            Self::NoRoom => Err(room_not_found()),
            Self::RoomMissing | Self::NoVacantRoom | Self::Let => Err(home_already_let()),
        }
    }
}

/// Judges the choice of a home of the organisation.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn choose(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    named: NamedRoom<'_>,
) -> Result<HomeChoice, Error> {
    let Some(home) = store::keeping::home::find(tx, organisation, property).await? else {
        return Ok(HomeChoice::NoHome);
    };
    if !home.is_hmo() {
        let none = match named {
            NamedRoom::None => true,
            NamedRoom::Id(_) => false,
            NamedRoom::Number(number) => number.trim().is_empty(),
        };
        if !none {
            return Ok(HomeChoice::NoRoom);
        }
        return Ok(
            if vacancy::is_vacant(tx, organisation, property, None).await? {
                HomeChoice::Vacant(applied(&home, None))
            } else {
                HomeChoice::Let
            },
        );
    }
    let mut vacant = Vec::new();
    for room in &home.rooms {
        if vacancy::is_vacant(tx, organisation, property, Some(&room.number)).await? {
            vacant.push(room.id);
        }
    }
    if vacant.is_empty() {
        return Ok(HomeChoice::NoVacantRoom);
    }
    let room = match named {
        NamedRoom::None => return Ok(HomeChoice::RoomMissing),
        NamedRoom::Number(number) if number.trim().is_empty() => {
            return Ok(HomeChoice::RoomMissing);
        }
        NamedRoom::Id(id) => home.rooms.iter().find(|room| room.id == id),
        NamedRoom::Number(number) => home
            .rooms
            .iter()
            .find(|room| room.number.to_lowercase() == number.trim().to_lowercase()),
    };
    Ok(match room {
        None => HomeChoice::NoRoom,
        Some(room) if vacant.contains(&room.id) => HomeChoice::Vacant(applied(&home, Some(room))),
        Some(_) => HomeChoice::Let,
    })
}

fn applied(home: &Home, room: Option<&HomeRoom>) -> AppliedHome {
    AppliedHome {
        property: home.property,
        name: home.name.clone(),
        address: format!("{}, {}", home.address, home.postcode),
        room: room.map(|room| (room.id, room.number.clone())),
        rent: room.map_or(home.monthly_rent, |room| room.monthly_rent),
    }
}
