//! Files that no row has named for a day are deleted, by any number of replicas; a file that a row names stays, whenever it was
//! named.

use futures::future::try_join_all;
use lintel_core::{Clock as _, SystemClock};
use lintel_db::Db;
use lintel_files::{FileId, Owner};
use lintel_portfolio::{
    app::{KEPT_UNUSED, UnusedUploads},
    store,
};
use lintel_proto::portfolio::v1::Property;
use sqlx::AssertSqlSafe;
use tonic::Code;

use crate::{
    harness::{World, fields, reason, refusal},
    property::house,
    sale::sale,
};

impl World {
    /// So many replicas of the job, each with connections of its own.
    fn cleaners(&self, count: usize) -> anyhow::Result<Vec<UnusedUploads>> {
        (0..count)
            .map(|_| {
                let db = Db::connect(&self.database.config)?;
                Ok(UnusedUploads::new(
                    db,
                    self.clock.clone(),
                    self.files.clone(),
                ))
            })
            .collect()
    }

    /// Removes what is unused, once.
    async fn clean(&self) -> anyhow::Result<usize> {
        let cleaner = self.cleaners(1)?.remove(0);
        Ok(cleaner.remove().await?)
    }

    /// Lets so much time pass since now, the real one: it is what files are dated by.
    fn pass(&self, step: chrono::Duration) {
        let now = SystemClock.now();
        self.clock.advance(now - self.clock.now() + step);
    }

    async fn has(&self, organisation: i64, address: &str) -> anyhow::Result<bool> {
        let id = FileId::of_address(address).unwrap_or_else(FileId::generate);
        let owner = Owner::Organisation(organisation.into());
        Ok(self.files.kind(owner, id).await?.is_some())
    }

    /// A statement of the superuser's about `address`.
    async fn execute_with(&self, sql: &str, address: &str) -> anyhow::Result<()> {
        let mut connection = self.database.superuser().await?;
        let sql = AssertSqlSafe(sql.replace("{address}", address));
        sqlx::raw_sql(sql).execute(&mut connection).await?;
        Ok(())
    }
}

fn day() -> chrono::Duration {
    KEPT_UNUSED + chrono::Duration::minutes(1)
}

fn with_photos(name: &str, photos: &[&String]) -> Property {
    Property {
        photo_urls: photos.iter().map(|photo| (*photo).clone()).collect(),
        ..house(name)
    }
}

#[tokio::test]
async fn what_a_row_names_stays_and_what_none_has_named_for_a_day_goes() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let (kept, detached, unused) = (
        world.photo(1).await?,
        world.photo(1).await?,
        world.photo(1).await?,
    );
    let (sold, waiting) = (world.photo(1).await?, world.photo(1).await?);
    let (certificate, picture, orphan) = (
        world.document(1).await?,
        world.photo(1).await?,
        world.document(1).await?,
    );
    let (mine, theirs) = (world.photo(1).await?, world.photo(2).await?);
    let stored = landlord
        .create(with_photos("House", &[&kept, &detached]))
        .await?;
    let changed = Property {
        property_id: stored.property_id,
        ..with_photos("", &[&kept])
    };
    landlord.change(changed, &["photo_urls"]).await?;
    let gone = landlord.create(with_photos("Sold", &[&sold])).await?;
    landlord.sell(gone.property_id, sale()).await?;
    let deleted = landlord.create(with_photos("Deleted", &[&mine])).await?;
    landlord.delete(deleted.property_id).await?;
    world
        .execute_with(
            "INSERT INTO property_certificates (organisation_id, property_id, certificate_type, expiry_date, certificate_url,
                 created_at, updated_at)
             SELECT 1, property_id, 'EPC', '2036-01-31', '{address}', now(), now() FROM properties",
            &certificate,
        )
        .await?;
    world
        .execute_with(
            "INSERT INTO property_inspections (organisation_id, property_id, inspection_date, inspection_time, status, completed_at,
                 media_urls, automatic, created_at, updated_at)
             SELECT 1, property_id, '2026-11-20', '10:00', 'Completed', now(), ARRAY['{address}'], false, now(), now() FROM properties",
            &picture,
        )
        .await?;
    let file = format!(
        "Name,Address,Postcode,Property type,Monthly rent,Photos\nA,1 Mill Lane,LS1 4AP,House,950,{waiting}\n"
    );
    let import = landlord.check_import("a.csv", file.as_bytes(), "").await?;
    assert_eq!(import.problem_count, 0, "{import:?}");

    world.pass(KEPT_UNUSED - chrono::Duration::minutes(1));
    assert_eq!(world.clean().await?, 0);
    // A day old, it is found to be unnamed; it goes when that is a day ago.
    world.pass(day());
    assert_eq!(world.clean().await?, 0);
    assert!(world.has(1, &unused).await?);
    world.pass(day() * 2);
    // Detached, unused, of the deleted property, the orphan, and the other organisation's.
    assert_eq!(world.clean().await?, 5);
    for stays in [&kept, &sold, &certificate, &picture, &waiting] {
        assert!(world.has(1, stays).await?, "{stays}");
    }
    for (organisation, goes) in [
        (1, &detached),
        (1, &unused),
        (1, &mine),
        (1, &orphan),
        (2, &theirs),
    ] {
        assert!(!world.has(organisation, goes).await?, "{goes}");
    }
    assert_eq!(world.clean().await?, 0);

    // Its file forgotten, an import names nothing any more.
    world.execute("DELETE FROM property_imports").await?;
    assert_eq!(world.clean().await?, 0);
    world.pass(day() * 3);
    assert_eq!(world.clean().await?, 1);
    assert!(!world.has(1, &waiting).await?);
    Ok(())
}

