//! The number of statements of a call, counted as the driver reports them.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tracing::{Event, Subscriber, subscriber::DefaultGuard};
use tracing_subscriber::{
    Registry,
    layer::{Context, Layer, SubscriberExt as _},
};

use crate::{
    harness::World,
    property::{house, shared_house},
};

#[derive(Clone, Default)]
struct Statements(Arc<AtomicUsize>);

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "sqlx::query" {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Statements {
    /// Counts from now on, on this thread: a test's runtime has no other.
    fn count() -> (Self, DefaultGuard) {
        let statements = Self::default();
        let subscriber = Registry::default().with(statements.clone());
        (statements, tracing::subscriber::set_default(subscriber))
    }

    /// Returns the number of statements since the last time.
    fn taken(&self) -> usize {
        self.0.swap(0, Ordering::Relaxed)
    }
}

#[tokio::test]
async fn a_page_takes_as_many_statements_for_twenty_shared_houses_as_for_one() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let landlord = world.landlord()?;
    landlord.create(shared_house("First", &[1, 2])).await?;
    let (statements, _counting) = Statements::count();

    landlord.list(0, "").await?;
    let for_one = statements.taken();
    landlord.dashboard().await?;
    let sums_of_one = statements.taken();
    for n in 0..20 {
        landlord
            .create(shared_house(&n.to_string(), &[1, 2, 3]))
            .await?;
        landlord.create(house(&n.to_string())).await?;
    }
    statements.taken();
    assert_eq!(landlord.list(0, "").await?.properties.len(), 41);
    assert_eq!(statements.taken(), for_one);
    landlord.dashboard().await?;
    assert_eq!(statements.taken(), sums_of_one);
    // The transaction, the caller's scope, the properties, their rooms; then what their duties are judged from, in four.
    assert!((2..=11).contains(&for_one), "{for_one}");
    Ok(())
}
