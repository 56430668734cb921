//! Rooms of a shared house.

use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::{money, required};
use crate::problem::Problem;

/// A lettable room of a shared house.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Room {
    /// The room's id.
    pub id: i64,
    /// Its number as written on the door.
    #[schema(example = "1")]
    pub room_number: String,
    /// Its name.
    #[schema(example = "Room 1")]
    pub name: String,
    /// Rent per month.
    #[schema(example = "480.00")]
    pub monthly_rent: String,
    /// Whether somebody lives in it.
    pub is_occupied: bool,
    /// The rent per month that it is offered for; monthlyRent is its tenancy's while it is let.
    #[schema(example = "480.00")]
    pub asking_rent: String,
}

impl TryFrom<portfolio::Room> for Room {
    type Error = Problem;

    fn try_from(room: portfolio::Room) -> Result<Self, Problem> {
        Ok(Self {
            id: room.room_id,
            room_number: room.room_number,
            name: room.display_name,
            // A service of before tells the rent alone, which was what it is offered for.
            asking_rent: required(
                money(room.asking_rent.or_else(|| room.monthly_rent.clone()))?,
                "asking_rent",
            )?,
            monthly_rent: required(money(room.monthly_rent)?, "monthly_rent")?,
            is_occupied: room.occupied,
        })
    }
}
