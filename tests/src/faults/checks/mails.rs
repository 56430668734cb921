//! Mails: every one that was asked for went out, as one mail.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use anyhow::ensure;
use lintel_testkit::{smtp::Mail, wait_for};

use super::database;
use crate::{System, client::code, faults::Report};

/// The outcomes of the mails that were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MailFigures {
    /// Mails that were asked for.
    pub intents: usize,
    /// Different `Message-ID`s that arrived.
    pub arrived: usize,
    /// Mails asked for that never arrived.
    pub missing: usize,
    /// Recipients who got several mails that say the same and are not one.
    pub several: usize,
    /// Copies on the wire beyond the first of each mail.
    pub wire_duplicates: usize,
}

/// Deliveries against what arrived, by `Message-ID`: none is missing, none is two. Waits until all that are due have gone.
///
/// # Errors
/// When some have not in two minutes.
pub async fn mails_went_out_once(
    system: &System,
    report: &mut Report,
) -> anyhow::Result<MailFigures> {
    wait_for("every mail is sent", Duration::from_secs(120), async || {
        let waiting: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM deliveries WHERE state IN ('queued', 'sending')",
        )
        .fetch_one(&mut database(system, "notifications").await?)
        .await?;
        ensure!(waiting == 0, "{waiting} mails wait");
        Ok(Some(()))
    })
    .await?;
    let figures = count(system).await?;
    report.promise(figures.missing == 0, || {
        format!("{} mails never arrived", figures.missing)
    });
    report.promise(figures.several == 0, || {
        format!("{} mails arrived as several", figures.several)
    });
    Ok(figures)
}

/// Returns the text of a mail without its link and its code, which differ between two mails about one thing.
fn says(mail: &Mail) -> String {
    let text = mail.text();
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.starts_with("http") && code(line).is_none());
    lines.collect::<Vec<_>>().join("\n")
}

async fn count(system: &System) -> anyhow::Result<MailFigures> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT btrim(message_id, '<>'), state FROM deliveries WHERE state IN ('queued', 'sending', 'sent')",
    )
    .fetch_all(&mut database(system, "notifications").await?)
    .await?;
    let intents: BTreeSet<String> = rows.into_iter().map(|(id, _)| id).collect();
    let mails = system.mails.mails();
    let mut recipients: BTreeMap<(String, String), BTreeSet<&str>> = BTreeMap::new();
    for mail in &mails {
        let ids = recipients
            .entry((mail.to.join(","), says(mail)))
            .or_default();
        ids.insert(&mail.message_id);
    }
    let arrived: BTreeSet<&str> = mails.iter().map(|mail| mail.message_id.as_str()).collect();
    Ok(MailFigures {
        intents: intents.len(),
        arrived: arrived.len(),
        missing: intents
            .iter()
            .filter(|id| !arrived.contains(id.as_str()))
            .count(),
        several: recipients.values().filter(|ids| ids.len() > 1).count(),
        wire_duplicates: mails.len() - arrived.len(),
    })
}
