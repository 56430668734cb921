//! Sales, completed inspections and imports, taken back: at once, after something followed, twice, by two at once, by others.

use lintel_core::Grade;
use lintel_portfolio::store::kept_home::TABLES;
use lintel_proto::{
    PublicEvent as _,
    portfolio::v1::{
        CompleteInspectionRequest, FollowedMark, GetTakeBackRequest, GetTakeBackResponse,
        Inspection, InspectionStatus, ListInspectionsRequest, ListTakenBackRequest,
        PropertyChanged, PropertyDeleted,
        TakeBackAct::{self, Import, Inspection as Completed, Sale as Sold},
        TakeBackRequest, TakenBack,
        inspection_service_client::InspectionServiceClient,
        portfolio_take_back_service_client::PortfolioTakeBackServiceClient,
    },
};
use lintel_testkit::tokens::{landlord, member};
use prost::Message as _;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    harness::{Connection, World, fields, reason, refusal},
    property::{house, shared_house},
    sale::sale,
};

/// Somebody who takes acts back.
struct Acts(PortfolioTakeBackServiceClient<Connection>);

impl Acts {
    fn of(world: &World, caller: &lintel_core::Principal) -> anyhow::Result<Self> {
        let token = world.mint.token(caller)?;
        Ok(Self(PortfolioTakeBackServiceClient::new(
            world.bearer(Some(&token))?,
        )))
    }

    async fn look(&self, act: TakeBackAct, id: i64) -> Result<GetTakeBackResponse, Status> {
        let request = GetTakeBackRequest {
            act: act.into(),
            id,
        };
        Ok(self.0.clone().get_take_back(request).await?.into_inner())
    }

    async fn send(&self, request: TakeBackRequest) -> Result<TakenBack, Status> {
        let reply = self.0.clone().take_back(request).await?.into_inner();
        Ok(reply.taken_back.unwrap_or_default())
    }

    async fn take_back(&self, act: TakeBackAct, id: i64) -> Result<TakenBack, Status> {
        self.send(asked(act, id)).await
    }

    async fn undo(&self, act: TakeBackAct, id: i64) -> Result<TakenBack, Status> {
        let request = TakeBackRequest {
            reason: String::new(),
            undo: true,
            ..asked(act, id)
        };
        self.send(request).await
    }

    async fn history(&self, property_id: i64) -> Result<Vec<TakenBack>, Status> {
        let request = ListTakenBackRequest { property_id };
        let listed = self.0.clone().list_taken_back(request).await?;
        Ok(listed.into_inner().taken_back)
    }
}

fn asked(act: TakeBackAct, id: i64) -> TakeBackRequest {
    TakeBackRequest {
        act: act.into(),
        id,
        reason: "The buyer withdrew.".to_owned(),
        undo: false,
        request_id: Uuid::now_v7().to_string(),
    }
}

fn followed(outlook: &GetTakeBackResponse) -> Vec<(FollowedMark, &str)> {
    let followed = outlook.followed.iter();
    followed
        .map(|one| (one.mark(), one.what.as_str()))
        .collect()
}

fn obstacle(outlook: &GetTakeBackResponse) -> &str {
    let obstacle = outlook.obstacle.as_ref();
    obstacle.map_or("", |obstacle| obstacle.text.as_str())
}

/// Everything that hangs on properties, as text; a version and its time go on.
async fn hung(world: &World) -> anyhow::Result<Vec<String>> {
    let mut all = Vec::new();
    for table in TABLES {
        let sql = format!(
            "SELECT coalesce(jsonb_agg(to_jsonb(t) - 'version' - 'updated_at' ORDER BY t), '[]')::text FROM {table} t"
        );
        all.push(world.scalar::<String>(&sql).await?);
    }
    Ok(all)
}

#[tokio::test]
async fn every_table_that_goes_with_a_property_is_kept_with_its_sale() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut connection = world.database.superuser().await?;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT conrelid::regclass::text FROM pg_constraint
         WHERE contype = 'f' AND confrelid = 'properties'::regclass ORDER BY 1",
    )
    .fetch_all(&mut connection)
    .await?;
    let mut kept = TABLES.map(str::to_owned);
    kept.sort();
    assert_eq!(tables, kept);
    Ok(())
}

