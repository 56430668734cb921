//! The copies of what others own: fed by events over a real broker, filled from their owners where the streams hold nothing, and asked for
//! where a caller is quicker than an event.

mod asking;
mod fill;

use std::{collections::HashMap, sync::Arc, time::Duration};

use async_nats::jetstream::{self, consumer::PullConsumer};
use lintel_bus::{
    Consumer, Event,
    topology::{self, ConsumerSpec},
};
use lintel_core::{Clock, OrganisationId, SystemClock, london_date};
use lintel_db::Scope;
use lintel_proto::{
    PublicEvent, access,
    common::v1::{self as common, Date, TimeOfDay},
    identity::v1::{
        AccountChanged, MembershipChanged, MembershipEnded, OrganisationChanged,
        OrganisationDeleted, OrganisationProfile, UserDeleted,
    },
    portfolio::v1::{
        InspectionChanged, InspectionStatus, PropertyChanged, PropertyDeleted, PropertyStatus,
        PropertyType, Room,
    },
    tenancy::v1::{LeaseStatus, TenantChanged, TenantContact, TenantDeleted},
};
use lintel_rules::Nation;
use lintel_sealing::Opener;
use lintel_testkit::{NatsServer, wait_for};
use lintel_viewings_maintenance::{
    consumers::{IdentityEvents, PortfolioEvents, TenancyEvents},
    domain::{Home, HomeNews, HomeRoom},
    store,
};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    booking::{book, get, viewing},
    harness::World,
};

const PATIENCE: Duration = Duration::from_secs(20);

