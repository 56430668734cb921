//! The result of a mail is kept for 90 days.

use crate::support::{Bench, brisk, in_a_day, mail_for};

#[tokio::test]
async fn only_deliveries_that_ended_long_ago_are_deleted() -> anyhow::Result<()> {
    let bench = Bench::new().await?;
    let deliveries = bench.deliveries(&brisk());
    let mut ids = Vec::new();
    for n in 1..=3 {
        ids.push(
            bench
                .request(n, &mail_for("Ada", "ada@example.org"), in_a_day())
                .await?,
        );
    }
    assert_eq!(deliveries.claim(3).await?.len(), 3);
    let mut admin = bench.database.superuser().await?;
    for (id, age) in ids.iter().zip(["91 days", "89 days"]) {
        sqlx::query(
            "UPDATE deliveries SET state = 'sent', finished_at = now() - $2::text::interval, sealed = NULL, \
             lease_token = NULL, lease_until = NULL, created_at = now() - interval '100 days' WHERE delivery_id = $1",
        )
        .bind(id.get())
        .bind(age)
        .execute(&mut admin)
        .await?;
    }
    deliveries.sweep().await?;
    assert!(bench.state(ids[0]).await.is_err());
    assert!(bench.attempts(ids[0]).await?.is_empty());
    assert_eq!(bench.state(ids[1]).await?.0, "sent");
    assert_eq!(bench.state(ids[2]).await?.0, "sending");
    Ok(())
}