#[tokio::test]
async fn a_sold_home_comes_back_with_everything_at_a_higher_version() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (hers, acts) = (world.landlord()?, Acts::of(&world, &landlord(11, 1))?);
    let home = hers.create(shared_house("Harbour View", &[1, 2])).await?;
    world.equip().await?;
    world
        .execute(
            "INSERT INTO duty_exemptions (organisation_id, property_id, duty, reason, created_by, created_at)
             SELECT organisation_id, property_id, 'Insurance', 'The block has it', 11, now() FROM properties",
        )
        .await?;
    let (before, id) = (hung(&world).await?, home.property_id);
    assert!(before.iter().all(|rows| rows != "[]"), "{before:?}");
    let home = hers.get(id).await?;
    let sold = hers.sell(id, sale()).await?.sold_property_id;
    let outlook = acts.look(Sold, sold).await?;
    assert_eq!(outlook.what, "The sale of Harbour View on 1 November 2026");
    assert_eq!(
        followed(&outlook),
        [
            (FollowedMark::Back, "Harbour View is not in the portfolio"),
            (FollowedMark::Back, "The sale counts in Sold Properties"),
        ]
    );
    assert!(outlook.can_undo);
    let mut bare = asked(Sold, sold);
    bare.reason = " ".to_owned();
    assert_eq!(fields(&refusal(acts.send(bare).await)?), ["reason"]);

    let why = asked(Sold, sold);
    let taken = acts.send(why.clone()).await?;
    assert_eq!(
        acts.send(why).await?,
        taken,
        "a repeat gets the first answer"
    );
    assert_eq!((taken.property_id, taken.user_id), (id, 11));
    let back = hers.get(id).await?;
    assert_eq!(back.version, home.version + 2);
    assert_eq!(hung(&world).await?, before);
    let as_before = lintel_proto::portfolio::v1::Property {
        version: home.version,
        update_time: home.update_time,
        ..back.clone()
    };
    assert_eq!(as_before, home);
    assert_eq!(hers.dashboard().await?.active_properties, 1);
    assert!(hers.list_sold(0, "").await?.sold_properties.is_empty());
    // Others hear of it at a version above that of its leaving.
    let mut connection = world.database.superuser().await?;
    let told: Vec<(String, i64, Vec<u8>)> = sqlx::query_as(
        "SELECT event_type, aggregate_version, payload FROM outbox WHERE aggregate_type = 'property' ORDER BY seq",
    )
    .fetch_all(&mut connection)
    .await?;
    let heads: Vec<_> = told
        .iter()
        .map(|(kind, version, _)| (kind.as_str(), *version))
        .collect();
    assert_eq!(
        heads,
        [
            (PropertyChanged::TYPE, 1),
            (PropertyDeleted::TYPE, 2),
            (PropertyChanged::TYPE, 3)
        ]
    );
    let last = PropertyChanged::decode(told[2].2.as_slice())?;
    assert_eq!((last.version, last.rooms.len()), (3, 2));
    assert_eq!(acts.history(id).await?, [taken]);
    // It is a property like every other: it can be changed, and sold again.
    let renamed = lintel_proto::portfolio::v1::Property {
        display_name: "Harbour House".to_owned(),
        ..back
    };
    hers.change(renamed, &["display_name"]).await?;
    hers.sell(id, sale()).await?;
    let refused = refusal(acts.take_back(Sold, sold).await)?;
    assert_eq!(reason(&refused), "SOLD_PROPERTY_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn a_home_that_was_added_anew_stands_against_it() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (hers, acts) = (world.landlord()?, Acts::of(&world, &landlord(11, 1))?);
    let home = hers.create(house("Mill Cottage")).await?;
    let sold = hers.sell(home.property_id, sale()).await?.sold_property_id;
    let anew = hers.create(house("Mill Cottage")).await?.property_id;
    let outlook = acts.look(Sold, sold).await?;
    assert_eq!(
        obstacle(&outlook),
        "Mill Cottage is in the portfolio again. Delete that one first"
    );
    assert_eq!(outlook.obstacle.unwrap_or_default().property_id, anew);
    let refused = refusal(acts.undo(Sold, sold).await)?;
    assert_eq!(reason(&refused), "TAKE_BACK_BLOCKED");
    hers.delete(anew).await?;
    // A sale from before what goes with a home was kept.
    let other = hers.create(house("Other")).await?;
    let old = hers.sell(other.property_id, sale()).await?.sold_property_id;
    world
        .execute("DELETE FROM kept_homes WHERE sold_property_id = (SELECT max(sold_property_id) FROM sold_properties)")
        .await?;
    assert!(obstacle(&acts.look(Sold, old).await?).starts_with("This sale is from before"));
    let (one, other) = tokio::join!(acts.undo(Sold, sold), acts.take_back(Sold, sold));
    assert!(one.is_ok() != other.is_ok());
    let refused = if one.is_ok() { other } else { one };
    assert_eq!(reason(&refusal(refused)?), "SOLD_PROPERTY_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn another_organisation_finds_nothing_and_a_viewer_only_reads() -> anyhow::Result<()> {
    let world = World::start().await?;
    let hers = world.landlord()?;
    let home = hers.create(house("House")).await?.property_id;
    let sold = hers.sell(home, sale()).await?.sold_property_id;
    let others = Acts::of(&world, &landlord(22, 2))?;
    for refused in [
        refusal(others.look(Sold, sold).await)?,
        refusal(
            others
                .take_back(Sold, sold)
                .await
                .map(|_| GetTakeBackResponse::default()),
        )?,
    ] {
        assert_eq!(reason(&refused), "SOLD_PROPERTY_NOT_FOUND");
    }
    let refused = refusal(others.history(home).await)?;
    assert_eq!(reason(&refused), "PROPERTY_NOT_FOUND");
    let viewer = Acts::of(&world, &member(12, 1, Grade::Viewer))?;
    assert!(viewer.look(Sold, sold).await?.can_undo);
    let refused = refusal(viewer.undo(Sold, sold).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    Ok(())
}

async fn inspections(world: &World) -> anyhow::Result<Vec<Inspection>> {
    let token = world.mint.token(&landlord(11, 1))?;
    let client = InspectionServiceClient::new(world.bearer(Some(&token))?);
    let listed = client
        .clone()
        .list_inspections(ListInspectionsRequest::default())
        .await?;
    Ok(listed.into_inner().inspections)
}

async fn complete(world: &World, inspection_id: i64, issues: &str) -> anyhow::Result<()> {
    let token = world.mint.token(&landlord(11, 1))?;
    let client = InspectionServiceClient::new(world.bearer(Some(&token))?);
    let request = CompleteInspectionRequest {
        inspection_id,
        issues_found: issues.to_owned(),
        notes: "All rooms".to_owned(),
        ..CompleteInspectionRequest::default()
    };
    client.clone().complete_inspection(request).await?;
    Ok(())
}

#[tokio::test]
async fn a_completed_inspection_is_planned_again_and_its_report_is_kept() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (hers, acts) = (world.landlord()?, Acts::of(&world, &landlord(11, 1))?);
    let home = hers.create(house("House")).await?.property_id;
    world
        .execute("UPDATE property_inspections SET inspection_date = '2026-11-20'")
        .await?;
    let planned = inspections(&world).await?.remove(0);
    let refused = refusal(acts.look(Completed, planned.inspection_id).await)?;
    assert_eq!(reason(&refused), "NOTHING_TO_TAKE_BACK");
    complete(&world, planned.inspection_id, "Damp in the bathroom").await?;
    assert_eq!(inspections(&world).await?.len(), 2);
    let outlook = acts.look(Completed, planned.inspection_id).await?;
    let what: Vec<_> = followed(&outlook);
    assert_eq!(what[0], (FollowedMark::Back, "What was found was recorded"));
    assert!(what[1].1.starts_with("The next inspection is planned for "));
    assert!(outlook.can_undo);
    let taken = acts.take_back(Completed, planned.inspection_id).await?;
    assert_eq!(taken.issues_found, "Damp in the bathroom");
    let all = inspections(&world).await?;
    let of = |id: i64| all.iter().find(|one| one.inspection_id == id).cloned();
    let again = of(planned.inspection_id).unwrap_or_default();
    assert_eq!(again.status(), InspectionStatus::Scheduled);
    assert_eq!(
        (again.complete_time, again.issues_found.as_str()),
        (None, "")
    );
    let next = all
        .iter()
        .find(|one| one.inspection_id != planned.inspection_id);
    assert_eq!(
        next.map(Inspection::status),
        Some(InspectionStatus::Cancelled)
    );
    assert_eq!(acts.history(home).await?, [taken]);
    Ok(())
}

#[tokio::test]
async fn a_next_inspection_that_was_changed_stays() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (hers, acts) = (world.landlord()?, Acts::of(&world, &landlord(11, 1))?);
    hers.create(house("House")).await?;
    world
        .execute("UPDATE property_inspections SET inspection_date = '2026-11-20'")
        .await?;
    let planned = inspections(&world).await?.remove(0).inspection_id;
    complete(&world, planned, "").await?;
    world
        .execute("UPDATE property_inspections SET version = 2 WHERE status = 'Scheduled'")
        .await?;
    let outlook = acts.look(Completed, planned).await?;
    assert_eq!(followed(&outlook)[0].0, FollowedMark::Stays);
    let refused = refusal(acts.undo(Completed, planned).await)?;
    assert_eq!(reason(&refused), "SOMETHING_FOLLOWED");
    acts.take_back(Completed, planned).await?;
    let all = inspections(&world).await?;
    let scheduled = all
        .iter()
        .filter(|one| one.status() == InspectionStatus::Scheduled);
    assert_eq!(scheduled.count(), 2);
    let refused = refusal(acts.take_back(Completed, planned).await)?;
    assert_eq!(reason(&refused), "NOTHING_TO_TAKE_BACK");
    Ok(())
}

