//! Taking back an import of tenants: what it added and nobody has changed since goes, the rest stays and says why.

use lintel_core::{Error, OrganisationId, TenancyId, TenantImportId, london_date};
use lintel_db::outbox;
use sqlx::PgConnection;

use super::wrong_tenant::gone;
use crate::{
    domain::{
        letting::{
            Followed,
            FollowedMark::{Back, Stays},
            Obstacle, Outlook, TakeBackRow,
        },
        rent::spelt_out,
    },
    error::{import_not_found, nothing_to_take_back},
    store::{self, letting::tenancy},
};

/// An import with something to take back.
#[derive(Debug)]
pub(super) struct Imported {
    unchanged: Vec<TenancyId>,
}

pub(super) async fn look(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: TenantImportId,
) -> Result<(Outlook, Imported), Error> {
    let found = store::letting::tenant_import::find(tx, organisation, import).await?;
    let found = found.ok_or_else(import_not_found)?;
    let there = tenancy::lock_imported(tx, organisation, import).await?;
    if there.is_empty() {
        return Err(nothing_to_take_back());
    }
    let rows: Vec<_> = there.iter().map(row).collect();
    let unchanged = there.iter().zip(&rows);
    let unchanged = unchanged.filter(|(_, row)| row.why.is_none());
    let unchanged: Vec<_> = unchanged.map(|(one, _)| one.id).collect();
    let (go, stay) = (unchanged.len(), rows.len() - unchanged.len());
    let mut followed = Vec::new();
    if go > 0 {
        let added = format!("{} of the file {} as added", tenancies(go), are(go));
        followed.push(Followed::new(Back, added, "With their tenants they go"));
    }
    if stay > 0 {
        let changed = format!("{} {} been changed since", tenancies(stay), have(stay));
        followed.push(Followed::new(Stays, changed, "What was changed stays"));
    }
    let all = "Everything that this file added was changed since, so nothing is left to take back";
    let outlook = Outlook {
        what: format!("The tenants of {}", found.file_name),
        since: Some(london_date(found.created_at)),
        followed,
        obstacle: (go == 0).then(|| Obstacle::new(all)),
        rows,
    };
    Ok((outlook, Imported { unchanged }))
}

fn row(one: &tenancy::Imported) -> TakeBackRow {
    let room = one.room.as_ref();
    let room = room.map_or_else(String::new, |room| format!(", room {room}"));
    let why = if one.has_money {
        Some("Money was received")
    } else if one.has_agreement {
        Some("An agreement was issued")
    } else if one.has_documents {
        Some("Documents were added")
    } else if one.is_changed {
        Some("It was changed since")
    } else {
        None
    };
    TakeBackRow {
        what: format!("{}{room}, from {}", one.home, spelt_out(one.start)),
        why: why.map(str::to_owned),
    }
}

fn tenancies(count: usize) -> String {
    if count == 1 {
        "1 tenancy".to_owned()
    } else {
        format!("{count} tenancies")
    }
}

const fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

const fn have(count: usize) -> &'static str {
    if count == 1 { "has" } else { "have" }
}

pub(super) async fn take_back(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    imported: &Imported,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<(), Error> {
    for id in &imported.unchanged {
        let Some(before) = tenancy::lock(tx, organisation, *id).await? else {
            continue;
        };
        tenancy::remove(tx, organisation, *id).await?;
        outbox::append_all(tx, &gone(organisation, before, now)).await?;
    }
    Ok(())
}
