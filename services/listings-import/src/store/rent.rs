//! Rents of lettings, and the medians that listings' yields use.

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::import_work::Taken;

/// A letting to compare with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rent {
    /// The source's name for it.
    pub key: String,
    /// The first half of its postcode.
    pub outcode: String,
    /// Its bedrooms.
    pub bedrooms: i32,
    /// Pence a month.
    pub pence: i64,
}

/// The number of new rents, and of changed ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RentCounts {
    /// New.
    pub added: i64,
    /// Others than before.
    pub changed: i64,
}

/// Keeps the rents of an import, each key once. Medians that this changes are stale from now on.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.rent.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    taken: &Taken,
    rents: &[Rent],
    now: DateTime<Utc>,
) -> Result<RentCounts, StoreError> {
    if rents.is_empty() {
        return Ok(RentCounts::default());
    }
    let keys: Vec<String> = rents.iter().map(|rent| rent.key.clone()).collect();
    let outcodes: Vec<String> = rents.iter().map(|rent| rent.outcode.clone()).collect();
    let bedrooms: Vec<i32> = rents.iter().map(|rent| rent.bedrooms).collect();
    let pence: Vec<i64> = rents.iter().map(|rent| rent.pence).collect();
    // What was there is read before it is written over: the two places that a moved letting concerns are both stale.
    let kept = sqlx::query!(
        r#"WITH given AS (
               SELECT * FROM unnest($3::text[], $4::text[], $5::integer[], $6::bigint[]) AS g (external_key, outcode, bedrooms, rent_pence)),
           before AS (
               SELECT c.* FROM rent_comparables c JOIN given USING (external_key)
               WHERE c.organisation_id = $1 AND c.source_key = $2),
           written AS (
               INSERT INTO rent_comparables (organisation_id, source_key, external_key, outcode, bedrooms, rent_pence, seen_at)
               SELECT $1, $2, external_key, outcode, bedrooms, rent_pence, $7 FROM given
               ON CONFLICT (organisation_id, source_key, external_key) DO UPDATE
                   SET outcode = excluded.outcode, bedrooms = excluded.bedrooms, rent_pence = excluded.rent_pence,
                       seen_at = excluded.seen_at),
           differing AS (
               SELECT g.outcode, g.bedrooms, b.outcode AS old_outcode, b.bedrooms AS old_bedrooms, b.external_key IS NULL AS is_new
               FROM given g LEFT JOIN before b USING (external_key)
               WHERE b.external_key IS NULL
                  OR (g.outcode, g.bedrooms, g.rent_pence) IS DISTINCT FROM (b.outcode COLLATE "default", b.bedrooms, b.rent_pence)),
           places AS (
               SELECT outcode, bedrooms FROM differing
               UNION SELECT old_outcode COLLATE "default", old_bedrooms FROM differing WHERE NOT is_new),
           stale AS (
               INSERT INTO rent_medians (organisation_id, outcode, bedrooms)
               SELECT $1, outcode, bedrooms FROM places
               ON CONFLICT (organisation_id, outcode, bedrooms) DO UPDATE SET stale = true)
           SELECT count(*) FILTER (WHERE is_new) AS "added!", count(*) FILTER (WHERE NOT is_new) AS "changed!" FROM differing"#,
        taken.organisation.get(),
        taken.source_key(),
        &keys,
        &outcodes,
        &bedrooms,
        &pence,
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(RentCounts {
        added: kept.added,
        changed: kept.changed,
    })
}

/// The result of renewing stale medians.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// One was worked out, with those that count the same lettings.
    One,
    /// There is none.
    None,
    /// Somebody else has those that are left: perhaps a process that has died, whose locks are still there for a moment.
    Held,
}

/// Works out a stale median anew, with those that count the same lettings, and gives the listings there the rents that follow.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.rent.settle", skip_all)]
pub async fn settle(tx: &mut PgConnection) -> Result<Settled, StoreError> {
    let place = sqlx::query!(
        "SELECT outcode, bedrooms FROM rent_medians WHERE stale
         ORDER BY outcode, bedrooms, organisation_id LIMIT 1 FOR UPDATE SKIP LOCKED",
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(place) = place else {
        let held = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM rent_medians WHERE stale) AS "held!""#
        );
        return Ok(match held.fetch_one(tx).await? {
            true => Settled::Held,
            false => Settled::None,
        });
    };
    // The middle one, or half of the two in the middle, halves of a penny up.
    sqlx::query!(
        "UPDATE rent_medians m SET stale = false, lettings = c.lettings,
             rent_pence = CASE WHEN c.lettings >= 3 THEN (c.low + c.high + 1) / 2 END
         FROM (SELECT r.organisation_id, count(c.rent_pence)::integer AS lettings,
                   percentile_disc(0.5) WITHIN GROUP (ORDER BY c.rent_pence) AS low,
                   percentile_disc(0.5) WITHIN GROUP (ORDER BY c.rent_pence DESC) AS high
               FROM rent_medians r LEFT JOIN rent_comparables c
                   ON c.outcode = r.outcode AND c.bedrooms = r.bedrooms AND c.organisation_id IN (0, r.organisation_id)
               WHERE r.outcode = $1 AND r.bedrooms = $2
               GROUP BY r.organisation_id) AS c
         WHERE m.outcode = $1 AND m.bedrooms = $2 AND m.organisation_id = c.organisation_id",
        place.outcode,
        place.bedrooms,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "UPDATE listings l SET rent_pence = f.rent_pence, rent_lettings = f.lettings
         FROM (SELECT n.listing_id, m.rent_pence, m.lettings
               FROM listings n LEFT JOIN LATERAL (SELECT rent_pence, lettings FROM rent_medians r
                   WHERE r.outcode = n.outcode AND r.bedrooms = n.bedrooms AND r.organisation_id IN (0, n.organisation_id)
                     AND r.rent_pence IS NOT NULL
                   ORDER BY r.organisation_id DESC LIMIT 1) AS m ON true
               WHERE n.outcode = $1 AND n.bedrooms = $2 AND n.withdrawn_at IS NULL AND n.source_rent_pence IS NULL
                 AND (n.rent_pence, n.rent_lettings) IS DISTINCT FROM (m.rent_pence, m.lettings)) AS f
         WHERE l.listing_id = f.listing_id",
        place.outcode,
        place.bedrooms,
    )
    .execute(tx)
    .await?;
    Ok(Settled::One)
}
