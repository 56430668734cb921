//! The forms in which older clients read the rooms of a shared house.

use lintel_proto::portfolio::v1::Room;
use serde::Serializer;

use crate::{
    api::names::Occupancy,
    rest::{
        convert::{money, required},
        problem::Problem,
    },
};

/// Count, rents by number and occupancy in the order of numbers; nothing for a property without rooms.
#[derive(Debug, Default)]
pub(crate) struct RoomShapes {
    pub count: Option<usize>,
    pub rents: Option<Vec<(String, String)>>,
    pub occupancy: Option<Vec<Occupancy>>,
}

impl RoomShapes {
    /// The forms of `rooms`.
    ///
    /// # Errors
    /// A 500 [`Problem`] for a room without a rent.
    pub fn of(rooms: &[Room]) -> Result<Self, Problem> {
        if rooms.is_empty() {
            return Ok(Self::default());
        }
        let rents = rooms.iter().map(|room| {
            let rent = required(money(room.monthly_rent.clone())?, "monthly_rent")?;
            Ok((room.room_number.clone(), rent))
        });
        Ok(Self {
            count: Some(rooms.len()),
            rents: Some(rents.collect::<Result<_, Problem>>()?),
            occupancy: Some(rooms.iter().map(|room| room.occupied.into()).collect()),
        })
    }
}

/// A map keeps the order of the rooms ("2" before "10").
#[expect(clippy::ref_option, reason = "serde hands a reference to the field")]
pub(crate) fn in_order<S: Serializer>(
    rents: &Option<Vec<(String, String)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match rents {
        None => serializer.serialize_none(),
        Some(rents) => serializer.collect_map(rents.iter().map(|(number, rent)| (number, rent))),
    }
}
