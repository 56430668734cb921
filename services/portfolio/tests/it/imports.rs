//! Properties as CSV files: export, check and import.

use std::time::Duration;

use lintel_portfolio::app::{Imports, Upkeep, Waiting};
use lintel_proto::portfolio::v1::{PropertyImport, PropertyImportState, PropertyListing};
use lintel_sheet::job::Progress;
use lintel_testkit::tokens::{landlord, member};
use tonic::Code;

use crate::{
    harness::{Caller, World, reason, refusal},
    property::{flat, house, room, shared_house},
};

const HEADER: &str = "Name,Address,Postcode,Property type,Monthly rent";

/// A file of so many houses.
fn houses(count: usize) -> String {
    let lines = (1..=count).map(|n| {
        format!(
            "House {n},{n} High Street,LS1 4AP,House,{}.50\n",
            500 + n % 1000
        )
    });
    format!("{HEADER}\n{}", lines.collect::<String>())
}

impl World {
    fn imports(&self) -> Imports {
        Imports::new(
            self.database.db.clone(),
            self.clock.clone(),
            self.files.clone(),
        )
    }

    /// Continues all waiting imports, as the job does.
    pub async fn import_all(&self) -> anyhow::Result<()> {
        let imports = self.imports();
        while let Some(waiting) = imports.waiting().await? {
            let lines = imports.lines(waiting).await?.unwrap_or_default();
            while imports.import_chunk(waiting, &lines).await? == Progress::Further {}
        }
        Ok(())
    }
}

async fn checked(caller: &Caller, content: &str) -> anyhow::Result<PropertyImport> {
    Ok(caller
        .check_import("portfolio.csv", content.as_bytes(), "")
        .await?)
}

fn places(import: &PropertyImport) -> Vec<(i64, &str, &str)> {
    let problems = import.problems.iter();
    problems
        .map(|problem| {
            (
                problem.line,
                problem.column.as_str(),
                problem.message.as_str(),
            )
        })
        .collect()
}

#[tokio::test]
async fn a_dry_run_names_line_and_column_of_each_problem_and_writes_no_property()
-> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut there = house("There");
    (there.address, there.postcode) = ("9 Mill Lane".to_owned(), "LS1 4AP".to_owned());
    landlord.create(there).await?;
    let before = world.rows().await?;
    let file = "title,Address,Post code,Type,monthlyRent,Photos\n\
        A,1 High Street,LS1 4AP,House,950,\n\
        ,2 High Street,LS1 4AP,House,lots,\n\
        C,1 HIGH STREET,ls14ap,Flat,900,\n\
        D,9 mill lane,LS1 4AP,House,900,\n\
        E,5 High Street,LS1 4AP,House,900,/api/files/0192f0c4-7d3e-4aaa-8bbb-0123456789ab\n\
        F,6 High Street\n";
    let import = checked(&landlord, file).await?;
    assert_eq!(import.state(), PropertyImportState::Checked);
    assert_eq!(
        (import.row_count, import.imported_count, import.version),
        (5, 0, 1)
    );
    assert_eq!(
        places(&import),
        [
            (3, "monthlyRent", "Enter an amount, for example 1250.00."),
            (3, "title", "Name is required."),
            (4, "Address", "Line 2 has the same address and postcode."),
            (
                5,
                "Address",
                "A property at this address and postcode is in your portfolio already."
            ),
            (
                6,
                "Photos",
                "Upload the photo first: only your own files can be shown."
            ),
            (7, "", "The line has 2 values, the header has 6."),
        ]
    );
    assert_eq!(import.problem_count, 6);
    let after = world.rows().await?;
    assert_eq!(after[..3], before[..3]);
    let status = refusal(landlord.apply_import(import.property_import_id, "").await)?;
    assert_eq!(
        (status.code(), reason(&status).as_str()),
        (Code::FailedPrecondition, "IMPORT_HAS_PROBLEMS")
    );
    Ok(())
}

#[tokio::test]
async fn five_hundred_problems_are_shown_and_all_are_counted() -> anyhow::Result<()> {
    let world = World::start().await?;
    let file = format!("{HEADER}\n{}", ",,,,\nx,,,,\n".repeat(300));
    let import = checked(&world.landlord()?, &file).await?;
    assert_eq!(import.problems.len(), 500);
    assert_eq!(import.row_count, 300);
    assert!(import.problem_count > 1000, "{}", import.problem_count);
    Ok(())
}

