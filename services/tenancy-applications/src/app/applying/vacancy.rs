//! What is to let: neither let or reserved by a tenancy of this service nor occupied as portfolio says.

use lintel_core::{Error, OrganisationId, PropertyId};
use sqlx::PgConnection;

use crate::{
    domain::keeping::{Home, HomeRoom, same_room},
    store,
};

/// A home with something to let.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenHome {
    /// The home.
    pub home: Home,
    /// Its vacant rooms; none for anything but a shared house.
    pub rooms: Vec<HomeRoom>,
}

/// The homes of the organisation in which something is to let.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn open_homes(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<OpenHome>, Error> {
    let homes = store::keeping::home::open(tx, organisation).await?;
    let lets = store::letting::tenancy::unended(tx, organisation, None).await?;
    let open = homes.into_iter().filter_map(|home| {
        let lets = lets
            .iter()
            .filter(|(property, _)| *property == home.property);
        let lets: Vec<_> = lets.map(|(_, room)| room.as_deref()).collect();
        if !home.is_hmo() {
            let rooms = Vec::new();
            return is_to_let(&home, None, &lets).then_some(OpenHome { home, rooms });
        }
        let rooms = home.rooms.iter();
        let rooms: Vec<_> = rooms
            .filter(|room| is_to_let(&home, Some(room), &lets))
            .cloned()
            .collect();
        (!rooms.is_empty()).then_some(OpenHome { home, rooms })
    });
    Ok(open.collect())
}

/// Whether a property, or the room of a shared house by its number, is to let.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn is_vacant(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    room: Option<&str>,
) -> Result<bool, Error> {
    let Some(home) = store::keeping::home::find(tx, organisation, property).await? else {
        return Ok(false);
    };
    let lets = store::letting::tenancy::unended(tx, organisation, Some(property)).await?;
    let lets: Vec<_> = lets.iter().map(|(_, room)| room.as_deref()).collect();
    let room = match (home.is_hmo(), room) {
        (true, Some(number)) => match home.room(number) {
            Some(room) => Some(room),
            None => return Ok(false),
        },
        (false, None) => None,
        _ => return Ok(false),
    };
    Ok(is_to_let(&home, room, &lets))
}

fn is_to_let(home: &Home, room: Option<&HomeRoom>, lets: &[Option<&str>]) -> bool {
    let occupied = room.map_or(home.occupied, |room| room.occupied);
    !occupied && !is_taken(room.map(|room| room.number.as_str()), lets)
}

/// Whether what is let stands against letting `room`, or the whole property: a property and its rooms exclude each other.
pub(in crate::app) fn is_taken(room: Option<&str>, lets: &[Option<&str>]) -> bool {
    lets.iter().any(|let_room| match (room, let_room) {
        (Some(room), Some(let_room)) => same_room(room, let_room),
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_and_its_rooms_exclude_each_other_and_rooms_do_not() {
        for (room, lets, taken) in [
            (None, &[][..], false),
            (None, &[None][..], true),
            (None, &[Some("1")][..], true),
            (Some("1"), &[None][..], true),
            (Some("1a"), &[Some("2"), Some("1A")][..], true),
            (Some("1"), &[Some("2")][..], false),
        ] {
            assert_eq!(is_taken(room, lets), taken, "{room:?} {lets:?}");
        }
    }
}
