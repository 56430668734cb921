//! Many callers at once.

use std::collections::HashSet;

use futures::future::try_join_all;

use crate::{
    harness::{Caller, World},
    property::{pence, shared_house},
};

#[tokio::test]
async fn sixty_four_callers_at_once_lose_nothing_and_mix_nothing_up() -> anyhow::Result<()> {
    const CALLERS: usize = 64;
    let world = World::start().await?;
    let callers: Vec<Caller> = (0..CALLERS)
        .map(|n| {
            if n % 2 == 0 {
                world.landlord()
            } else {
                world.other_landlord()
            }
        })
        .collect::<Result<_, _>>()?;
    let stored = try_join_all(callers.iter().enumerate().map(|(n, caller)| async move {
        let rent = i64::try_from(n).unwrap_or_default() + 1;
        let stored = caller
            .create(shared_house(&n.to_string(), &[rent, rent]))
            .await?;
        // Each reads its own write at once.
        let read = caller.get(stored.property_id).await?;
        assert_eq!(read, stored);
        assert_eq!(stored.display_name, n.to_string());
        Ok::<_, tonic::Status>(stored)
    }))
    .await?;

    let ids: HashSet<_> = stored.iter().map(|property| property.property_id).collect();
    assert_eq!(ids.len(), CALLERS);
    assert_eq!(world.rows().await?, [64, 128, 64, 64, 0]);
    for (first, caller) in [(0, world.landlord()?), (1, world.other_landlord()?)] {
        let mine: HashSet<_> = stored
            .iter()
            .skip(first)
            .step_by(2)
            .map(|p| p.property_id)
            .collect();
        let listed = caller.list(200, "").await?.properties;
        assert_eq!(
            listed.iter().map(|p| p.property_id).collect::<HashSet<_>>(),
            mine
        );
        let income: i64 = stored
            .iter()
            .skip(first)
            .step_by(2)
            .map(|p| pence(p.monthly_rent.as_ref()))
            .sum();
        let dashboard = caller.dashboard().await?;
        assert_eq!(pence(dashboard.monthly_income.as_ref()), income);
        assert_eq!(dashboard.active_properties, 32);
    }
    Ok(())
}