#[tokio::test]
async fn what_is_imported_is_what_would_have_been_added_by_hand() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (hers, his) = (world.landlord()?, world.other_landlord()?);
    let mut shared = shared_house("=Shared; \"house\"", &[48_000, 51_050]);
    shared.rooms[1].display_name = "The attic | left".to_owned();
    shared.rooms[1].occupied = true;
    shared.rooms.push(room("3b", 0));
    for (number, mut given) in [flat("Flat"), shared, house("'Plain, with a comma")]
        .into_iter()
        .enumerate()
    {
        given.address = format!("{number} High Street, Leeds");
        hers.create(given).await?;
    }
    let mut file = Vec::new();
    let mut token = String::new();
    loop {
        let part = hers.export(PropertyListing::default(), &token).await?;
        assert_eq!(part.total_size, token.is_empty().then_some(3));
        file.extend(part.content);
        token = part.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert!(file.starts_with("\u{feff}\"Name\",\"Address\"".as_bytes()));
    let import = his.check_import("\u{7}export.csv", &file, "").await?;
    assert_eq!(
        (places(&import), import.file_name.as_str()),
        (vec![], "export.csv")
    );
    his.apply_import(import.property_import_id, "").await?;
    world.import_all().await?;
    let done = his.get_import(import.property_import_id).await?;
    assert_eq!(
        (done.state(), done.imported_count),
        (PropertyImportState::Imported, 3)
    );

    let bare = |mut property: lintel_proto::portfolio::v1::Property| {
        property.property_id = 0;
        // Of those that were imported it is who imported them.
        property.responsible_user_id = 0;
        property.rooms.iter_mut().for_each(|room| room.room_id = 0);
        property
    };
    let all = |listed: lintel_proto::portfolio::v1::ListPropertiesResponse| {
        let mut all: Vec<_> = listed.properties.into_iter().map(bare).collect();
        all.sort_by(|one, other| one.display_name.cmp(&other.display_name));
        all
    };
    let theirs = all(his.list(0, "").await?);
    assert_eq!(theirs, all(hers.list(0, "").await?));
    // With their history, their events and their first inspections, like those that were added by hand.
    let inspected = |organisation: i64| {
        format!(
            "SELECT array_agg((inspection_date, inspection_time, automatic, status)::text) FROM property_inspections
             WHERE organisation_id = {organisation}"
        )
    };
    let by_hand: Option<Vec<String>> = world.scalar(&inspected(1)).await?;
    assert_eq!(by_hand.as_ref().map(Vec::len), Some(3));
    assert_eq!(
        world.scalar::<Option<Vec<String>>>(&inspected(2)).await?,
        by_hand
    );
    let told =
        "SELECT count(*) FROM outbox WHERE organisation_id = 2 AND aggregate_type = 'inspection'";
    assert_eq!(world.number(told).await?, 3);
    assert_eq!(world.number("SELECT count(*) FROM property_history WHERE organisation_id = 2 AND changed_by = 22").await?, 3);
    let events = "SELECT count(*) FROM outbox WHERE organisation_id = 2 AND event_type = 'portfolio.property.changed.v1'";
    assert_eq!(world.number(events).await?, 3);
    // The file is not kept.
    assert_eq!(
        world
            .number("SELECT count(*) FROM property_imports WHERE content IS NOT NULL")
            .await?,
        0
    );
    let again = refusal(his.apply_import(import.property_import_id, "").await)?;
    assert_eq!(reason(&again), "IMPORT_ALREADY_APPLIED");
    let twice = his.check_import("again.csv", &file, "").await?;
    assert_eq!(twice.problem_count, 3);
    Ok(())
}

