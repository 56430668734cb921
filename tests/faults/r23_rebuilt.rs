//! R23: the copies that services keep of each other's rows are made anew from their owners while the system is loaded. Some were spoilt
//! before, some are of what nobody has; afterwards each copy is what its owner has, by hash.

use std::time::Duration;

use anyhow::ensure;
use lintel_system_tests::{
    System,
    faults::{Load, checks, checks::database, experiment},
    system::Replicas,
};

use crate::{
    WIDE,
    owners::{self, COPIES, KEEPERS, fill},
};

/// Promise P5, for a hundred thousand rows.
const LIMIT: Duration = Duration::from_secs(60);
const HUNDRED_THOUSAND: f64 = 100_000.0;
/// Writes before, between and after.
const BETWEEN: usize = 30;
/// An organisation of many homes, of which no event ever told.
const MANY: i64 = 900_001;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a hundred thousand homes, which only `make faults` tries"]
async fn copies_are_made_anew_from_their_owners_under_load() -> anyhow::Result<()> {
    experiment("R23", "copies made anew", async |settings, report| {
        let mut system = System::start_replicas(Replicas::TWO, &WIDE).await?;
        let load = Load::start(&system, settings, "R23", 4).await?;
        furnish(&system, settings.pick(2_000, 100_000)).await?;
        for keeper in KEEPERS {
            fill(&mut system, keeper).await?;
        }
        load.ledger.more(BETWEEN).await?;

        spoil(&system).await?;
        let spoilt = owners::different(&system).await?;
        report.promise(spoilt.len() >= KEEPERS.len(), || {
            format!("only {spoilt:?} were spoilt: the fault did not bite")
        });
        for keeper in KEEPERS {
            let filled = fill(&mut system, keeper).await?;
            let rate = f64::from(filled.rows) / filled.took.as_secs_f64();
            report.figure(format!(
                "{keeper} {} rows in {:.1} s, {rate:.0} rows/s, {} gone",
                filled.rows,
                filled.took.as_secs_f64(),
                filled.gone
            ));
            let whole = Duration::from_secs_f64(HUNDRED_THOUSAND / rate);
            report.promise(whole <= LIMIT, || {
                format!("{keeper} would take {} s for 100,000 rows", whole.as_secs())
            });
            report.promise(filled.gone > 0, || format!("{keeper} kept what nobody has"));
        }

        load.ledger.more(BETWEEN).await?;
        let (ledger, landlord) = load.stop().await?;
        owners::wait_until_same(&system).await?;
        report.figure(format!(
            "copies that are what their owner has {}",
            COPIES.len()
        ));
        checks::nothing_lost_nothing_twice(&system, &ledger, report).await?;
        checks::the_register_never_went_back(&system, &landlord, &ledger, report).await?;
        checks::events_reached_everybody(&system, report).await?;
        checks::mails_went_out_once(&system, report).await?;
        checks::versions(&system, report).await
    })
    .await
}

/// Homes that portfolio has and nobody was told of.
async fn furnish(system: &System, homes: i32) -> anyhow::Result<()> {
    sqlx::query(
        "INSERT INTO properties (organisation_id, name, address, postcode, property_type, bedrooms, bathrooms, monthly_rent, status,
             created_at, updated_at)
         SELECT $1, 'Home ' || number, number || ' Mill Road, Leeds', 'LS7 1AA', 'House', 3, 1, 900, 'Vacant', now(), now()
         FROM generate_series(1, $2) AS number",
    )
    .bind(MANY)
    .bind(homes)
    .execute(&mut database(system, "portfolio").await?)
    .await?;
    Ok(())
}

/// Spoils each keeper's copy of homes: some are called otherwise and newer than their owner says, some are missing,
/// some nobody has.
async fn spoil(system: &System) -> anyhow::Result<()> {
    for (keeper, table, others) in [
        (
            "tenancy-applications",
            "homes",
            "address, postcode, property_type, monthly_rent, is_occupied",
        ),
        (
            "viewings-maintenance",
            "vm_homes",
            "address, postcode, is_occupied",
        ),
        ("notifications", "nt_homes", ""),
    ] {
        let others = if others.is_empty() {
            String::new()
        } else {
            format!(", {others}")
        };
        let some = |which: i64| {
            format!(
                "WHERE organisation_id = {MANY} AND property_id % 100 = {which} AND property_id < 1000000000"
            )
        };
        let mut connection = database(system, keeper).await?;
        for sql in [
            format!("UPDATE {table} SET name = 'Spoilt', version = 1000 {}", some(1)),
            format!("DELETE FROM {table} {}", some(2)),
            format!(
                "INSERT INTO {table} (organisation_id, property_id, name, version{others})
                 SELECT organisation_id, property_id + 1000000000, name, version{others} FROM {table} {}",
                some(3)
            ),
        ] {
            let done = sqlx::query(sqlx::AssertSqlSafe(sql))
                .execute(&mut connection)
                .await?;
            ensure!(done.rows_affected() > 0, "nothing of {table} was spoilt");
        }
    }
    Ok(())
}
