//! Digests: one mail for an account and a morning, whatever happens to who sends them.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use lintel_core::{Clock as _, FixedClock, SystemClock, UserId};
use lintel_notifications::{
    app::{Digests, NewsItem},
    domain::{DigestRhythm, Fact, Said},
};
use lintel_proto::identity::v1::{AccountContact, Digest};
use lintel_testkit::smtp::SmtpSink;

use crate::support::{Bench, DOMAIN, brisk};

fn contact(user: i64) -> AccountContact {
    AccountContact {
        display_name: "Ada".to_owned(),
        verified_email: format!("{user}@example.org"),
        email_notifications: true,
        certificate_expiry: true,
        digest: Digest::Daily.into(),
        ..AccountContact::default()
    }
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap_or_default()
}

impl Bench {
    fn digests(&self, now: &str) -> Digests {
        let clock = Arc::new(FixedClock::new(at(now)));
        let db = self.database.db.clone();
        Digests::new(db, clock, self.sealed_box(), DOMAIN.to_owned())
    }

    /// Lets `fact` wait for the digest of `user` that is due at `due`.
    async fn wait_for_digest(
        &self,
        user: i64,
        (fact, key): (Fact, &str),
        due: &str,
    ) -> anyhow::Result<()> {
        let said = Said {
            title: format!("Title of {key}"),
            text: String::new(),
            url: "/portfolio/7".to_owned(),
        };
        let told = NewsItem {
            fact,
            organisation: Some(5.into()),
            about: None,
            key,
            said: &said,
        };
        let mut tx = self.database.db.begin_worker().await?;
        let (user, contact) = (UserId::new(user), contact(user));
        assert!(Digests::add(&mut tx, &self.sealed_box(), user, &contact, &told).await?);
        tx.commit().await?;
        let mut admin = self.database.superuser().await?;
        sqlx::query("DELETE FROM digests WHERE user_id = $1 AND ended_at IS NULL")
            .bind(user.get())
            .execute(&mut admin)
            .await?;
        sqlx::query("INSERT INTO digests (user_id, due_at) VALUES ($1, $2)")
            .bind(user.get())
            .bind(at(due))
            .execute(&mut admin)
            .await?;
        Ok(())
    }

    /// Lets a fact wait for the digest of each of twenty accounts.
    async fn twenty_wait_for_digest(&self, due: &str) -> anyhow::Result<()> {
        for user in 1..=20 {
            self.keep_contact(UserId::new(user), &contact(user)).await?;
            self.wait_for_digest(user, (Fact::CertificateExpiring, "a"), due)
                .await?;
        }
        Ok(())
    }

    async fn count(&self, sql: &str) -> anyhow::Result<i64> {
        let mut admin = self.database.superuser().await?;
        let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {sql}"));
        Ok(sqlx::query_scalar(sql).fetch_one(&mut admin).await?)
    }
}

#[tokio::test]
async fn a_digest_says_everything_once_by_kind() -> anyhow::Result<()> {
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    bench.keep_contact(UserId::new(7), &contact(7)).await?;
    // The next one that there really is: a digest is handed over within a day or not at all.
    let next = DigestRhythm::Daily.next_after(SystemClock.now());
    let (due, before) = (next.to_rfc3339(), next - TimeDelta::seconds(1));
    let due = due.as_str();
    for (fact, key) in [
        (Fact::CertificateExpiring, "one"),
        (Fact::WatchedListing, "two"),
        (Fact::CertificateExpired, "three"),
        (Fact::CertificateExpiring, "one"),
    ] {
        bench.wait_for_digest(7, (fact, key), due).await?;
    }
    assert_eq!(bench.digests(&before.to_rfc3339()).send().await?, 0);
    assert_eq!(bench.digests(due).send().await?, 1);
    assert_eq!(bench.digests(due).send().await?, 0);
    let job = bench.start(&sink.url(), &brisk())?;
    let mail = sink.wait_for_mail("7@example.org").await?;
    assert_eq!(mail.subject(), "Your news on Lintel: 3 things");
    let text = mail.text();
    let places: Vec<_> = [
        "Certificates",
        "Title of one",
        "Title of three",
        "Homes for sale",
        "Title of two",
    ]
    .iter()
    .map(|part| text.find(part))
    .collect();
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{text}"
    );
    assert!(text.contains("/portfolio/7"), "{text}");
    assert!(mail.html().contains("Title of three"));
    job.stop().await?;
    assert_eq!(sink.mails().len(), 1);
    Ok(())
}

