//! The copies of properties, accounts and organisations: fed by events over a real broker, and filled from their owners where the
//! streams hold nothing.

use std::{collections::HashMap, sync::Arc, time::Duration};

use async_nats::jetstream::{self, consumer::PullConsumer};
use lintel_bus::{
    Consumer, Event,
    topology::{self, ConsumerSpec},
};
use lintel_core::{Clock, Money, OrganisationId, SystemClock};
use lintel_db::Scope;
use lintel_proto::{
    PublicEvent, access, common,
    identity::v1::{
        self as identity, AccountAddress, AccountChanged, OrganisationChanged, OrganisationDeleted,
        OrganisationProfile, OrganisationSnapshot, UserDeleted,
    },
    portfolio::v1::{PropertyChanged, PropertyDeleted, PropertyStatus, PropertyType, Room},
};
use lintel_rules::Nation;
use lintel_runtime::fill::{self, Copies as _, Filled};
use lintel_sealing::Opener;
use lintel_tenancy_applications::{
    app::{
        applying::vacancy,
        keeping::{Departures, copies::Copied},
    },
    consumers::{IdentityEvents, PortfolioEvents},
    domain::keeping::{Home, HomeNews, HomeRoom},
    jobs::Fill,
    store,
};
use lintel_testkit::{NatsServer, OwnersServer, wait_for};
use tokio::{net::TcpListener, sync::Notify};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    applying::{FLAT, HOUSE, world},
    harness::{World, peers},
    tenants::tenant,
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
        let homes = Consumer::new(
            topology::TENANCY_APPLICATIONS_PORTFOLIO,
            db.clone(),
            jetstream.clone(),
            PortfolioEvents,
        );
        tokio::spawn(homes.run(stop.clone()));
        let clock = Arc::clone(&world.clock) as Arc<dyn Clock>;
        let accounts = Consumer::new(
            topology::TENANCY_APPLICATIONS_IDENTITY,
            db,
            jetstream.clone(),
            IdentityEvents::new(clock, world.opener.clone(), Arc::new(Notify::new())),
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
        self.taken(topology::TENANCY_APPLICATIONS_PORTFOLIO).await?;
        self.taken(topology::TENANCY_APPLICATIONS_IDENTITY).await
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

pub fn house(name: &str, version: i64) -> PropertyChanged {
    PropertyChanged {
        property_id: 70,
        organisation_id: 1,
        version,
        display_name: name.to_owned(),
        address: "7 Mill Road, Leeds".to_owned(),
        postcode: "LS7 1AA".to_owned(),
        nation: common::v1::Nation::England.into(),
        property_type: PropertyType::Hmo.into(),
        status: PropertyStatus::PartiallyOccupied.into(),
        monthly_rent: Some(Money::gbp(100_000).into()),
        rooms: [("10", false), ("2", false), ("3", true)]
            .into_iter()
            .zip(1..)
            .map(|((number, occupied), room_id)| Room {
                room_id,
                room_number: number.to_owned(),
                display_name: format!("Room {number}"),
                monthly_rent: Some(Money::gbp(50_000).into()),
                asking_rent: None,
                occupied,
            })
            .collect(),
        responsible_user_id: 0,
        asking_rent: None,
    }
}

pub fn account(opener: &Opener, email: &str, version: i64) -> anyhow::Result<AccountChanged> {
    let address = AccountAddress {
        verified_email: email.to_owned(),
        ..AccountAddress::default()
    };
    Ok(AccountChanged {
        user_id: 500,
        role: access::v1::Role::Tenant.into(),
        version,
        address: Some(opener.sealer().seal(&address)?),
        contact: None,
        maintenance_auto_assign: false,
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
        profile: Some(opener.sealer().seal(&profile)?),
        profile_for_viewings: None,
        ..OrganisationChanged::default()
    })
}

async fn home_name(world: &World) -> anyhow::Result<Option<String>> {
    let mut tx = world.database.db.begin(scope()).await?;
    let home = store::keeping::home::find(&mut tx, OrganisationId::new(1), 70.into()).await?;
    Ok(home.map(|home| home.name))
}

async fn email(world: &World) -> anyhow::Result<Option<String>> {
    let scope = Scope::user(500.into());
    let mut tx = world.database.db.begin(scope).await?;
    Ok(store::keeping::account::email_key(&mut tx, 500.into()).await?)
}

async fn name(world: &World) -> anyhow::Result<Option<String>> {
    let mut tx = world.database.db.begin(scope()).await?;
    Ok(store::keeping::organisation::name(&mut tx, 1.into()).await?)
}

fn scope() -> Scope {
    Scope {
        organisation: Some(1.into()),
        user: None,
    }
}

/// A home with one room, as its owner tells of it.
fn told(organisation: i64, property: i64, name: &str, version: i64) -> (OrganisationId, HomeNews) {
    let room = HomeRoom {
        id: version.into(),
        number: name.to_owned(),
        monthly_rent: Money::gbp(50_000),
        occupied: false,
    };
    let home = Home {
        property: property.into(),
        name: name.to_owned(),
        address: "7 Mill Road, Leeds".to_owned(),
        postcode: "LS7 1AA".to_owned(),
        nation: Nation::England,
        property_type: "HMO".to_owned(),
        monthly_rent: Money::gbp(100_000),
        occupied: false,
        rooms: vec![room],
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
        .execute("INSERT INTO gone_organisations (organisation_id, gone_at) VALUES (3, now())")
        .await?;
    let mut tx = world.database.db.begin_worker().await?;
    let first = [
        told(1, 70, "Kept", 3),
        told(1, 71, "Older", 1),
        told(2, 72, "Left", 1),
    ];
    assert_eq!(store::keeping::home::keep(&mut tx, &first).await?.len(), 3);
    let mut left = told(2, 72, "", 2);
    left.1.home = None;
    let second = [
        told(1, 70, "Late", 2),
        told(1, 71, "Newer", 2),
        left,
        told(3, 73, "Theirs who are gone", 1),
        told(2, 74, "Another's", 1),
    ];
    let news = store::keeping::home::keep(&mut tx, &second).await?;
    let news: Vec<i64> = news.iter().map(|(_, news)| news.property.get()).collect();
    assert_eq!(news, [71, 72, 74]);
    tx.commit().await?;

    let rows = "SELECT property_id, name, room_number FROM homes LEFT JOIN home_rooms USING (organisation_id, property_id)
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

    let mut tx = world.database.db.begin(scope()).await?;
    let open = vacancy::open_homes(&mut tx, 1.into()).await?;
    let rooms: Vec<_> = open[0]
        .rooms
        .iter()
        .map(|room| room.number.as_str())
        .collect();
    assert_eq!(rooms, ["2", "10"]);
    assert!(vacancy::is_vacant(&mut tx, 1.into(), 70.into(), Some("2")).await?);
    assert!(!vacancy::is_vacant(&mut tx, 1.into(), 70.into(), Some("3")).await?);
    assert!(!vacancy::is_vacant(&mut tx, 1.into(), 70.into(), None).await?);
    drop(tx);

    let gone = PropertyDeleted {
        property_id: 70,
        organisation_id: 1,
        version: 4,
    };
    broker.tell(&gone, 4).await?;
    broker.tell(&house("Late", 3), 3).await?;
    assert_eq!(home_name(&world).await?, None);
    assert_eq!(world.number("SELECT count(*) FROM home_rooms").await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_tenancy_is_called_as_its_home_is_now() -> anyhow::Result<()> {
    let world = World::start().await?;
    let broker = Broker::start(&world).await?;
    broker.tell(&house("Before", 1), 1).await?;
    world.owners.have_home(1, 70);
    let mut lives = tenant(70, "Ada");
    lives.room_number = Some("2".to_owned());
    let landlord = world.landlord()?;
    let ada = landlord.add(lives).await?;
    broker.tell(&house("After", 2), 2).await?;
    let shown = landlord.get(ada.tenant_id).await?;
    assert_eq!(
        (shown.property_display_name.as_str(), shown.version),
        ("After", 1)
    );
    Ok(())
}

#[tokio::test]
async fn accounts_and_organisations_are_kept_until_they_go() -> anyhow::Result<()> {
    let world = World::start().await?;
    let broker = Broker::start(&world).await?;
    let opener = &world.opener;
    broker
        .tell(&account(opener, "Ada@Example.com", 2)?, 2)
        .await?;
    broker
        .tell(&account(opener, "old@example.com", 1)?, 1)
        .await?;
    assert_eq!(email(&world).await?.as_deref(), Some("ada@example.com"));
    let deleted = UserDeleted {
        user_id: 500,
        version: 3,
    };
    broker.tell(&deleted, 3).await?;
    assert_eq!(email(&world).await?, None);
    assert_eq!(
        world
            .number("SELECT count(*) FROM accounts WHERE role IS NULL")
            .await?,
        1
    );

    broker.tell(&organisation(opener, "Lets", 1)?, 1).await?;
    assert_eq!(name(&world).await?.as_deref(), Some("Lets"));
    let deleted = OrganisationDeleted {
        organisation_id: 1,
        version: 2,
    };
    broker.tell(&deleted, 2).await?;
    broker.tell(&organisation(opener, "Late", 3)?, 3).await?;
    broker.tell(&house("Late", 9), 9).await?;
    assert_ne!(name(&world).await?.as_deref(), Some("Late"));
    assert_eq!(home_name(&world).await?, None);
    Ok(())
}

#[tokio::test]
async fn everything_of_a_deleted_organisation_goes_and_nothing_of_another() -> anyhow::Result<()> {
    let world = world().await?;
    world.landlord()?.add(tenant(FLAT, "Ada")).await?;
    world.other_landlord()?.add(tenant(3, "Bob")).await?;
    world
        .execute("INSERT INTO gone_organisations VALUES (1, '2026-11-24T10:00:00Z')")
        .await?;
    let clock = Arc::clone(&world.clock) as Arc<dyn Clock>;
    let departures = Departures::new(world.database.db.clone(), clock);
    assert!(departures.erase().await? > 0);
    for table in [
        "homes",
        "home_rooms",
        "tenancies",
        "tenants",
        "organisation_names",
    ] {
        let mut connection = world.database.superuser().await?;
        let sql = format!("SELECT count(*) FROM {table} WHERE organisation_id = 1");
        let left: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
            .fetch_one(&mut connection)
            .await?;
        assert_eq!(left, 0, "{table}");
    }
    assert_eq!(world.number("SELECT count(*) FROM tenants").await?, 1);
    assert_eq!(departures.erase().await?, 0);
    let open = "SELECT count(*) FROM gone_organisations WHERE erased_at IS NULL";
    assert_eq!(world.number(open).await?, 1, "a token may still write");
    world.clock.advance(chrono::Duration::minutes(20));
    departures.erase().await?;
    assert_eq!(world.number(open).await?, 0);
    Ok(())
}

#[tokio::test]
async fn copies_that_no_event_reaches_are_filled_once_from_their_owners() -> anyhow::Result<()> {
    let world = World::start().await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let fill = Fill {
        db: world.database.db.clone(),
        clock: Arc::clone(&world.clock) as Arc<dyn Clock>,
        peers: peers(&address)?,
        opener: world.opener.clone(),
    };
    let stop = CancellationToken::new();
    let filled = tokio::spawn(fill::at_first_start(fill.clone(), stop.clone()));

    let owners = OwnersServer::start_on(listener)?;
    let other = PropertyChanged {
        property_id: 71,
        ..house("Second", 1)
    };
    let ada = account(&world.opener, "ada@example.com", 1)?;
    let lets = OrganisationSnapshot {
        organisation: Some(organisation(&world.opener, "Lets", 1)?),
        members: vec![identity::MembershipChanged::default()],
    };
    owners.know(|known| {
        known.properties = vec![house("First", 2), other];
        known.accounts = vec![ada];
        known.organisations = vec![lets];
    });
    wait_for("the copies are filled", PATIENCE, async || {
        let filled = world.number("SELECT count(*) FROM filled_copies").await?;
        Ok((filled == 3).then_some(()))
    })
    .await?;
    assert_eq!(home_name(&world).await?.as_deref(), Some("First"));
    assert_eq!(world.number("SELECT count(*) FROM homes").await?, 2);
    assert_eq!(email(&world).await?.as_deref(), Some("ada@example.com"));
    assert_eq!(name(&world).await?.as_deref(), Some("Lets"));
    stop.cancel();
    filled.await??;

    // Their owners were restored from an older backup: they know less, and by lower versions.
    for sql in [
        "UPDATE homes SET name = 'Undone', version = 9 WHERE property_id = 70",
        "INSERT INTO homes SELECT organisation_id, 72, name, address, postcode, property_type, monthly_rent, is_occupied, 9
         FROM homes WHERE property_id = 70",
        "INSERT INTO accounts (user_id, version) VALUES (500, 9) ON CONFLICT (user_id) DO UPDATE
         SET role = NULL, email_key = NULL, version = 9",
    ] {
        world.execute(sql).await?;
    }
    assert_eq!(fill::all(&fill).await?, Filled { rows: 4, gone: 1 });
    assert_eq!(home_name(&world).await?.as_deref(), Some("First"));
    assert_eq!(email(&world).await?.as_deref(), Some("ada@example.com"));
    assert_eq!(
        world
            .number("SELECT count(*) FROM homes WHERE version > 0")
            .await?,
        2
    );

    // What an event tells while they are filled is newer than any page.
    fill.mark(Copied::Homes).await?;
    world
        .execute("UPDATE homes SET name = 'Newer', version = 3 WHERE property_id = 70")
        .await?;
    let (_, next) = fill.keep_page(Copied::Homes, String::new()).await?;
    fill.keep_page(Copied::Homes, next).await?;
    assert_eq!(fill.sweep(Copied::Homes).await?, 0);
    assert_eq!(home_name(&world).await?.as_deref(), Some("Newer"));
    Ok(())
}

#[tokio::test]
async fn a_room_that_is_let_here_is_not_open() -> anyhow::Result<()> {
    let world = world().await?;
    let mut lives = tenant(HOUSE, "Ada");
    lives.room_number = Some("1".to_owned());
    world.landlord()?.add(lives).await?;
    let mut tx = world.database.db.begin(scope()).await?;
    let open = vacancy::open_homes(&mut tx, 1.into()).await?;
    let house = open.iter().find(|open| open.home.property.get() == HOUSE);
    let rooms = house.map(|open| open.rooms.iter().map(|room| room.number.clone()).collect());
    assert_eq!(rooms, Some(vec!["2".to_owned()]));
    Ok(())
}

async fn nation_of_home(world: &World) -> anyhow::Result<Option<Nation>> {
    let mut tx = world.database.db.begin(scope()).await?;
    let home = store::keeping::home::find(&mut tx, OrganisationId::new(1), 70.into()).await?;
    Ok(home.map(|home| home.nation))
}

#[tokio::test]
async fn the_nation_of_a_home_is_what_portfolio_says_or_else_its_postcode_s() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let broker = Broker::start(&world).await?;
    let at = |postcode: &str, nation: common::v1::Nation, version| PropertyChanged {
        postcode: postcode.to_owned(),
        nation: nation.into(),
        ..house("Border House", version)
    };
    let said = at("CH4 0AA", common::v1::Nation::Wales, 1);
    broker.tell(&said, 1).await?;
    assert_eq!(nation_of_home(&world).await?, Some(Nation::Wales));
    // A portfolio of the release before does not say it.
    let unsaid = at("EH3 9AA", common::v1::Nation::Unspecified, 2);
    broker.tell(&unsaid, 2).await?;
    assert_eq!(nation_of_home(&world).await?, Some(Nation::Scotland));
    // Nor did the release before keep it.
    world
        .execute("UPDATE homes SET nation = NULL, postcode = 'CH4 0AA' WHERE property_id = 70")
        .await?;
    assert_eq!(nation_of_home(&world).await?, Some(Nation::England));
    Ok(())
}