#[tokio::test]
async fn however_many_go_on_with_it_every_line_is_added_once() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let import = checked(&landlord, &houses(1_100)).await?;
    assert_eq!(places(&import), []);
    let begun = landlord.apply_import(import.property_import_id, "").await?;
    assert_eq!(begun.state(), PropertyImportState::Importing);
    // Four processes at once; each leaves off after every chunk, as if it had died there.
    let processes = (0..4).map(|_| async {
        let imports = world.imports();
        while let Some(waiting) = imports.waiting().await? {
            if let Some(lines) = imports.lines(waiting).await? {
                imports.import_chunk(waiting, &lines).await?;
            }
        }
        anyhow::Ok(())
    });
    futures::future::try_join_all(processes).await?;
    assert_eq!(
        world.number("SELECT count(*) FROM properties").await?,
        1_100
    );
    assert_eq!(
        world
            .number("SELECT count(DISTINCT address) FROM properties")
            .await?,
        1_100
    );
    assert_eq!(
        world
            .number("SELECT count(*) FROM property_history")
            .await?,
        1_100
    );
    let done = landlord.get_import(import.property_import_id).await?;
    assert_eq!(
        (done.state(), done.imported_count),
        (PropertyImportState::Imported, 1_100)
    );
    // Checked, begun, five chunks; each told.
    assert_eq!(done.version, 7);
    let told =
        "SELECT count(*) FROM outbox WHERE event_type = 'portfolio.property-import.changed.v1'";
    assert_eq!(world.number(told).await?, 7);
    Ok(())
}

#[tokio::test]
async fn a_line_that_is_accepted_no_more_ends_the_import() -> anyhow::Result<()> {
    let world = World::start_at("2026-11-21T10:00:00Z").await?;
    let landlord = world.landlord()?;
    let file = "Name,Address,Postcode,Property type,Monthly rent,Purchase date\nA,1 High Street,LS1 4AP,House,9,2026-11-21\n";
    let import = checked(&landlord, file).await?;
    landlord.apply_import(import.property_import_id, "").await?;
    // A clock that was set back stands for a rule that was made stricter.
    world.clock.advance(chrono::Duration::days(-2));
    world.import_all().await?;
    let failed = landlord.get_import(import.property_import_id).await?;
    assert_eq!(failed.state(), PropertyImportState::Failed);
    assert_eq!(
        places(&failed),
        [(2, "", "Purchase date must not be in the future.")]
    );
    assert_eq!(world.number("SELECT count(*) FROM properties").await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_fault_of_the_database_s_ends_one_import_and_not_the_next() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let bad = checked(&landlord, &houses(1)).await?;
    landlord.apply_import(bad.property_import_id, "").await?;
    world
        .execute("ALTER TABLE properties ADD CONSTRAINT nobody CHECK (name <> 'House 1')")
        .await?;
    let other = world.other_landlord()?;
    let good = checked(&other, &houses(2).replace("House 1,1", "Other,1")).await?;
    other.apply_import(good.property_import_id, "").await?;
    world.import_all().await?;
    let failed = landlord.get_import(bad.property_import_id).await?;
    assert_eq!(failed.state(), PropertyImportState::Failed);
    assert_eq!(
        places(&failed),
        [(
            0,
            "",
            "Something went wrong on our side. The properties before this point are in your portfolio."
        )]
    );
    let imported = other.get_import(good.property_import_id).await?;
    assert_eq!(imported.state(), PropertyImportState::Imported);
    Ok(())
}

#[tokio::test]
async fn one_file_of_an_organisation_s_is_imported_at_a_time_and_no_house_twice()
-> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let first = checked(&landlord, &houses(2)).await?;
    let second = checked(&landlord, &houses(3)).await?;
    landlord.apply_import(first.property_import_id, "").await?;
    let refused = refusal(landlord.apply_import(second.property_import_id, "").await)?;
    assert_eq!(
        (refused.code(), reason(&refused).as_str()),
        (Code::FailedPrecondition, "IMPORT_RUNNING")
    );
    world.import_all().await?;
    landlord.apply_import(second.property_import_id, "").await?;
    world.import_all().await?;
    let failed = landlord.get_import(second.property_import_id).await?;
    assert_eq!(failed.state(), PropertyImportState::Failed);
    assert_eq!(
        places(&failed),
        [(
            2,
            "",
            "A property at this address and postcode is in your portfolio already."
        )]
    );
    assert_eq!(world.number("SELECT count(*) FROM properties").await?, 2);
    Ok(())
}

