//! By how much the portfolio changed, month by month.

use chrono::{DateTime, Utc};
use lintel_core::OrganisationId;
use lintel_db::StoreError;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{Change, Status, Sums};

struct ChangeRow {
    place: i32,
    income: Decimal,
    costs: Decimal,
    value: Decimal,
    properties: i64,
    occupied: i64,
}

impl TryFrom<ChangeRow> for Change {
    type Error = StoreError;

    fn try_from(row: ChangeRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "property_history",
            id: row.place.into(),
        };
        Ok(Self {
            place: name.known("valid_from", usize::try_from(row.place).ok())?,
            by: Sums {
                income: name.money("monthly_rent", row.income)?,
                costs: name.money("monthly_costs", row.costs)?,
                value: name.money("current_value", row.value)?,
                properties: row.properties,
                occupied: row.occupied,
            },
        })
    }
}

/// The sum of all changes since each of `starts` (in their order) and before the next, and of those before the first; only where
/// there were any. One pass over the history for any number of months: an entry adds its amounts where it begins and takes them
/// away where the property's next one does, and entries of the same two places are added up before that.
///
/// # Errors
/// [`StoreError`] when the database fails or a sum is not valid.
#[tracing::instrument(name = "db.property_history.changes", skip_all)]
pub async fn changes(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    starts: &[DateTime<Utc>],
) -> Result<Vec<Change>, StoreError> {
    let occupied: Vec<String> = Status::ALL
        .iter()
        .filter(|status| status.counts_as_occupied())
        .map(|status| status.as_str().to_owned())
        .collect();
    let rows = sqlx::query_as!(
        ChangeRow,
        r#"WITH standing AS (
               SELECT width_bucket(valid_from, $2::timestamptz[]) AS began,
                   width_bucket(lead(valid_from) OVER later, $2::timestamptz[]) AS ended,
                   monthly_rent, monthly_costs, current_value, status = ANY ($3::text[]) AS occupied, departure
               FROM property_history
               WHERE organisation_id = $1 AND settings_version IS NULL
               WINDOW later AS (PARTITION BY property_id ORDER BY version)
           ), stretch AS (
               SELECT began, ended, sum(monthly_rent) AS income, sum(monthly_costs) AS costs,
                   coalesce(sum(current_value), 0) AS value, count(*) AS properties,
                   count(*) FILTER (WHERE occupied) AS occupied
               FROM standing
               WHERE departure IS NULL
               GROUP BY began, ended
           )
           SELECT place AS "place!", sum(income) AS "income!", sum(costs) AS "costs!", sum(value) AS "value!",
               sum(properties)::bigint AS "properties!", sum(occupied)::bigint AS "occupied!"
           FROM (
               SELECT began AS place, income, costs, value, properties, occupied FROM stretch
               UNION ALL
               SELECT ended, -income, -costs, -value, -properties, -occupied FROM stretch WHERE ended IS NOT NULL
           ) step
           GROUP BY place
           ORDER BY place"#,
        organisation.get(),
        starts,
        &occupied,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}
