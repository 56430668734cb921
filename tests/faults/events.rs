//! R04, R13, R14 and R12 on one system: each leaves no event waiting and no dead letter open. Poison comes last, because what
//! it leaves in the streams would be poison again if the streams were published once more.

use lintel_system_tests::{System, system::Replicas};

use crate::{
    WIDE,
    intents::{Asker, stayed_sealed},
    r04_nats_away, r12_poison, r13_threefold, r14_late_versions,
};

#[tokio::test(flavor = "multi_thread")]
async fn events_have_their_effect_once_however_often_late_or_spoilt_they_come() -> anyhow::Result<()>
{
    let mut system = System::start_replicas(Replicas::TWO, &WIDE).await?;
    let asker = Asker::new(&mut system)?;
    let away = r04_nats_away::run(&mut system).await;
    let threefold = r13_threefold::run(&mut system, &asker).await;
    let late = r14_late_versions::run(&mut system).await;
    let poison = r12_poison::run(&mut system, &asker).await;
    stayed_sealed(&system).await?;
    away.and(threefold).and(late).and(poison)
}
