//! Taking back an import of properties: what it added and nobody has changed since goes, the rest stays and says why.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, Principal, PropertyId, PropertyImportId, london_date};
use lintel_db::{Tx, outbox};

use super::phrases::homes;
use crate::{
    domain::{
        Departure, Findings, Followed,
        FollowedMark::{Back, Stays},
        Obstacle, Outlook, TakeBackRow,
    },
    error::{import_not_found, nothing_to_take_back},
    events,
    store::{self, import::Added},
};

/// An import with something to take back.
#[derive(Debug)]
pub(super) struct Imported {
    unchanged: Vec<(PropertyId, i64)>,
}

pub(super) async fn preview(
    tx: &mut Tx,
    organisation: OrganisationId,
    import: PropertyImportId,
) -> Result<(Outlook, Imported), Error> {
    let found = store::import::find(tx, organisation, import).await?;
    let found = found.ok_or_else(import_not_found)?;
    let there = store::import::lock_added(tx, organisation, import).await?;
    if there.is_empty() {
        return Err(nothing_to_take_back());
    }
    let rows: Vec<_> = there.iter().map(row).collect();
    let unchanged = there.iter().zip(&rows).filter(|(_, row)| row.why.is_none());
    let unchanged: Vec<_> = unchanged.map(|(one, _)| (one.id, one.version)).collect();
    let (go, stay) = (unchanged.len(), rows.len() - unchanged.len());
    let mut followed = Vec::new();
    if go > 0 {
        let are = if go == 1 { "is" } else { "are" };
        let added = format!("{} of the file {are} as added", homes(go));
        followed.push(Followed::new(Back, added, "They leave the portfolio"));
    }
    if stay > 0 {
        let have = if stay == 1 { "has" } else { "have" };
        let changed = format!("{} {have} been used since", homes(stay));
        followed.push(Followed::new(Stays, changed, "What was used stays"));
    }
    let outlook = Outlook {
        what: format!("The homes of {}", found.file_name),
        since: Some(london_date(found.created_at)),
        followed,
        obstacle: (go == 0).then(|| Obstacle {
            text: "Every home that this file added was used since, so nothing is left to take back"
                .to_owned(),
            property: None,
        }),
        rows,
        property: None,
        report: Findings::default(),
    };
    Ok((outlook, Imported { unchanged }))
}

fn row(one: &Added) -> TakeBackRow {
    let why = if one.is_let {
        Some("It was let")
    } else if one.has_certificates {
        Some("Certificates were added")
    } else if one.has_inspections {
        Some("An inspection was planned or changed")
    } else if one.version > 1 {
        Some("It was changed since")
    } else {
        None
    };
    TakeBackRow {
        what: format!("{}, {}", one.name, one.postcode),
        why: why.map(str::to_owned),
    }
}

pub(super) async fn take_back(
    tx: &mut Tx,
    caller: &Principal,
    imported: &Imported,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let organisation = caller.organisation()?;
    let left = Departure::Deleted;
    for (property, version) in &imported.unchanged {
        store::property::delete(tx, organisation, *property).await?;
        store::history::close(tx, organisation, *property, left, now, caller.user).await?;
        store::history::forget_changes(tx, organisation, *property).await?;
        let gone = events::property_deleted(organisation, *property, version + 1);
        outbox::append(tx, &gone).await?;
    }
    Ok(())
}