#[tokio::test]
async fn files_that_nobody_imports_are_forgotten() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (landlord, other) = (world.landlord()?, world.other_landlord()?);
    checked(&other, &houses(1)).await?;
    let done = checked(&landlord, &houses(1)).await?;
    landlord.apply_import(done.property_import_id, "").await?;
    world.import_all().await?;
    for _ in 0..11 {
        checked(&landlord, "nothing").await?;
    }
    let states =
        "SELECT count(*) FROM property_imports WHERE state = 'Checked' AND organisation_id = ";
    assert_eq!(world.scalar::<i64>(&format!("{states} 1")).await?, 10);
    assert_eq!(world.scalar::<i64>(&format!("{states} 2")).await?, 1);

    let upkeep = Upkeep::new(world.database.db.clone(), world.clock.clone());
    assert_eq!(upkeep.forget_imports().await?, 0);
    world.clock.advance(chrono::Duration::days(8));
    assert_eq!(upkeep.forget_imports().await?, 11);
    assert!(landlord.get_import(done.property_import_id).await.is_ok());
    world.clock.advance(chrono::Duration::days(83));
    assert_eq!(upkeep.forget_imports().await?, 1);
    let gone = refusal(landlord.get_import(done.property_import_id).await)?;
    assert_eq!(reason(&gone), "IMPORT_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn an_import_is_its_organisation_s_and_a_repeat_gets_the_first_answer() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let landlord_ = world.landlord()?;
    let first = landlord_
        .check_import("a.csv", houses(1).as_bytes(), "key-of-the-check")
        .await?;
    let again = landlord_
        .check_import("a.csv", houses(1).as_bytes(), "key-of-the-check")
        .await?;
    assert_eq!(first, again);
    let other = refusal(
        landlord_
            .check_import("b.csv", houses(1).as_bytes(), "key-of-the-check")
            .await,
    )?;
    assert_eq!(reason(&other), "REQUEST_ID_REUSED");
    let id = first.property_import_id;
    let begun = landlord_.apply_import(id, "key-of-the-apply").await?;
    world.import_all().await?;
    assert_eq!(landlord_.apply_import(id, "key-of-the-apply").await?, begun);

    let stranger = world.caller(&landlord(22, 2))?;
    for foreign in [id, i64::MAX] {
        let status = refusal(stranger.get_import(foreign).await)?;
        assert_eq!(
            (status.code(), reason(&status).as_str()),
            (Code::NotFound, "IMPORT_NOT_FOUND")
        );
        assert_eq!(
            refusal(stranger.apply_import(foreign, "").await)?.code(),
            Code::NotFound
        );
    }
    let viewer = world.caller(&member(12, 1, lintel_core::Grade::Viewer))?;
    assert!(viewer.get_import(id).await.is_ok());
    assert!(viewer.export(PropertyListing::default(), "").await.is_ok());
    assert_eq!(
        refusal(viewer.check_import("", b"x", "").await)?.code(),
        Code::PermissionDenied
    );
    let large = vec![b'x'; 10 * 1024 * 1024 + 1];
    assert_eq!(
        reason(&refusal(landlord_.check_import("", &large, "").await)?),
        "IMPORT_TOO_LARGE"
    );
    Ok(())
}

#[tokio::test]
async fn the_job_goes_on_with_what_another_process_left() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let import = checked(&landlord, &houses(300)).await?;
    landlord.apply_import(import.property_import_id, "").await?;
    let imports = world.imports();
    let waiting: Waiting = imports
        .waiting()
        .await?
        .ok_or_else(|| anyhow::anyhow!("nothing waits"))?;
    let lines = imports.lines(waiting).await?.unwrap_or_default();
    assert_eq!(
        imports.import_chunk(waiting, &lines).await?,
        Progress::Further
    );
    let stop = tokio_util::sync::CancellationToken::new();
    let job = tokio::spawn(lintel_sheet::job::run(imports, stop.clone()));
    lintel_testkit::wait_for("the import to end", Duration::from_secs(20), async || {
        let import = landlord.get_import(import.property_import_id).await?;
        Ok((import.state() == PropertyImportState::Imported).then_some(()))
    })
    .await?;
    stop.cancel();
    job.await??;
    assert_eq!(world.number("SELECT count(*) FROM properties").await?, 300);
    Ok(())
}
