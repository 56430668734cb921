//! Sales of the Land Registry, as imports write them.

use lintel_db::StoreError;
use serde::Serialize;
use sqlx::PgConnection;

use super::import_work::Taken;
use crate::domain::{PricePaid, SaleChange, cut};

/// A sale as it is stored. Its fields are the columns.
#[derive(Debug, Serialize)]
struct SaleRow {
    transaction_id: String,
    price_pence: i64,
    sale_date: chrono::NaiveDate,
    postcode: String,
    address: String,
    property_type: &'static str,
    tenure: String,
    new_build: bool,
}

impl From<&PricePaid> for SaleRow {
    fn from(sale: &PricePaid) -> Self {
        let house = sale.primary_name.as_str();
        // `14 Harbour Row`, `Maxwell Court, Harbour Row`.
        let numbered = house.ends_with(|c: char| c.is_ascii_alphanumeric())
            && house.starts_with(|c: char| c.is_ascii_digit())
            && !sale.street.is_empty();
        let house = if numbered {
            format!("{house} {}", sale.street)
        } else {
            join([house, &sale.street])
        };
        Self {
            transaction_id: cut(&sale.transaction_id, 64),
            price_pence: sale.price.minor(),
            sale_date: sale.date,
            postcode: sale.postcode.clone(),
            address: cut(
                &join([
                    sale.secondary_name.as_str(),
                    &house,
                    &sale.locality,
                    &sale.town,
                ]),
                500,
            ),
            property_type: sale.kind.as_str(),
            tenure: cut(&sale.tenure, 50),
            new_build: sale.new_build,
        }
    }
}

fn join<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

/// Keeps or deletes sales, each id once. Returns how many were new and how many were others than before or went.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.sale.apply", skip_all)]
pub async fn apply(
    tx: &mut PgConnection,
    taken: &Taken,
    sales: &[PricePaid],
) -> Result<(i64, i64), StoreError> {
    let (gone, kept): (Vec<_>, Vec<_>) = sales
        .iter()
        .partition(|sale| sale.change == SaleChange::Delete);
    let gone: Vec<String> = gone
        .into_iter()
        .map(|sale| cut(&sale.transaction_id, 64))
        .collect();
    let deleted = sqlx::query!(
        "DELETE FROM sales WHERE organisation_id = $1 AND transaction_id = ANY ($2)",
        taken.organisation.get(),
        &gone,
    )
    .execute(&mut *tx)
    .await?;
    let rows: Vec<SaleRow> = kept.into_iter().map(SaleRow::from).collect();
    let written = sqlx::query!(
        r#"WITH given AS (
               SELECT * FROM jsonb_to_recordset($2) AS g (transaction_id text, price_pence bigint, sale_date date, postcode text,
                   address text, property_type text, tenure text, new_build boolean)),
           before AS (
               SELECT s.transaction_id FROM sales s JOIN given USING (transaction_id) WHERE s.organisation_id = $1),
           written AS (
               INSERT INTO sales (organisation_id, transaction_id, price_pence, sale_date, postcode, address, property_type, tenure,
                   new_build)
               SELECT $1, transaction_id, price_pence, sale_date, postcode, address, property_type, tenure, new_build FROM given
               ON CONFLICT (organisation_id, transaction_id) DO UPDATE
                   SET price_pence = excluded.price_pence, sale_date = excluded.sale_date, postcode = excluded.postcode,
                       address = excluded.address, property_type = excluded.property_type, tenure = excluded.tenure,
                       new_build = excluded.new_build
                   WHERE (sales.price_pence, sales.sale_date, sales.postcode, sales.address, sales.property_type, sales.tenure,
                       sales.new_build) IS DISTINCT FROM (excluded.price_pence, excluded.sale_date, excluded.postcode,
                       excluded.address, excluded.property_type, excluded.tenure, excluded.new_build)
               RETURNING transaction_id)
           SELECT count(*) FILTER (WHERE b.transaction_id IS NULL) AS "added!",
               count(*) FILTER (WHERE b.transaction_id IS NOT NULL) AS "changed!"
           FROM written LEFT JOIN before b USING (transaction_id)"#,
        taken.organisation.get(),
        serde_json::json!(rows),
    )
    .fetch_one(tx)
    .await?;
    let deleted = i64::try_from(deleted.rows_affected()).unwrap_or(i64::MAX);
    Ok((written.added, written.changed + deleted))
}
