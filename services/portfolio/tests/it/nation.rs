//! In which nation a property is: proposed from its postcode, asked for in districts of two, and changed by the landlord.

use lintel_core::Grade;
use lintel_proto::{
    PublicEvent as _,
    common::v1::Nation,
    portfolio::v1::{
        GetComplianceSummaryRequest, Property, PropertyChanged, PropertyImportState,
        PropertyListing, ProposeNationRequest, ProposeNationResponse,
        analytics_service_client::AnalyticsServiceClient,
        property_service_client::PropertyServiceClient,
    },
};
use lintel_testkit::tokens::{landlord, member};
use prost::Message as _;

use crate::{
    harness::{Caller, World, refusal, violations},
    property::house,
};

fn at(name: &str, postcode: &str, nation: Nation) -> Property {
    Property {
        address: format!("1 {name} Road"),
        postcode: postcode.to_owned(),
        nation: nation.into(),
        ..house(name)
    }
}

/// Returns a property's nation, the other one of its district, and whether somebody is to be asked.
fn told(property: &Property) -> (Nation, Nation, bool) {
    (
        property.nation(),
        property.other_nation(),
        property.nation_to_confirm,
    )
}

/// The nation in the last event about a property.
async fn in_event(world: &World, property: i64) -> anyhow::Result<Nation> {
    let mut superuser = world.database.superuser().await?;
    let payload: Vec<u8> = sqlx::query_scalar(
        "SELECT payload FROM outbox WHERE event_type = $1 AND aggregate_id = $2 ORDER BY seq DESC LIMIT 1",
    )
    .bind(PropertyChanged::TYPE)
    .bind(property.to_string())
    .fetch_one(&mut superuser)
    .await?;
    Ok(PropertyChanged::decode(payload.as_slice())?.nation())
}

/// Returns the number of homes that the dashboard asks about, and the first of them.
async fn open_questions(world: &World, organisation: i64) -> anyhow::Result<(i32, i64)> {
    let caller = landlord(organisation * 11, organisation);
    let token = world.mint.token(&caller)?;
    let mut client = AnalyticsServiceClient::new(world.bearer(Some(&token))?);
    let request = GetComplianceSummaryRequest {};
    let summary = client.get_compliance_summary(request).await?.into_inner();
    let summary = summary.summary.unwrap_or_default();
    assert_eq!(summary.urgent_count, 0);
    Ok((
        summary.nation_to_confirm_count,
        summary.first_nation_to_confirm_property_id,
    ))
}

/// Returns the changed fields of the history's newest entry.
async fn changes(caller: &Caller, id: i64) -> anyhow::Result<Vec<(String, String, String)>> {
    let newest = caller.history(id, 1, "").await?.entries;
    let changes = newest.into_iter().flat_map(|entry| entry.changes);
    Ok(changes
        .map(|one| {
            let (was, is) = (one.old_value, one.new_value);
            (one.field, was.unwrap_or_default(), is.unwrap_or_default())
        })
        .collect())
}

#[tokio::test]
async fn it_is_proposed_asked_for_in_a_district_of_two_and_changed() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let proposed = landlord.create(at("Cardiff", "CF10 1AA", Nation::Unspecified));
    let proposed = proposed.await?;
    assert_eq!(told(&proposed), (Nation::Wales, Nation::Unspecified, false));

    let home = landlord.create(at("Border", "CH4 0AA", Nation::Unspecified));
    let mut home = home.await?;
    assert_eq!(told(&home), (Nation::England, Nation::Wales, true));
    assert_eq!(in_event(&world, home.property_id).await?, Nation::England);

    home.nation = Nation::Wales.into();
    let changed = landlord.change(home.clone(), &["nation"]).await?;
    assert_eq!(told(&changed), (Nation::Wales, Nation::England, false));
    assert_eq!(changed.version, 2);
    let id = home.property_id;
    assert_eq!(in_event(&world, id).await?, Nation::Wales);
    let of = |was: &str, is: &str| ("nation".to_owned(), was.to_owned(), is.to_owned());
    assert_eq!(changes(&landlord, id).await?, [of("", "Wales")]);

    // With another postcode it is another home.
    home.postcode = "CH4 9XY".to_owned();
    let moved = landlord.change(home.clone(), &["postcode"]).await?;
    assert_eq!(told(&moved), (Nation::England, Nation::Wales, true));
    assert_eq!(changes(&landlord, id).await?[1], of("Wales", ""));
    let both = landlord.change(home, &["postcode", "nation"]).await?;
    assert_eq!(told(&both), (Nation::Wales, Nation::England, false));
    assert_eq!(told(&landlord.get(id).await?), told(&both));
    Ok(())
}

#[tokio::test]
async fn the_nation_that_was_taken_all_along_answers_the_question_too() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut home = landlord
        .create(at("Border", "TD12 4AA", Nation::Unspecified))
        .await?;
    assert_eq!(told(&home), (Nation::Scotland, Nation::England, true));
    home.nation = Nation::Scotland.into();
    let said = landlord.change(home, &["nation"]).await?;
    assert_eq!(told(&said), (Nation::Scotland, Nation::England, false));
    assert_eq!(said.version, 2);
    Ok(())
}

