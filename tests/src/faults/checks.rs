//! Checks of what must hold after a fault, looked up in the databases themselves.

mod events;
mod mails;

use std::collections::BTreeMap;

use lintel_core::ServiceName;
use sqlx::{Connection as _, PgConnection};

use super::{Ledger, Report, ledger::Kind, load::number_of};
use crate::{System, Visitor, system::SERVICES};

pub use events::{
    all_unpublished, dead_letters, drained, events_have_rows, events_reached_everybody, missing,
    oldest_unpublished, still_missing, still_unpublished, unpublished,
};
pub use mails::{MailFigures, mails_went_out_once};

/// A superuser's connection to the database of `service`.
///
/// # Errors
/// When PostgreSQL is away.
pub async fn database(system: &System, service: &str) -> anyhow::Result<PgConnection> {
    let database = ServiceName::new(service).database();
    Ok(PgConnection::connect(&system.postgres.admin_url(&database)).await?)
}

/// All checks that hold after every experiment with a load.
///
/// # Errors
/// When something cannot be looked up; a broken promise is in the report.
pub async fn all(
    system: &System,
    landlord: &Visitor,
    ledger: &Ledger,
    report: &mut Report,
) -> anyhow::Result<()> {
    nothing_lost_nothing_twice(system, ledger, report).await?;
    the_register_never_went_back(system, landlord, ledger, report).await?;
    repeats_are_answered_alike(landlord, ledger, report).await?;
    events_have_rows(system, report).await?;
    events_reached_everybody(system, report).await?;
    mails_went_out_once(system, report).await?;
    let open = dead_letters(system).await?;
    report.promise(open == 0, || format!("{open} dead letters"));
    versions(system, report).await
}

/// Set-full: every acknowledged write is in its service's database, once.
///
/// # Errors
/// When the databases do not answer.
pub async fn nothing_lost_nothing_twice(
    system: &System,
    ledger: &Ledger,
    report: &mut Report,
) -> anyhow::Result<()> {
    for (kind, service, query) in [
        (
            Kind::Property,
            "portfolio",
            "SELECT name, count(*) FROM properties GROUP BY name",
        ),
        (
            Kind::SignUp,
            "identity",
            "SELECT email, count(*) FROM users GROUP BY email",
        ),
        (
            Kind::Application,
            "tenancy-applications",
            "SELECT name, count(*) FROM applications GROUP BY name",
        ),
        (
            Kind::Repair,
            "viewings-maintenance",
            "SELECT title, count(*) FROM maintenance_requests GROUP BY title",
        ),
    ] {
        let rows: Vec<(String, i64)> = sqlx::query_as(query)
            .fetch_all(&mut database(system, service).await?)
            .await?;
        let found: BTreeMap<String, i64> = rows.into_iter().collect();
        let names = ledger.names(kind);
        report.acked += names.len();
        for name in names {
            match found.get(&name) {
                None => report.lost += 1,
                Some(1) => {}
                Some(_) => report.dup += 1,
            }
        }
    }
    let (unknown, resolved) = ledger.unknown_and_resolved();
    report.unknown += unknown;
    report.resolved += resolved;
    let (lost, dup) = (report.lost, report.dup);
    report.promise(lost == 0 && dup == 0, || {
        format!("{lost} lost, {dup} twice")
    });
    report.promise(unknown == resolved, || {
        format!("{} outcomes are still unknown", unknown - resolved)
    });
    report.promise(report.acked > 0, || "nothing was acknowledged".to_owned());
    let refusals = ledger.refusals();
    report.promise(refusals.is_empty(), || {
        format!(
            "{} refused for good, the first {}",
            refusals.len(),
            refusals[0]
        )
    });
    Ok(())
}

/// Register: no read was behind what was acknowledged before it, and every gateway has the last number at the end.
///
/// # Errors
/// When nothing answers.
pub async fn the_register_never_went_back(
    system: &System,
    landlord: &Visitor,
    ledger: &Ledger,
    report: &mut Report,
) -> anyhow::Result<()> {
    let register = ledger.register();
    for base in &system.bases {
        let reply = landlord.at(base).get(&register.path).await?;
        let found = number_of(&reply.body);
        report.promise(found == Some(register.written), || {
            let written = register.written;
            format!("the register holds {found:?}, {written} was acknowledged")
        });
    }
    report.promise(register.written > 0, || {
        "the register was never written".to_owned()
    });
    report.promise(register.broken.is_empty(), || {
        format!(
            "the register broke {} times, first: {}",
            register.broken.len(),
            register.broken[0]
        )
    });
    report.figure(format!("register at {}", register.written));
    Ok(())
}

/// Sends a sample of the acknowledged writes once more: the same answer, and no second effect (the sets are looked at
/// after this in their database by the checks of events).
///
/// # Errors
/// When nothing answers.
pub async fn repeats_are_answered_alike(
    landlord: &Visitor,
    ledger: &Ledger,
    report: &mut Report,
) -> anyhow::Result<()> {
    let all = ledger.all();
    let step = (all.len() / 40).max(1);
    let mut different = 0;
    for write in all.iter().step_by(step) {
        let repeat = &write.operation;
        let reply = landlord
            .post_as(repeat.path, &repeat.body, &repeat.key)
            .await?;
        different += usize::from(reply.status != 201 || reply.body != write.answer);
    }
    report.promise(different == 0, || {
        format!("{different} repeats were answered differently")
    });
    Ok(())
}

/// Notes which PostgreSQL and NATS took part.
///
/// # Errors
/// When they do not answer.
pub async fn versions(system: &System, report: &mut Report) -> anyhow::Result<()> {
    let postgres: String =
        sqlx::query_scalar("SELECT split_part(current_setting('server_version'), ' ', 1)")
            .fetch_one(&mut database(system, SERVICES[0]).await?)
            .await?;
    let nats = async_nats::connect(system.nats.url())
        .await?
        .server_info()
        .version;
    report.versions = format!("PostgreSQL {postgres}, NATS {nats}");
    Ok(())
}
