//! Which properties match, in which order: their ids. What they say is read by [`super::property::of_ids`].

use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::{Filter, PageStart, PropertyType, Sort, SortKey, SortValue, Status};

/// The filter's part of a query, whose parameters are the organisation, kind, status and words. The words' signs that LIKE
/// knows are taken as they are.
macro_rules! matching {
    ($query:ident, $head:literal, $tail:literal, $organisation:expr, $filter:expr $(, $argument:expr)* $(,)?) => {
        sqlx::$query!(
            $head
                + " FROM properties
             WHERE organisation_id = $1
               AND ($2::text IS NULL OR property_type = $2)
               AND ($3::text IS NULL OR derived_status(organisation_id, property_id, property_type, status) = $3)
               AND search_text LIKE ALL (ARRAY(
                   SELECT '%' || regexp_replace(lower(word), '([\\\\%_])', '\\\\\\1', 'g') || '%' FROM unnest($4::text[]) word))"
                + $tail,
            $organisation.get(),
            $filter.property_type.map(PropertyType::as_str),
            $filter.status.map(Status::as_str),
            &$filter.words as &[String],
            $($argument),*
        )
    };
}

/// One order: the key that rows are sorted by, the same of the place where the page begins, how both compare, and the
/// direction.
macro_rules! page {
    ($tail:literal, $organisation:expr, $filter:expr, $value:expr, $id:expr, $limit:expr) => {
        matching!(
            query_scalar,
            "SELECT property_id",
            $tail,
            $organisation,
            $filter,
            $value,
            $id,
            $limit
        )
    };
}

/// At most `limit` ids of matching properties behind `place`, in the order of `sort`.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.property.ids", skip_all)]
pub async fn ids(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    filter: &Filter,
    sort: Sort,
    place: Option<&PageStart>,
    limit: i64,
) -> Result<Vec<i64>, StoreError> {
    let id = place.map_or(0, |place| place.id);
    let moment = place.and_then(|place| match place.value {
        SortValue::Moment(moment) => Some(moment),
        _ => None,
    });
    let text = place.and_then(|place| match &place.value {
        SortValue::Text(text) => Some(text.as_str()),
        _ => None,
    });
    let amount = place.and_then(|place| match place.value {
        SortValue::Amount(amount) => Some(amount),
        _ => None,
    });
    let ids = match (sort.key, sort.descending) {
        (SortKey::CreatedAt, true) => {
            page!(
                " AND ($5::timestamptz IS NULL OR (created_at, property_id) < ($5, $6))
             ORDER BY created_at DESC, property_id DESC LIMIT $7",
                organisation,
                filter,
                moment,
                id,
                limit
            )
            .fetch_all(tx)
            .await
        }
        (SortKey::CreatedAt, false) => {
            page!(
                " AND ($5::timestamptz IS NULL OR (created_at, property_id) > ($5, $6))
             ORDER BY created_at, property_id LIMIT $7",
                organisation,
                filter,
                moment,
                id,
                limit
            )
            .fetch_all(tx)
            .await
        }
        (SortKey::Name, true) => {
            page!(
                " AND ($5::text IS NULL OR (lower(name), property_id) < (lower($5), $6))
             ORDER BY lower(name) DESC, property_id DESC LIMIT $7",
                organisation,
                filter,
                text,
                id,
                limit
            )
            .fetch_all(tx)
            .await
        }
        (SortKey::Name, false) => {
            page!(
                " AND ($5::text IS NULL OR (lower(name), property_id) > (lower($5), $6))
             ORDER BY lower(name), property_id LIMIT $7",
                organisation,
                filter,
                text,
                id,
                limit
            )
            .fetch_all(tx)
            .await
        }
        (SortKey::MonthlyRent, true) => {
            page!(
                " AND ($5::numeric IS NULL OR (coalesce(let_rent, monthly_rent), property_id) < ($5, $6))
             ORDER BY coalesce(let_rent, monthly_rent) DESC, property_id DESC LIMIT $7",
                organisation,
                filter,
                amount,
                id,
                limit
            )
            .fetch_all(tx)
            .await
        }
        (SortKey::MonthlyRent, false) => {
            page!(
                " AND ($5::numeric IS NULL OR (coalesce(let_rent, monthly_rent), property_id) > ($5, $6))
             ORDER BY coalesce(let_rent, monthly_rent), property_id LIMIT $7",
                organisation,
                filter,
                amount,
                id,
                limit
            )
            .fetch_all(tx)
            .await
        }
        (SortKey::CurrentValue, true) => {
            page!(
            " AND ($5::numeric IS NULL OR (coalesce(current_value, -1), property_id) < ($5, $6))
             ORDER BY coalesce(current_value, -1) DESC, property_id DESC LIMIT $7",
            organisation, filter, amount, id, limit
        )
            .fetch_all(tx)
            .await
        }
        (SortKey::CurrentValue, false) => {
            page!(
            " AND ($5::numeric IS NULL OR (coalesce(current_value, -1), property_id) > ($5, $6))
             ORDER BY coalesce(current_value, -1), property_id LIMIT $7",
            organisation, filter, amount, id, limit
        )
            .fetch_all(tx)
            .await
        }
    };
    Ok(ids?)
}

/// Counts the properties that match.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.property.count", skip_all)]
pub async fn count(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    filter: &Filter,
) -> Result<i64, StoreError> {
    let count = matching!(
        query_scalar,
        r#"SELECT count(*) AS "count!""#,
        "",
        organisation,
        filter
    );
    Ok(count.fetch_one(tx).await?)
}