/// The owners' side of the broker, and this service's consumers.
struct Broker {
    jetstream: jetstream::Context,
    stop: CancellationToken,
    _server: NatsServer,
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Broker {
    async fn start(world: &World) -> anyhow::Result<Self> {
        let server = NatsServer::start().await?;
        let client = lintel_bus::connect("test", &server.url()).await?;
        let jetstream = jetstream::new(client);
        topology::apply(&jetstream, 1).await?;
        let stop = CancellationToken::new();
        let db = world.database.db.clone();
        let opener = world.parts.opener.clone();
        let homes = Consumer::new(
            topology::VIEWINGS_MAINTENANCE_PORTFOLIO,
            db.clone(),
            jetstream.clone(),
            PortfolioEvents::new(world.parts.shown_homes()),
        );
        tokio::spawn(homes.run(stop.clone()));
        let tenants = Consumer::new(
            topology::VIEWINGS_MAINTENANCE_TENANCY,
            db.clone(),
            jetstream.clone(),
            TenancyEvents::new(opener.clone(), world.parts.shown_homes()),
        );
        tokio::spawn(tenants.run(stop.clone()));
        let clock = Arc::clone(&world.clock) as Arc<dyn Clock>;
        let accounts = Consumer::new(
            topology::VIEWINGS_MAINTENANCE_IDENTITY,
            db,
            jetstream.clone(),
            IdentityEvents::new(clock, opener, Arc::new(Notify::new())),
        );
        tokio::spawn(accounts.run(stop.clone()));
        Ok(Self {
            jetstream,
            stop,
            _server: server,
        })
    }

    async fn tell<M: PublicEvent>(&self, message: &M, version: i64) -> anyhow::Result<()> {
        let event = Event {
            id: Uuid::now_v7(),
            event_type: M::TYPE.to_owned(),
            aggregate_type: "aggregate".to_owned(),
            aggregate_id: "1".to_owned(),
            aggregate_version: version,
            organisation: None,
            time: SystemClock.now(),
            trace: HashMap::new(),
            payload: message.encode_to_vec().into(),
        };
        let published = self.jetstream.publish_with_headers(
            event.subject(),
            event.headers(),
            event.payload.clone(),
        );
        published.await?.await?;
        self.taken(topology::VIEWINGS_MAINTENANCE_PORTFOLIO).await?;
        self.taken(topology::VIEWINGS_MAINTENANCE_TENANCY).await?;
        self.taken(topology::VIEWINGS_MAINTENANCE_IDENTITY).await
    }

    async fn taken(&self, spec: ConsumerSpec) -> anyhow::Result<()> {
        wait_for("every event is acknowledged", PATIENCE, async || {
            let mut consumer: PullConsumer = self
                .jetstream
                .get_consumer_from_stream(spec.durable, spec.stream)
                .await?;
            let info = consumer.info().await?;
            anyhow::ensure!(info.num_pending == 0 && info.num_ack_pending == 0);
            Ok(Some(()))
        })
        .await
    }
}

fn house(name: &str, version: i64) -> PropertyChanged {
    PropertyChanged {
        property_id: 70,
        organisation_id: 1,
        version,
        display_name: name.to_owned(),
        address: "7 Mill Road, Leeds".to_owned(),
        postcode: "LS7 1AA".to_owned(),
        property_type: PropertyType::Hmo.into(),
        status: PropertyStatus::PartiallyOccupied.into(),
        rooms: [("10", false), ("2", false), ("3", true)]
            .into_iter()
            .zip(1..)
            .map(|((number, occupied), room_id)| Room {
                room_id,
                room_number: number.to_owned(),
                occupied,
                ..Room::default()
            })
            .collect(),
        responsible_user_id: 11,
        ..PropertyChanged::default()
    }
}

fn inspection(status: InspectionStatus, version: i64) -> InspectionChanged {
    InspectionChanged {
        inspection_id: 80,
        organisation_id: 1,
        version,
        property_id: 70,
        inspection_date: Some(Date {
            year: 2026,
            month: 12,
            day: 1,
        }),
        inspection_time: Some(TimeOfDay {
            hour: 14,
            minute: 0,
        }),
        status: status.into(),
        automatic: false,
    }
}

fn tenant(opener: &Opener, name: &str, version: i64) -> anyhow::Result<TenantChanged> {
    let contact = TenantContact {
        display_name: name.to_owned(),
        email: "tess@example.org".to_owned(),
        phone: "07700 900123".to_owned(),
        mails_off: false,
    };
    Ok(TenantChanged {
        tenant_id: 90,
        organisation_id: 1,
        tenancy_id: 91,
        property_id: 70,
        room_number: Some("3".to_owned()),
        lease_status: LeaseStatus::Active.into(),
        user_ids: vec![500],
        version,
        contact: Some(opener.sealer().seal(&contact)?),
        last_date: None,
    })
}

fn organisation(opener: &Opener, name: &str, version: i64) -> anyhow::Result<OrganisationChanged> {
    let profile = OrganisationProfile {
        display_name: name.to_owned(),
        ..OrganisationProfile::default()
    };
    Ok(OrganisationChanged {
        organisation_id: 1,
        version,
        profile: None,
        profile_for_viewings: Some(opener.sealer().seal(&profile)?),
        ..OrganisationChanged::default()
    })
}

fn account(auto_assign: bool, version: i64) -> AccountChanged {
    AccountChanged {
        user_id: 12,
        role: access::v1::Role::Landlord.into(),
        version,
        maintenance_auto_assign: auto_assign,
        ..AccountChanged::default()
    }
}

fn member(version: i64) -> MembershipChanged {
    MembershipChanged {
        membership_id: 60,
        organisation_id: 1,
        user_id: 12,
        grade: access::v1::Grade::Manager.into(),
        version,
    }
}

fn scope() -> Scope {
    Scope {
        organisation: Some(1.into()),
        user: None,
    }
}

async fn home_name(world: &World) -> anyhow::Result<Option<String>> {
    let mut tx = world.database.db.begin(scope()).await?;
    let home = store::home::find(&mut tx, OrganisationId::new(1), 70.into()).await?;
    Ok(home.map(|home| home.name))
}

async fn name(world: &World) -> anyhow::Result<Option<String>> {
    let mut tx = world.database.db.begin(scope()).await?;
    Ok(store::organisation::name(&mut tx, 1.into()).await?)
}

/// The names of who lives in room 3.
async fn living(world: &World) -> anyhow::Result<Vec<String>> {
    let mut tx = world.database.db.begin(scope()).await?;
    let (opener, room) = (&world.parts.opener, Some("3"));
    let today = london_date(world.clock.now());
    let living = store::tenant::living_in(&mut tx, opener, 1.into(), 70.into(), room, today);
    Ok(living.await?.into_iter().map(|one| one.name).collect())
}

/// A home with one room, as its owner tells of it.
fn told(organisation: i64, property: i64, name: &str, version: i64) -> (OrganisationId, HomeNews) {
    let room = HomeRoom {
        id: version.into(),
        number: name.to_owned(),
        occupied: false,
    };
    let home = Home {
        property: property.into(),
        name: name.to_owned(),
        address: "7 Mill Road, Leeds".to_owned(),
        postcode: "LS7 1AA".to_owned(),
        nation: Nation::England,
        occupied: false,
        rooms: vec![room],
        responsible_user: None,
    };
    let news = HomeNews {
        property: property.into(),
        home: Some(home),
        version,
    };
    (organisation.into(), news)
}

#[tokio::test]
async fn of_many_homes_each_is_kept_by_its_own_version_with_its_own_rooms() -> anyhow::Result<()> {
    let world = World::start().await?;
    world
        .execute("INSERT INTO vm_gone_organisations (organisation_id, gone_at) VALUES (3, now())")
        .await?;
    let mut tx = world.database.db.begin_worker().await?;
    let first = [
        told(1, 70, "Kept", 3),
        told(1, 71, "Older", 1),
        told(2, 72, "Left", 1),
    ];
    assert_eq!(store::home::keep(&mut tx, &first).await?.len(), 3);
    let mut left = told(2, 72, "", 2);
    left.1.home = None;
    let second = [
        told(1, 70, "Late", 2),
        told(1, 71, "Newer", 2),
        left,
        told(3, 73, "Theirs who are gone", 1),
        told(2, 74, "Another's", 1),
    ];
    let news = store::home::keep(&mut tx, &second).await?;
    let news: Vec<i64> = news.iter().map(|(_, news)| news.property.get()).collect();
    assert_eq!(news, [71, 72, 74]);
    tx.commit().await?;

    let rows = "SELECT property_id, name, room_number FROM vm_homes LEFT JOIN vm_home_rooms USING (organisation_id, property_id)
        WHERE property_id BETWEEN 70 AND 74 ORDER BY property_id";
    let kept: Vec<(i64, Option<String>, Option<String>)> = sqlx::query_as(rows)
        .fetch_all(world.database.db.worker())
        .await?;
    let both = |property, name: &str| (property, Some(name.to_owned()), Some(name.to_owned()));
    assert_eq!(
        kept,
        [
            both(70, "Kept"),
            both(71, "Newer"),
            (72, None, None),
            both(74, "Another's"),
        ]
    );
    Ok(())
}

#[tokio::test]
async fn a_property_is_kept_as_the_newest_event_says_and_never_comes_back() -> anyhow::Result<()> {
    let world = World::start().await?;
    let broker = Broker::start(&world).await?;
    broker.tell(&house("New", 2), 2).await?;
    broker.tell(&house("Old", 1), 1).await?;
    assert_eq!(home_name(&world).await?.as_deref(), Some("New"));
    world.owners.have_home(1, 70);
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(70, "Ada")).await?.viewing_id;
    broker.tell(&house("Newer", 3), 3).await?;
    let seen = get(&landlord, id).await?;
    assert_eq!(
        (seen.property_display_name.as_str(), seen.version),
        ("Newer", 1)
    );
    assert!(seen.occupied, "somebody lives in one of its rooms");
    let gone = PropertyDeleted {
        property_id: 70,
        organisation_id: 1,
        version: 5,
    };
    broker.tell(&gone, 5).await?;
    broker.tell(&house("Late", 4), 4).await?;
    assert_eq!(home_name(&world).await?, None);
    let rooms: i64 = world
        .scalar("SELECT count(*) FROM vm_home_rooms WHERE property_id = 70")
        .await?;
    assert_eq!(rooms, 0);
    Ok(())
}