#[tokio::test]
async fn what_was_switched_off_meanwhile_is_not_told() -> anyhow::Result<()> {
    let bench = Bench::new().await?;
    let due = "2026-11-25T08:00:00Z";
    for user in [1, 2] {
        bench
            .wait_for_digest(user, (Fact::CertificateExpiring, "one"), due)
            .await?;
    }
    let quiet = AccountContact {
        certificate_expiry: false,
        ..contact(1)
    };
    bench.keep_contact(UserId::new(1), &quiet).await?;
    let without = AccountContact {
        email_notifications: false,
        ..contact(2)
    };
    bench.keep_contact(UserId::new(2), &without).await?;
    assert_eq!(bench.digests(due).send().await?, 0);
    assert_eq!(bench.count("deliveries").await?, 0);
    assert_eq!(bench.count("digest_items").await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_late_digest_is_sent_once_and_one_that_is_a_day_late_joins_the_next() -> anyhow::Result<()>
{
    let bench = Bench::new().await?;
    for user in [1, 2] {
        bench
            .keep_contact(UserId::new(user), &contact(user))
            .await?;
    }
    bench
        .wait_for_digest(1, (Fact::CertificateExpiring, "a"), "2026-11-25T08:00:00Z")
        .await?;
    bench
        .wait_for_digest(2, (Fact::CertificateExpiring, "b"), "2026-11-24T08:00:00Z")
        .await?;
    let now = "2026-11-25T20:00:00Z";
    assert_eq!(bench.digests(now).send().await?, 1, "twelve hours late");
    assert_eq!(bench.count("digest_items WHERE user_id = 2").await?, 1);
    assert_eq!(bench.digests("2026-11-26T07:59:00Z").send().await?, 0);
    assert_eq!(bench.digests("2026-11-26T08:00:00Z").send().await?, 1);
    assert_eq!(bench.count("deliveries").await?, 2);
    Ok(())
}

#[tokio::test]
async fn whoever_changed_to_weekly_waits_for_monday() -> anyhow::Result<()> {
    let bench = Bench::new().await?;
    let weekly = AccountContact {
        digest: Digest::Weekly.into(),
        ..contact(1)
    };
    bench.keep_contact(UserId::new(1), &weekly).await?;
    let wednesday = "2026-11-25T08:00:00Z";
    bench
        .wait_for_digest(1, (Fact::CertificateExpiring, "a"), wednesday)
        .await?;
    assert_eq!(bench.digests(wednesday).send().await?, 0);
    assert_eq!(bench.digests("2026-11-30T07:59:00Z").send().await?, 0);
    assert_eq!(bench.digests("2026-11-30T08:00:00Z").send().await?, 1);
    Ok(())
}

#[tokio::test]
async fn three_replicas_send_each_digest_once_while_the_clocks_change() -> anyhow::Result<()> {
    for (last, due) in [
        ("2026-03-28T20:00:00Z", "2026-03-29T07:00:00Z"),
        ("2026-10-24T20:00:00Z", "2026-10-25T08:00:00Z"),
    ] {
        let bench = Bench::new().await?;
        bench.twenty_wait_for_digest(due).await?;
        let (mut sent, mut now) = (0, at(last));
        while now < at(due) + TimeDelta::hours(2) {
            let replicas = (0..3).map(|_| bench.digests(&now.to_rfc3339()));
            let rounds = replicas.map(|one| async move { one.send().await });
            for round in futures::future::join_all(rounds).await {
                sent += round?;
            }
            assert!(sent == 0 || now >= at(due), "nobody is early: {now}");
            now += TimeDelta::minutes(30);
        }
        assert_eq!(sent, 20);
        assert_eq!(bench.count("deliveries").await?, 20);
    }
    Ok(())
}

/// R17: one replica's clock is five minutes fast, the other's five minutes slow.
#[tokio::test]
async fn replicas_whose_clocks_are_five_minutes_off_send_each_digest_once() -> anyhow::Result<()> {
    let bench = Bench::new().await?;
    let due = "2026-11-25T08:00:00Z";
    bench.twenty_wait_for_digest(due).await?;
    let off = TimeDelta::minutes(5);
    let (mut sent, mut now) = (0, at(due) - off - off);
    while now <= at(due) + off + off {
        let (fast, slow) = ((now + off).to_rfc3339(), (now - off).to_rfc3339());
        let (fast, slow) = (bench.digests(&fast), bench.digests(&slow));
        let (fast, slow) = tokio::join!(fast.send(), slow.send());
        sent += fast? + slow?;
        assert!(
            sent == 0 || now >= at(due) - off,
            "nobody is earlier than the fast clock: {now}"
        );
        now += TimeDelta::minutes(1);
    }
    assert_eq!(sent, 20, "none is lost");
    assert_eq!(bench.count("deliveries").await?, 20, "none is sent twice");
    assert_eq!(bench.count("digest_items").await?, 0);
    Ok(())
}

#[tokio::test]
async fn ten_thousand_digests_are_ten_thousand_mails_though_a_replica_dies() -> anyhow::Result<()> {
    const ACCOUNTS: i64 = 10_000;
    let bench = Bench::new().await?;
    let due = "2026-11-25T08:00:00Z";
    bench.keep_contact(UserId::new(1), &contact(1)).await?;
    bench
        .wait_for_digest(1, (Fact::CertificateExpiring, "a"), due)
        .await?;
    // All others are like the first. What they were told opens for the first alone, so that theirs is sealed anew.
    let mut admin = bench.database.superuser().await?;
    sqlx::query(
        "INSERT INTO contacts (user_id, contact, version)
         SELECT n, (SELECT contact FROM contacts WHERE user_id = 1), 1 FROM generate_series(2, $1) n",
    )
    .bind(ACCOUNTS)
    .execute(&mut admin)
    .await?;
    let said = Said {
        title: "A certificate expires soon".to_owned(),
        ..Said::default()
    };
    let (mut users, mut boxes) = (Vec::new(), Vec::new());
    for user in 2..=ACCOUNTS {
        users.push(user);
        let sealed_box = bench.sealed_box();
        boxes.push(lintel_notifications::app::news::seal(
            &sealed_box,
            user.into(),
            "a",
            &said,
        )?);
    }
    sqlx::query(
        "WITH items AS (INSERT INTO digest_items (user_id, dedupe_key, fact, sealed)
             SELECT user_id, 'a', 'certificate-expiring', sealed FROM unnest($1::bigint[], $2::bytea[]) t (user_id, sealed))
         INSERT INTO digests (user_id, due_at) SELECT user_id, $3 FROM unnest($1::bigint[]) t (user_id)",
    )
    .bind(&users)
    .bind(&boxes)
    .bind(at(due))
    .execute(&mut admin)
    .await?;
    let replicas: Vec<_> = (0..3)
        .map(|_| {
            let digests = bench.digests(due);
            tokio::spawn(async move { digests.send().await })
        })
        .collect();
    // One of them dies in the middle of its work: what it held becomes free with its transaction.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    replicas[0].abort();
    for replica in replicas {
        let _ = replica.await;
    }
    bench.digests(due).send().await?;
    assert_eq!(bench.count("deliveries").await?, ACCOUNTS);
    let whole = "(SELECT DISTINCT user_id FROM deliveries) one";
    assert_eq!(bench.count(whole).await?, ACCOUNTS);
    assert_eq!(bench.count("digest_items").await?, 0);
    Ok(())
}
