//! Changing a property.

use chrono::{DateTime, Utc};
use lintel_core::{Error, Expected, Principal, PropertyId, london_date};
use lintel_db::{Asked, Reply, ResultExt as _, Scope, Tx, once, outbox};

use super::{Properties, files};
use crate::{
    domain::{
        ChangedProperty, InForce, LetAndKept, Property, PropertyDraft, RentOfTenancy, RentRule,
        Standing, UpdateMask, photos::FIELD,
    },
    error::{property_not_found, room_number_taken, tenancy_active},
    events, store,
};

/// The fields that tenancies in force stand against.
const LET: [&str; 4] = ["status", "rooms", "monthly_rent", "rooms.monthly_rent"];

/// The changes that a caller asks for.
#[derive(Debug)]
pub struct PropertyChange {
    /// The fields to replace, as paths of the contract.
    pub mask: Vec<String>,
    /// The new values.
    pub given: PropertyDraft,
    /// Where the rent of a shared house comes from.
    pub rent: RentRule,
}

impl Properties {
    /// Changes a property with its rooms, its history entry and its event, all in one transaction; a request that changes nothing
    /// writes none of them. A repeat under the same request id gets the first answer.
    ///
    /// # Errors
    /// `UPDATE_MASK_INVALID`; `PROPERTY_NOT_FOUND`; `STALE_ETAG` when it is not at the `expected` version;
    /// `PROPERTY_INVALID` with every offending field; `TENANCY_ACTIVE` where somebody lives; `RENT_OF_TENANCY` for another rent of what is let; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.update_property", skip_all, fields(property.id = %property))]
    pub async fn update_property<R: Reply>(
        &self,
        caller: &Principal,
        property: PropertyId,
        mut change: PropertyChange,
        expected: &Expected,
        request: Asked<Property, R>,
    ) -> Result<R, Error> {
        let mask = UpdateMask::parse(change.mask.iter().map(String::as_str))?;
        if change.mask.iter().any(|path| path == FIELD) {
            let given = &mut change.given;
            let organisation = caller.organisation()?;
            files::check_photos(
                &self.files,
                organisation,
                &given.photos,
                &mut given.unreadable,
            )
            .await?;
        }
        // What is let is neither called vacant nor taken away.
        if change.mask.iter().any(|path| LET.contains(&path.as_str())) {
            let home = (caller.organisation()?, property);
            self.asking.is_there(home).await;
        }
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let now = self.clock.now();
        let property = once(&mut tx, request, async |tx| {
            change_in(tx, caller, property, &mask, change, expected, now).await
        })
        .await?;
        tx.commit().await?;
        Ok(property)
    }
}

/// Changes a property with its rooms, its history entry and its event in the caller's transaction.
pub(super) async fn change_in(
    tx: &mut Tx,
    caller: &Principal,
    property: PropertyId,
    mask: &UpdateMask,
    change: PropertyChange,
    expected: &Expected,
    now: DateTime<Utc>,
) -> Result<Property, Error> {
    let organisation = caller.organisation()?;
    let before = store::property::lock_whole(tx, organisation, property)
        .await?
        .ok_or_else(property_not_found)?;
    // docs/reference/http.md: an invalid request is refused as such before a conflict with another change is reported.
    let today = london_date(now);
    let changed = ChangedProperty::try_new(&before, mask, change.given, change.rent, today)?;
    expected.check(before.version)?;
    let lettings = store::tenancy::in_force(tx, organisation, property).await?;
    before
        .check_lettings(&changed, &lettings)
        .map_err(kept_by_tenancy)?;
    if let Some(rent) = &changed.rent_of_tenancy {
        return Err(rent_of_tenancy(rent, &lettings));
    }
    if changed.is_nothing_new(&before) {
        return Ok(before);
    }
    let updated = store::property_update::update(tx, organisation, &before, &changed, now)
        .await
        .on_constraint(store::room::NUMBER_UQ, room_number_taken)?;
    let rents = updated.let_rents(&lettings);
    store::rent::keep(tx, organisation, property, &rents).await?;
    let property = updated.with_rents(&rents);
    let standing = Standing::of(&property, Some(caller.user)).map_err(Error::internal)?;
    let changes = before.changes_to(&property);
    store::history::append(tx, organisation, property.id, &standing, &changes).await?;
    outbox::append(tx, &events::property_changed(organisation, &property)).await?;
    Ok(property)
}

/// The refusal of a rent that a tenancy has, naming it and what changes it.
fn rent_of_tenancy(rent: &RentOfTenancy, lettings: &[InForce]) -> Error {
    let covers = |one: &&InForce| match rent {
        RentOfTenancy::Property => true,
        RentOfTenancy::Room(number) => one.letting.covers(number),
    };
    let tenancies: Vec<_> = lettings
        .iter()
        .filter(covers)
        .map(|one| one.tenancy.to_string())
        .collect();
    let what = match rent {
        RentOfTenancy::Property => "This home".to_owned(),
        RentOfTenancy::Room(number) => format!("Room {number}"),
    };
    let named = match tenancies.as_slice() {
        [one] => format!("tenancy {one}"),
        many => format!("one of the tenancies {}", many.join(", ")),
    };
    Error::Conflict {
        reason: "RENT_OF_TENANCY",
        message: format!(
            "{what} is let, so its rent is its tenancy's. Record a dated rent change of {named}; what it is offered for is its asking rent."
        ),
    }
}

const fn kept_by_tenancy(kept: LetAndKept) -> Error {
    tenancy_active(match kept {
        LetAndKept::Property => {
            "A tenancy is in force here, so the property stays Occupied. End the tenancy first."
        }
        LetAndKept::Room => {
            "A tenancy is in force in a room, so the room stays occupied. End the tenancy first."
        }
        LetAndKept::RoomRemoved => {
            "A tenancy is in force in a room, so the room cannot be removed. End the tenancy first."
        }
    })
}
