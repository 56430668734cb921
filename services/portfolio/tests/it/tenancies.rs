//! Tenancies in force: received from the tenancy service over a real broker, and the changes that they forbid.

use std::{collections::HashMap, sync::Arc, time::Duration};

use async_nats::jetstream::{self, consumer::PullConsumer};
use lintel_bus::{Consumer, Event, topology};
use lintel_core::{Clock as _, SystemClock};
use lintel_portfolio::consumers::TenancyEvents;
use lintel_proto::{
    PublicEvent,
    portfolio::v1::{Property, PropertyStatus},
    tenancy::v1::{TenancyEnded, TenancyStarted},
};
use lintel_testkit::{NatsServer, wait_for};
use tokio_util::sync::CancellationToken;
use tonic::Code;
use uuid::Uuid;

use crate::{
    harness::{World, reason, refusal},
    property::{day, house, room, shared_house},
    sale::sale,
};

const PATIENCE: Duration = Duration::from_secs(20);

/// The tenancy service's side of the broker, and this service's consumer.
struct Tenancies {
    jetstream: jetstream::Context,
    stop: CancellationToken,
    _server: NatsServer,
}

impl Drop for Tenancies {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

fn event<M: PublicEvent>(message: &M, tenancy: i64, version: i64) -> Event {
    Event {
        id: Uuid::now_v7(),
        event_type: M::TYPE.to_owned(),
        aggregate_type: "tenancy".to_owned(),
        aggregate_id: tenancy.to_string(),
        aggregate_version: version,
        organisation: Some(1.into()),
        time: SystemClock.now(),
        trace: HashMap::new(),
        payload: message.encode_to_vec().into(),
    }
}

fn start(tenancy: i64, property: &Property, room: Option<&str>, version: i64) -> TenancyStarted {
    TenancyStarted {
        tenancy_id: tenancy,
        organisation_id: 1,
        property_id: property.property_id,
        room_number: room.map(str::to_owned),
        start_date: day(2026, 11, 1),
        end_date: None,
        version,
        monthly_rent: None,
    }
}

fn started(tenancy: i64, property: &Property, room: Option<&str>, version: i64) -> Event {
    event(&start(tenancy, property, room, version), tenancy, version)
}

fn end(tenancy: i64, property: &Property, room: Option<&str>, version: i64) -> TenancyEnded {
    TenancyEnded {
        tenancy_id: tenancy,
        organisation_id: 1,
        property_id: property.property_id,
        room_number: room.map(str::to_owned),
        start_date: day(2026, 11, 1),
        end_date: day(2026, 11, 20),
        version,
    }
}

fn ended(tenancy: i64, property: &Property, room: Option<&str>, version: i64) -> Event {
    event(&end(tenancy, property, room, version), tenancy, version)
}

impl Tenancies {
    async fn start(world: &World) -> anyhow::Result<Self> {
        let server = NatsServer::start().await?;
        let client = lintel_bus::connect("test", &server.url()).await?;
        let jetstream = jetstream::new(client);
        topology::apply(&jetstream, 1).await?;
        let stop = CancellationToken::new();
        let consumer = Consumer::new(
            topology::PORTFOLIO_TENANCY,
            world.database.db.clone(),
            jetstream.clone(),
            TenancyEvents::new(Arc::clone(&world.clock) as Arc<dyn lintel_core::Clock>),
        );
        tokio::spawn(consumer.run(stop.clone()));
        Ok(Self {
            jetstream,
            stop,
            _server: server,
        })
    }

    /// Publishes these, each under a name of its own so that the broker recognises no repeat, and waits until they were taken.
    async fn tell(&self, events: &[Event]) -> anyhow::Result<()> {
        for event in events {
            let mut headers = event.headers();
            headers.insert("Nats-Msg-Id", Uuid::now_v7().to_string());
            self.jetstream
                .publish_with_headers(event.subject(), headers, event.payload.clone())
                .await?
                .await?;
        }
        let spec = topology::PORTFOLIO_TENANCY;
        wait_for("every event is acknowledged", PATIENCE, async || {
            let mut consumer: PullConsumer = self
                .jetstream
                .get_consumer_from_stream(spec.durable, spec.stream)
                .await?;
            let info = consumer.info().await?;
            anyhow::ensure!(
                info.num_pending == 0 && info.num_ack_pending == 0,
                "{} to come, {} in hand",
                info.num_pending,
                info.num_ack_pending
            );
            Ok(Some(()))
        })
        .await
    }
}

#[tokio::test]
async fn a_let_property_is_occupied_and_stays_until_the_tenancy_ends() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let tenancies = Tenancies::start(&world).await?;
    let property = landlord.create(house("House")).await?;
    let id = property.property_id;
    tenancies.tell(&[started(5, &property, None, 1)]).await?;

