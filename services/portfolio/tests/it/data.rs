//! A copy of what is held of an organisation.

use std::collections::BTreeMap;

use anyhow::Context as _;
use chrono::Duration;
use lintel_auth::Audience;
use lintel_core::{Clock as _, Grade, Principal, Role, SystemClock};
use lintel_proto::portfolio::v1::{
    ReadPortfolioDataRequest, privacy_service_client::PrivacyServiceClient,
};
use lintel_testkit::tokens::{landlord, member, outsider};
use serde_json::Value;
use tonic::Code;

use crate::{
    harness::{Connection, World, reason, refusal},
    property::{house, shared_house},
    sale::sale,
};

fn client(world: &World, caller: &Principal) -> anyhow::Result<PrivacyServiceClient<Connection>> {
    let token = world.mint.token(caller)?;
    Ok(PrivacyServiceClient::new(world.bearer(Some(&token))?))
}

/// The token of an export that `caller` began just now.
fn export_token(world: &World, caller: &Principal) -> anyhow::Result<String> {
    let now = SystemClock.now();
    world
        .mint
        .token_of(caller, Audience::Export, now, Duration::minutes(15))
}

/// Every file of a copy with its rows.
async fn read(world: &World, caller: &Principal) -> anyhow::Result<BTreeMap<String, Vec<Value>>> {
    let client = client(world, caller)?;
    let export_token = export_token(world, caller)?;
    let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut page_token = String::new();
    loop {
        let request = ReadPortfolioDataRequest {
            page_token,
            export_token: export_token.clone(),
        };
        let answer = client.clone().read_portfolio_data(request).await?;
        let page = answer.into_inner().page.context("a page")?;
        let rows = page.rows.iter().map(|row| serde_json::from_str(row));
        let rows: Vec<Value> = rows.collect::<Result<_, _>>()?;
        files.entry(page.file_name).or_default().extend(rows);
        if page.next_page_token.is_empty() {
            return Ok(files);
        }
        page_token = page.next_page_token;
    }
}

#[tokio::test]
async fn a_copy_holds_everything_of_the_organisation_and_nothing_of_another() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let (helen, other) = (world.landlord()?, world.other_landlord()?);
    let kept = helen.create(shared_house("Shared", &[1, 2])).await?;
    let former = helen.create(house("Former")).await?;
    helen.sell(former.property_id, sale()).await?;
    other.create(shared_house("Elsewhere", &[1])).await?;
    world.equip().await?;
    helen.check_import("mine.csv", b"Name\n", "").await?;

    let files = read(&world, &landlord(11, 1)).await?;
    let counts: Vec<(&str, usize)> = files
        .iter()
        .map(|(name, rows)| (name.as_str(), rows.len()))
        .collect();
    assert_eq!(
        counts,
        [
            ("certificates.json", 1),
            ("duty-exemptions.json", 0),
            ("imports.json", 1),
            ("inspection-settings.json", 1),
            ("inspections.json", 1),
            ("kept-homes.json", 1),
            ("lettings.json", 0),
            ("properties.json", 1),
            ("property-history.json", 3),
            ("rooms.json", 2),
            ("sold-properties.json", 1),
            ("taken-back.json", 0),
        ]
    );
    let property = &files["properties.json"][0];
    assert_eq!(property["propertyId"], kept.property_id);
    assert_eq!(property["name"], "Shared");
    assert_eq!(files["property-history.json"][0]["changedBy"], 11);
    assert_eq!(files["imports.json"][0]["fileName"], "mine.csv");
    let text = serde_json::to_string(&files)?;
    assert!(!text.contains("Elsewhere"), "{text}");
    Ok(())
}

#[tokio::test]
async fn a_large_portfolio_is_read_a_page_at_a_time_and_whole() -> anyhow::Result<()> {
    let world = World::start().await?;
    world.landlord()?.create(house("One of many")).await?;
    world
        .execute(
            "INSERT INTO property_history (organisation_id, property_id, version, valid_from, status, monthly_rent, monthly_costs)
             SELECT organisation_id, property_id, 1 + n, now(), 'Vacant', n, 0 FROM properties, generate_series(1, 2300) AS n;
             UPDATE properties SET mortgage_contact = repeat('x', 200)",
        )
        .await?;
    let files = read(&world, &landlord(11, 1)).await?;
    let history = &files["property-history.json"];
    assert_eq!(history.len(), 2301);
    let versions: Vec<i64> = history
        .iter()
        .filter_map(|row| row["version"].as_i64())
        .collect();
    assert!(versions.is_sorted() && versions[2300] == 2301);
    Ok(())
}

#[tokio::test]
async fn only_an_owner_reads_it_and_only_with_tokens_of_ours() -> anyhow::Result<()> {
    let world = World::start().await?;
    let request = |page_token: &str, export_token: &str| ReadPortfolioDataRequest {
        page_token: page_token.to_owned(),
        export_token: export_token.to_owned(),
    };
    for grade in [Grade::Viewer, Grade::Manager] {
        let member = member(11, 1, grade);
        let mut client = client(&world, &member)?;
        let request = request("", &export_token(&world, &member)?);
        let refused = refusal(client.read_portfolio_data(request).await)?;
        assert_eq!(refused.code(), Code::PermissionDenied, "{grade:?}");
    }
    let landlord = landlord(11, 1);
    let export = export_token(&world, &landlord)?;
    let mut owner = client(&world, &landlord)?;
    for token in ["99:", "0:x", "nonsense", "0:1 OR true"] {
        let refused = refusal(owner.read_portfolio_data(request(token, &export)).await)?;
        assert_eq!(reason(&refused), "PAGE_TOKEN_INVALID", "{token}");
    }
    Ok(())
}

/// Every page needs the proof that its reader began an export of this organisation in this session.
#[tokio::test]
async fn nobody_reads_it_without_an_export_that_was_begun() -> anyhow::Result<()> {
    let world = World::start().await?;
    let owner = landlord(11, 1);
    let mut client = client(&world, &owner)?;
    let long_ago = SystemClock.now() - Duration::minutes(16);
    let mint = |principal: &Principal, audience, from| {
        let lifetime = Duration::minutes(15);
        world.mint.token_of(principal, audience, from, lifetime)
    };
    let no_organisation = Principal {
        membership: None,
        ..owner
    };
    let other_organisation = Principal {
        membership: landlord(11, 2).membership,
        ..owner
    };
    for (what, token) in [
        ("none", String::new()),
        ("no token", "a.b.c".to_owned()),
        ("the access token", world.mint.token(&owner)?),
        ("another session's", export_token(&world, &landlord(11, 1))?),
        (
            "another account's",
            export_token(&world, &outsider(12, Role::Landlord))?,
        ),
        (
            "one of the account alone",
            export_token(&world, &no_organisation)?,
        ),
        (
            "another organisation's",
            export_token(&world, &other_organisation)?,
        ),
        (
            "one that is over",
            mint(&owner, Audience::Export, long_ago)?,
        ),
    ] {
        let request = ReadPortfolioDataRequest {
            export_token: token,
            ..Default::default()
        };
        let refused = refusal(client.read_portfolio_data(request).await)?;
        assert_eq!(refused.code(), Code::FailedPrecondition, "{what}");
        assert_eq!(reason(&refused), "EXPORT_NOT_BEGUN", "{what}");
    }
    Ok(())
}