#[tokio::test]
async fn a_file_that_was_named_in_between_waits_its_day_anew() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let photo = world.photo(1).await?;
    world.pass(day());
    assert_eq!(world.clean().await?, 0);
    // As somebody does who takes a photo off while a backup is made.
    let named = landlord.create(with_photos("House", &[&photo])).await?;
    landlord.delete(named.property_id).await?;
    world.pass(day() * 2);
    assert_eq!(world.clean().await?, 0);
    assert!(world.has(1, &photo).await?);
    world.pass(day() * 3);
    assert_eq!(world.clean().await?, 1);
    assert!(!world.has(1, &photo).await?);
    Ok(())
}

#[tokio::test]
async fn a_file_that_is_being_named_is_passed_over() -> anyhow::Result<()> {
    let world = World::start().await?;
    let photo = world.photo(1).await?;
    let stored = world.landlord()?.create(house("House")).await?;
    world.pass(day());
    assert_eq!(world.clean().await?, 0);
    world.pass(day() * 2);
    let scope = lintel_db::Scope {
        organisation: Some(1.into()),
        user: None,
    };
    let mut naming = world.database.db.begin(scope).await?;
    sqlx::query("UPDATE properties SET photos = ARRAY[$1] WHERE property_id = $2")
        .bind(&photo)
        .bind(stored.property_id)
        .execute(&mut *naming)
        .await?;
    assert_eq!(world.clean().await?, 0);
    naming.commit().await?;
    assert_eq!(world.clean().await?, 0);
    assert!(world.has(1, &photo).await?);
    Ok(())
}

#[tokio::test]
async fn a_file_that_goes_at_this_moment_cannot_be_named() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let photo = world.photo(1).await?;
    let addresses = [photo.clone()];
    let mut going = world.database.db.begin_worker().await?;
    assert!(store::upload::lock(&mut going, 1.into()).await?);
    let now = SystemClock.now();
    store::upload::note_unnamed(&mut going, 1.into(), &addresses, now).await?;
    let gone = store::upload::let_go(&mut going, 1.into(), &addresses, now, now).await?;
    assert_eq!(gone, addresses);
    let naming = landlord.create(with_photos("House", &[&photo]));
    let (refused, committed) = tokio::join!(naming, going.commit());
    committed?;
    let refused = refusal(refused)?;
    assert_eq!(refused.code(), Code::Aborted, "{refused:?}");
    assert_eq!(reason(&refused), "CONCURRENT_UPDATE");
    assert_eq!(world.rows().await?, [0; 5]);

    // Its bytes go in the next round, as after a crash; who tries again is told what to do.
    world.pass(day());
    assert_eq!(world.clean().await?, 1);
    let refused = refusal(landlord.create(with_photos("House", &[&photo])).await)?;
    assert_eq!(fields(&refused), ["photo_urls"]);
    // When nobody can know of it any more, nothing is kept of it.
    world.pass(day() * 3);
    world.clean().await?;
    assert_eq!(
        world.number("SELECT count(*) FROM unnamed_uploads").await?,
        0
    );
    Ok(())
}

#[tokio::test]
async fn however_naming_and_removing_meet_no_row_names_a_file_that_went() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut photos = Vec::new();
    for _ in 0..24 {
        photos.push(world.photo(1).await?);
    }
    world.pass(day());
    assert_eq!(world.clean().await?, 0);
    world.pass(day() * 2);
    let cleaners = world.cleaners(2)?;
    let naming = photos.iter().map(|photo| {
        let landlord = landlord.clone();
        async move { landlord.create(with_photos("House", &[photo])).await }
    });
    let naming = futures::future::join_all(naming);
    let removing = try_join_all(cleaners.iter().map(UnusedUploads::remove));
    let (named, removed) = tokio::join!(naming, removing);
    removed?;
    try_join_all(cleaners.iter().map(UnusedUploads::remove)).await?;
    for (photo, named) in photos.iter().zip(&named) {
        assert_eq!(
            world.has(1, photo).await?,
            named.is_ok(),
            "{photo}: {named:?}"
        );
    }
    assert_eq!(world.clean().await?, 0);
    Ok(())
}

#[tokio::test]
async fn every_column_that_names_files_is_looked_at() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut connection = world.database.superuser().await?;
    let columns: Vec<String> = sqlx::query_scalar(
        "SELECT table_name || '.' || column_name FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name <> 'upload_uses' AND column_name ~ '(photo|media|file|document|url)'
         ORDER BY 1",
    )
    .fetch_all(&mut connection)
    .await?;
    // file_name is what people call a file that they import.
    assert_eq!(
        columns,
        [
            "kept_homes.media_urls",
            "properties.photos",
            "property_certificates.certificate_url",
            "property_imports.file_name",
            "property_imports.photos",
            "property_inspections.media_urls",
            "property_take_backs.media_urls",
            "sold_properties.photos",
        ]
    );
    let held: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT event_object_table::text FROM information_schema.triggers WHERE action_statement ~ 'hold_' ORDER BY 1",
    )
    .fetch_all(&mut connection)
    .await?;
    assert_eq!(
        held,
        [
            "kept_homes",
            "properties",
            "property_certificates",
            "property_imports",
            "property_inspections",
            "property_take_backs",
            "sold_properties",
        ]
    );
    Ok(())
}