    let occupied = landlord.get(id).await?;
    assert_eq!(
        (occupied.status(), occupied.tenancy_active, occupied.version),
        (PropertyStatus::Occupied, true, 2)
    );
    let listed = landlord.list(0, "").await?.properties;
    assert_eq!(listed.first(), Some(&occupied));
    assert_eq!(landlord.dashboard().await?.occupied_properties, 1);
    let history = landlord.history(id, 0, "").await?.entries;
    assert_eq!(
        (history[0].status(), history[0].changed_by_user_id),
        (PropertyStatus::Occupied, 0)
    );
    assert_eq!(world.rows().await?, [1, 0, 2, 2, 0]);

    let mut vacant = occupied.clone();
    vacant.status = PropertyStatus::Vacant.into();
    for refused in [
        refusal(landlord.change(vacant.clone(), &["status"]).await)?,
        refusal(landlord.delete(id).await)?,
        refusal(landlord.sell(id, sale()).await)?,
    ] {
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (Code::FailedPrecondition, "TENANCY_ACTIVE")
        );
        assert!(
            refused.message().contains("tenancy is in force"),
            "{}",
            refused.message()
        );
    }
    assert_eq!(landlord.get(id).await?, occupied);
    // Anything else about it may change.
    vacant.status = PropertyStatus::Occupied.into();
    vacant.display_name = "Let house".to_owned();
    landlord.change(vacant, &["display_name", "status"]).await?;

    tenancies.tell(&[ended(5, &property, None, 2)]).await?;
    let free = landlord.get(id).await?;
    assert_eq!(
        (free.status(), free.tenancy_active, free.version),
        (PropertyStatus::Vacant, false, 4)
    );
    landlord.sell(id, sale()).await?;
    Ok(())
}

#[tokio::test]
async fn a_tenancy_that_no_event_told_of_keeps_its_home_until_it_ends() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let property = landlord.create(house("House")).await?;
    let id = property.property_id;
    let began = start(5, &property, None, 1);
    world.owners.know(|known| known.in_force.push(began));
    for refused in [
        refusal(landlord.sell(id, sale()).await)?,
        refusal(landlord.delete(id).await)?,
    ] {
        assert_eq!(reason(&refused), "TENANCY_ACTIVE");
    }
    assert_eq!(landlord.get(id).await?.status(), PropertyStatus::Occupied);

    let over = end(5, &property, None, 2);
    world.owners.know(|known| {
        known.in_force.clear();
        known.ended.push(over);
    });
    landlord.sell(id, sale()).await?;
    Ok(())
}

#[tokio::test]
async fn a_home_is_not_given_up_while_nobody_says_whether_it_is_let() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = landlord.create(house("House")).await?.property_id;
    world.owners.be_silent(true);
    for refused in [
        refusal(landlord.sell(id, sale()).await)?,
        refusal(landlord.delete(id).await)?,
    ] {
        assert_eq!(refused.code(), Code::Unavailable);
    }
    let mut renamed = landlord.get(id).await?;
    renamed.display_name = "Still mine".to_owned();
    landlord
        .change(renamed, &["display_name", "status"])
        .await?;
    Ok(())
}