#[tokio::test]
async fn what_is_no_nation_and_what_lies_elsewhere_is_refused_by_its_field() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut unknown = at("Leeds", "LS1 4AP", Nation::Unspecified);
    unknown.nation = 9;
    let refused = refusal(landlord.create(unknown).await)?;
    assert_eq!(
        violations(&refused),
        [(
            "nation".to_owned(),
            "Choose England, Wales, Scotland or Northern Ireland.".to_owned()
        )]
    );
    let outside = at("Douglas", "IM1 1AA", Nation::Unspecified);
    let refused = refusal(landlord.create(outside).await)?;
    let named = violations(&refused);
    assert_eq!(named.len(), 1, "{named:?}");
    assert!(named[0].0 == "postcode" && named[0].1.contains("outside the United Kingdom"));

    // One that was added before that was refused is edited as ever.
    let mut home = landlord.create(house("Douglas")).await?;
    world
        .execute("UPDATE properties SET postcode = 'IM1 1AA'")
        .await?;
    home.display_name = "Douglas House".to_owned();
    let renamed = landlord.change(home, &["display_name"]).await?;
    assert_eq!(renamed.postcode, "IM1 1AA");
    Ok(())
}

#[tokio::test]
async fn homes_of_before_the_upgrade_in_districts_of_two_get_the_question() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for (name, postcode) in [
        ("Leeds", "LS1 4AP"),
        ("Chester", "CH4 0AA"),
        ("Coldstream", "TD12 4AA"),
        // Begins as a district of two does, and is another one.
        ("Elsewhere", "CH41 1AA"),
    ] {
        let added = at(name, postcode, Nation::Unspecified);
        landlord.create(added).await?;
    }
    world.other_landlord()?.create(house("Theirs")).await?;
    // The release before knows no nation.
    world.execute("UPDATE properties SET nation = NULL").await?;
    let listed = landlord.list_of(PropertyListing::default(), 0, "").await?;
    let asked: Vec<_> = listed
        .properties
        .iter()
        .filter(|home| home.nation_to_confirm)
        .collect();
    let names: Vec<_> = asked
        .iter()
        .map(|home| home.display_name.as_str())
        .collect();
    assert_eq!(names, ["Coldstream", "Chester"]);
    let first = asked[1].property_id;
    assert_eq!(open_questions(&world, 1).await?, (2, first));
    assert_eq!(open_questions(&world, 2).await?, (0, 0));

    let chester = Property {
        property_id: first,
        nation: Nation::England.into(),
        ..Property::default()
    };
    landlord.change(chester, &["nation"]).await?;
    let second = asked[0].property_id;
    assert_eq!(open_questions(&world, 1).await?, (1, second));
    Ok(())
}

#[tokio::test]
async fn a_file_says_the_nation_and_leaves_an_open_question_open() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let file = "Name,Address,Postcode,Property type,Monthly rent,Nation\n\
        Wales,1 Mill Lane,CH4 0AA,House,900,wales\n\
        Open,2 Mill Lane,CH4 0AA,House,900,\n\
        Leeds,3 Mill Lane,LS1 4AP,House,900,\n";
    let import = landlord
        .check_import("homes.csv", file.as_bytes(), "")
        .await?;
    landlord.apply_import(import.property_import_id, "").await?;
    world.import_all().await?;
    let mut homes = landlord.list(0, "").await?.properties;
    homes.sort_by_key(|home| home.property_id);
    assert_eq!(
        homes.iter().map(told).collect::<Vec<_>>(),
        [
            (Nation::Wales, Nation::England, false),
            (Nation::England, Nation::Wales, true),
            (Nation::England, Nation::Unspecified, false),
        ]
    );
    let exported = landlord.export(PropertyListing::default(), "").await?;
    let exported = String::from_utf8(exported.content)?;
    let cells: Vec<_> = exported
        .lines()
        .filter_map(|line| line.split(',').nth(3))
        .collect();
    assert_eq!(cells[0], "\"Nation\"");
    let mut said = cells[1..].to_vec();
    said.sort_unstable();
    assert_eq!(said, ["\"\"", "\"England\"", "\"Wales\""]);

    let wrong = "Name,Address,Postcode,Property type,Monthly rent,Nation\n\
        A,4 Mill Lane,LS1 4AP,House,900,Cornwall\n\
        B,5 Mill Lane,JE2 3AB,House,900,\n";
    let import = landlord
        .check_import("wrong.csv", wrong.as_bytes(), "")
        .await?;
    assert_eq!(import.state(), PropertyImportState::Checked);
    let places: Vec<_> = import
        .problems
        .iter()
        .map(|problem| (problem.line, problem.column.as_str()))
        .collect();
    assert_eq!(places, [(2, "Nation"), (3, "Postcode")]);
    assert!(import.problems[1].message.contains("Jersey"));
    Ok(())
}

#[tokio::test]
async fn a_viewer_is_proposed_a_nation_and_changes_none() -> anyhow::Result<()> {
    let world = World::start().await?;
    let home = world.landlord()?.create(house("Leeds")).await?;
    let viewer = member(44, 1, Grade::Viewer);
    let token = world.mint.token(&viewer)?;
    let mut client = PropertyServiceClient::new(world.bearer(Some(&token))?);
    let request = ProposeNationRequest {
        postcode: "ch4 0aa".to_owned(),
    };
    let proposed = client.propose_nation(request).await?.into_inner();
    let expected = ProposeNationResponse {
        nation: Nation::England.into(),
        other_nation: Nation::Wales.into(),
        outside_reason: String::new(),
    };
    assert_eq!(proposed, expected);
    let mut theirs = home;
    theirs.nation = Nation::Wales.into();
    let changed = world.caller(&viewer)?.change(theirs, &["nation"]).await;
    assert_eq!(refusal(changed)?.code(), tonic::Code::PermissionDenied);
    Ok(())
}
