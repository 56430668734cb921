//! Which applications match, in which order, and how many have which status.

use lintel_core::{OrganisationId, PropertyId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::application::{ApplicationRow, select_applications};
use crate::domain::applying::{
    Application, ApplicationFilter, ApplicationPlace, ApplicationSort, ApplicationStatus,
};

/// One order of the list, behind what the filter says. The filter's parameters are the organisation, the property, the statuses and the
/// search.
macro_rules! page {
    ($tail:literal, $organisation:expr, $filter:expr, $statuses:expr, $($argument:expr),+ $(,)?) => {
        select_applications!(
            "WHERE a.organisation_id = $1
                 AND ($2::bigint IS NULL OR a.property_id = $2)
                 AND (cardinality($3::text[]) = 0 OR a.status = ANY ($3))
                 AND (NOT EXISTS (SELECT FROM unnest($4::text[]) word WHERE strpos(lower(concat_ws(' ',
                          a.name, a.email, coalesce(h.name, a.property_name), a.property_address)), word) = 0)
                      OR ($5 <> '' AND strpos(regexp_replace(a.phone, '[^0-9]', '', 'g'), $5) > 0))" $tail,
            $organisation.get(),
            $filter.property.map(PropertyId::get),
            $statuses,
            &$filter.search.words,
            $filter.search.phone,
            $($argument),+
        )
    };
}

/// At most `limit` matching applications behind `place`.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.application.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    filter: &ApplicationFilter,
    sort: ApplicationSort,
    place: Option<&ApplicationPlace>,
    limit: i64,
) -> Result<Vec<Application>, StoreError> {
    let statuses: Vec<_> = filter
        .statuses
        .iter()
        .map(|one| one.as_str().to_owned())
        .collect();
    let statuses = statuses.as_slice();
    let id = place.map(|place| place.application.get());
    let rows = match sort {
        ApplicationSort::Newest => {
            page!(
                " AND ($6::bigint IS NULL OR a.application_id < $6) ORDER BY a.application_id DESC LIMIT $7",
                organisation, filter, statuses, id, limit,
            )
            .fetch_all(tx)
            .await?
        }
        ApplicationSort::Oldest => {
            page!(
                " AND ($6::bigint IS NULL OR a.application_id > $6) ORDER BY a.application_id LIMIT $7",
                organisation, filter, statuses, id, limit,
            )
            .fetch_all(tx)
            .await?
        }
        ApplicationSort::Home => {
            page!(
                " AND ($6::bigint IS NULL OR (a.property_id, coalesce(a.room_number, ''), a.application_id) > ($8, $9, $6))
                 ORDER BY a.property_id, coalesce(a.room_number, ''), a.application_id LIMIT $7",
                organisation, filter, statuses, id, limit,
                place.map(|place| place.property), place.map(|place| place.room.as_str()),
            )
            .fetch_all(tx)
            .await?
        }
        ApplicationSort::Name => {
            page!(
                " AND ($6::bigint IS NULL OR (lower(a.name), a.application_id) > (lower($8), $6))
                 ORDER BY lower(a.name), a.application_id LIMIT $7",
                organisation, filter, statuses, id, limit, place.map(|place| place.name.as_str()),
            )
            .fetch_all(tx)
            .await?
        }
        ApplicationSort::Income => {
            page!(
                " AND ($6::bigint IS NULL OR (-a.monthly_income, a.application_id) > (-$8::numeric, $6))
                 ORDER BY -a.monthly_income, a.application_id LIMIT $7",
                organisation, filter, statuses, id, limit, place.map(|place| place.income.to_decimal()),
            )
            .fetch_all(tx)
            .await?
        }
    };
    rows.into_iter().map(TryInto::try_into).collect()
}

/// How many applications there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// All of them.
    pub total: i64,
    /// Withdrawn ones.
    pub withdrawn: i64,
    /// Those of each status that were not withdrawn; a status without any may be missing.
    pub statuses: Vec<(ApplicationStatus, i64)>,
}

/// Counts the organisation's applications.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.application.counts", skip_all)]
pub async fn counts(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Counts, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT status, count(*) AS "total!", count(*) FILTER (WHERE withdrawn_at IS NOT NULL) AS "withdrawn!"
         FROM applications WHERE organisation_id = $1 GROUP BY status"#,
        organisation.get(),
    )
    .fetch_all(tx)
    .await?;
    let mut counts = Counts::default();
    for row in rows {
        let status = ApplicationStatus::parse(&row.status);
        let status = status
            .ok_or_else(|| StoreError::inconsistent("applications", "status", &row.status))?;
        counts.total += row.total;
        counts.withdrawn += row.withdrawn;
        counts.statuses.push((status, row.total - row.withdrawn));
    }
    Ok(counts)
}