#[tokio::test]
async fn a_let_room_is_occupied_and_can_be_neither_vacated_nor_removed() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let tenancies = Tenancies::start(&world).await?;
    let property = landlord.create(shared_house("Shared", &[1, 2, 3])).await?;
    tenancies
        .tell(&[started(5, &property, Some("2"), 1)])
        .await?;
    let occupied = landlord.get(property.property_id).await?;
    let rooms: Vec<_> = occupied.rooms.iter().map(|room| room.occupied).collect();
    assert_eq!(rooms, [false, true, false]);
    assert_eq!(occupied.status(), PropertyStatus::PartiallyOccupied);
    assert!(occupied.tenancy_active);

    let mut without = occupied.clone();
    without.rooms.remove(1);
    let mut vacated = occupied.clone();
    vacated.rooms[1].occupied = false;
    let mut another_kind = occupied.clone();
    another_kind.property_type = lintel_proto::portfolio::v1::PropertyType::House.into();
    for (given, path) in [
        (without, "rooms"),
        (vacated, "rooms.occupied"),
        (another_kind, "property_type"),
    ] {
        let refused = refusal(landlord.change(given, &[path]).await)?;
        assert_eq!(reason(&refused), "TENANCY_ACTIVE", "{path}");
    }
    let mut others = occupied.clone();
    others.rooms.remove(2);
    others.rooms.push(room("4", 4));
    landlord.change(others, &["rooms"]).await?;
    Ok(())
}

#[tokio::test]
async fn events_that_come_twice_late_or_backwards_change_nothing_twice() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let tenancies = Tenancies::start(&world).await?;
    let one = landlord.create(house("One")).await?;
    let other = landlord.create(house("Other")).await?;
    let begun = started(5, &one, None, 1);
    // Three times the same, and another event that says the same once more.
    let same = started(5, &one, None, 1);
    tenancies
        .tell(&[begun.clone(), begun.clone(), begun.clone(), same])
        .await?;
    assert_eq!(landlord.get(one.property_id).await?.version, 2);
    tenancies.tell(&[ended(5, &one, None, 2), begun]).await?;
    let free = landlord.get(one.property_id).await?;
    assert_eq!((free.tenancy_active, free.version), (false, 3));
    // The end before the beginning.
    tenancies
        .tell(&[ended(6, &other, None, 2), started(6, &other, None, 1)])
        .await?;
    assert_eq!(landlord.get(other.property_id).await?, other);
    // Of two tenancies of one property, the second goes on.
    tenancies
        .tell(&[
            started(7, &other, None, 1),
            started(8, &other, None, 1),
            ended(7, &other, None, 2),
        ])
        .await?;
    let still = landlord.get(other.property_id).await?;
    assert_eq!(
        (still.tenancy_active, still.status()),
        (true, PropertyStatus::Occupied)
    );
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_taken_is_put_aside_and_the_rest_flows_on() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let tenancies = Tenancies::start(&world).await?;
    let property = landlord.create(house("House")).await?;
    let mut broken = started(5, &property, None, 1);
    broken.payload = b"\xff\xff".to_vec().into();
    let mut newer = started(6, &property, None, 1);
    newer.event_type = "tenancy.tenancy.paused.v1".to_owned();
    let nobodys = Property {
        property_id: 987_654_321,
        ..Property::default()
    };
    let gone = started(7, &nobodys, None, 1);
    tenancies
        .tell(&[broken, newer, gone, started(8, &property, None, 1)])
        .await?;
    assert!(landlord.get(property.property_id).await?.tenancy_active);
    assert_eq!(world.number("SELECT count(*) FROM dead_letter").await?, 2);
    assert_eq!(world.number("SELECT count(*) FROM lettings").await?, 2);
    Ok(())
}

#[tokio::test]
async fn a_tenancy_that_begins_while_a_property_is_saved_loses_to_nobody() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let tenancies = Tenancies::start(&world).await?;
    let property = landlord.create(shared_house("Shared", &[1, 2])).await?;
    let begins = [started(5, &property, Some("1"), 1)];
    let saves = async {
        for n in 0..10 {
            let mut given = property.clone();
            given.display_name = format!("Name {n}");
            landlord.change(given, &["display_name"]).await?;
        }
        anyhow::Ok(())
    };
    let (told, saved) = tokio::join!(tenancies.tell(&begins), saves);
    told?;
    saved?;
    let result = landlord.get(property.property_id).await?;
    assert_eq!(
        (result.version, result.display_name.as_str()),
        (12, "Name 9")
    );
    assert!(result.rooms[0].occupied);
    assert_eq!(world.rows().await?, [1, 2, 12, 12, 0]);
    Ok(())
}