#[tokio::test]
async fn an_import_goes_as_far_as_nobody_used_what_it_added() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (hers, acts) = (world.landlord()?, Acts::of(&world, &landlord(11, 1))?);
    let file = "Name,Address,Postcode,Property type,Monthly rent\n\
        A,1 High Street,LS1 4AP,House,900\n\
        B,2 High Street,LS1 4AP,House,900\n\
        C,3 High Street,LS1 4AP,House,900\n";
    let import = hers.check_import("homes.csv", file.as_bytes(), "").await?;
    let import = import.property_import_id;
    hers.apply_import(import, "").await?;
    world.import_all().await?;
    let refused = refusal(acts.look(Import, import + 1).await)?;
    assert_eq!(reason(&refused), "IMPORT_NOT_FOUND");
    assert!(acts.look(Import, import).await?.can_undo);
    world
        .execute(
            "INSERT INTO property_certificates
                 (organisation_id, property_id, certificate_type, issue_date, expiry_date, created_at, updated_at)
             SELECT organisation_id, property_id, 'EPC', '2026-01-31', '2036-01-31', now(), now() FROM properties WHERE name = 'C'",
        )
        .await?;
    let outlook = acts.look(Import, import).await?;
    let rows: Vec<_> = outlook
        .rows
        .iter()
        .map(|row| (row.what.as_str(), row.why.as_str()))
        .collect();
    assert_eq!(
        rows,
        [
            ("A, LS1 4AP", ""),
            ("B, LS1 4AP", ""),
            ("C, LS1 4AP", "Certificates were added")
        ]
    );
    let taken = acts.take_back(Import, import).await?;
    assert_eq!(taken.rows.len(), 3);
    let left = hers.list(0, "").await?.properties;
    let left: Vec<_> = left.iter().map(|one| one.display_name.as_str()).collect();
    assert_eq!(left, ["C"]);
    let gone = format!(
        "SELECT count(*) FROM outbox WHERE event_type = '{}'",
        PropertyDeleted::TYPE
    );
    assert_eq!(world.scalar::<i64>(&gone).await?, 2);
    assert!(
        obstacle(&acts.look(Import, import).await?).starts_with("Every home that this file added")
    );
    Ok(())
}
