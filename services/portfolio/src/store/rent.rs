//! The rents of properties and rooms while they are let.

use lintel_core::{OrganisationId, PropertyId};
use lintel_db::StoreError;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::decimal;
use crate::domain::LetRents;

/// Keeps the rents of a property that its tenancies pay, in the transaction that changed it.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.rent.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    rents: &LetRents,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE properties SET let_rent = $3
         WHERE organisation_id = $1 AND property_id = $2 AND let_rent IS DISTINCT FROM $3",
        organisation.get(),
        property.get(),
        decimal(rents.property),
    )
    .execute(&mut *tx)
    .await?;
    if rents.rooms.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = rents.rooms.iter().map(|(id, _)| id.get()).collect();
    let amounts: Vec<Option<Decimal>> =
        rents.rooms.iter().map(|(_, rent)| decimal(*rent)).collect();
    sqlx::query!(
        "UPDATE rooms SET let_rent = given.let_rent
         FROM unnest($2::bigint[], $3::numeric[]) AS given (room_id, let_rent)
         WHERE rooms.organisation_id = $1 AND rooms.room_id = given.room_id
             AND rooms.let_rent IS DISTINCT FROM given.let_rent",
        organisation.get(),
        &ids,
        &amounts as &[Option<Decimal>],
    )
    .execute(tx)
    .await?;
    Ok(())
}