#[tokio::test]
async fn an_inspection_clashes_until_it_is_done_or_its_property_leaves() -> anyhow::Result<()> {
    let world = World::start().await?;
    let broker = Broker::start(&world).await?;
    broker.tell(&house("The House", 1), 1).await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(crate::harness::FLAT, "Ada"))
        .await?
        .viewing_id;
    broker
        .tell(&inspection(InspectionStatus::Scheduled, 1), 1)
        .await?;
    assert_eq!(get(&landlord, id).await?.clash_inspection_ids, [80]);
    broker
        .tell(&inspection(InspectionStatus::Completed, 3), 3)
        .await?;
    broker
        .tell(&inspection(InspectionStatus::Scheduled, 2), 2)
        .await?;
    assert_eq!(get(&landlord, id).await?.clash_inspection_ids, [0; 0]);
    Ok(())
}

#[tokio::test]
async fn a_tenant_is_kept_sealed_until_they_are_taken_away() -> anyhow::Result<()> {
    let world = World::start().await?;
    let broker = Broker::start(&world).await?;
    let opener = &world.parts.opener;
    broker.tell(&tenant(opener, "Tess", 2)?, 2).await?;
    broker.tell(&tenant(opener, "Old", 1)?, 1).await?;
    assert_eq!(living(&world).await?, ["Tess"]);
    let mut tx = world.database.db.begin(Scope::user(500.into())).await?;
    let own = store::tenant::of_account(&mut tx, opener).await?;
    assert_eq!(own.len(), 1);
    assert_eq!(own[0].organisation.get(), 1);
    drop(tx);
    let mut tx = world.database.db.begin(Scope::user(501.into())).await?;
    assert!(store::tenant::of_account(&mut tx, opener).await?.is_empty());
    drop(tx);
    let clear: i64 = world
        .scalar("SELECT count(*) FROM vm_tenants WHERE position('tess'::bytea in contact) > 0")
        .await?;
    assert_eq!(clear, 0);
    let gone = TenantDeleted {
        tenant_id: 90,
        organisation_id: 1,
        version: 4,
    };
    broker.tell(&gone, 4).await?;
    broker.tell(&tenant(opener, "Late", 3)?, 3).await?;
    assert!(living(&world).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn accounts_members_and_organisations_are_kept_until_they_go() -> anyhow::Result<()> {
    let world = World::start().await?;
    let broker = Broker::start(&world).await?;
    let assigns = async || -> anyhow::Result<bool> {
        let mut tx = world.database.db.begin(scope()).await?;
        Ok(store::account::auto_assigns(&mut tx, 12.into()).await?)
    };
    let belongs = async || -> anyhow::Result<bool> {
        let mut tx = world.database.db.begin(scope()).await?;
        Ok(store::member::exists(&mut tx, 1.into(), 12.into()).await?)
    };
    broker.tell(&account(true, 2), 2).await?;
    broker.tell(&account(false, 1), 1).await?;
    // A request sees the choices of its own organisation's members alone.
    assert!(!assigns().await? && !belongs().await?);
    broker.tell(&member(1), 1).await?;
    assert!(assigns().await? && belongs().await?);
    let ended = MembershipEnded {
        membership_id: 60,
        organisation_id: 1,
        user_id: 12,
        version: 3,
    };
    broker.tell(&ended, 3).await?;
    broker.tell(&member(2), 2).await?;
    assert!(!belongs().await?);
    let deleted = UserDeleted {
        user_id: 12,
        version: 3,
    };
    broker.tell(&deleted, 3).await?;
    let left: i64 = world
        .scalar("SELECT count(*) FROM vm_accounts WHERE maintenance_auto_assign IS NULL")
        .await?;
    assert_eq!(left, 1);

    let opener = &world.parts.opener;
    broker.tell(&organisation(opener, "Lets", 2)?, 2).await?;
    // An event from before this service knows nothing of it.
    let older = OrganisationChanged {
        profile_for_viewings: None,
        ..organisation(opener, "", 3)?
    };
    broker.tell(&older, 3).await?;
    assert_eq!(name(&world).await?.as_deref(), Some("Lets"));
    let dead: i64 = world.scalar("SELECT count(*) FROM dead_letter").await?;
    assert_eq!(dead, 0);
    let deleted = OrganisationDeleted {
        organisation_id: 1,
        version: 4,
    };
    broker.tell(&deleted, 4).await?;
    broker.tell(&organisation(opener, "Late", 5)?, 5).await?;
    broker.tell(&house("Late", 9), 9).await?;
    assert_ne!(name(&world).await?.as_deref(), Some("Late"));
    assert_eq!(home_name(&world).await?, None);
    Ok(())
}

#[tokio::test]
async fn the_nation_of_a_home_is_what_portfolio_says_or_else_its_postcode_s() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let broker = Broker::start(&world).await?;
    let nation = async || {
        let mut tx = world.database.db.begin(scope()).await?;
        let home = store::home::find(&mut tx, OrganisationId::new(1), 70.into()).await?;
        anyhow::Ok(home.map(|home| home.nation))
    };
    let said = PropertyChanged {
        postcode: "CH4 0AA".to_owned(),
        nation: common::Nation::Wales.into(),
        ..house("Border House", 1)
    };
    broker.tell(&said, 1).await?;
    assert_eq!(nation().await?, Some(Nation::Wales));
    // A portfolio of the release before does not say it.
    let unsaid = PropertyChanged {
        postcode: "BT7 1NN".to_owned(),
        ..house("Border House", 2)
    };
    broker.tell(&unsaid, 2).await?;
    assert_eq!(nation().await?, Some(Nation::NorthernIreland));
    // Nor did the release before keep it.
    world
        .execute("UPDATE vm_homes SET nation = NULL, postcode = 'CH4 0AA' WHERE property_id = 70")
        .await?;
    assert_eq!(nation().await?, Some(Nation::England));
    Ok(())
}
