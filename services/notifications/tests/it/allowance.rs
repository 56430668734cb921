//! The limits of mails to one person, and the fate of those above them.

use lintel_bus::topology;
use lintel_core::{PageRequest, UserId};
use lintel_notifications::{
    app::{Bundles, DeliveryLog},
    consumers::MaintenanceEvents,
    domain::{DeliveryState, Subject},
};
use lintel_proto::{
    common::v1::Sealed,
    convert::timestamp,
    identity::v1::{AccountMail, AccountMailKind, AccountMailRequested},
    maintenance::v1::{MaintenanceMail, MaintenanceMailKind, MaintenanceMailRequested},
    tenancy::v1::{TenancyMail, TenancyMailKind},
};
use lintel_testkit::{smtp::Mail, tokens::landlord};

use crate::{
    support::{ALLOWANCE, DOMAIN, TOKEN, broker::event, in_a_day},
    tenancy::{Stage, mail, stage},
};

const STRANGER: &str = "stranger@example.org";

fn to(address: &str, application: i64) -> TenancyMail {
    TenancyMail {
        recipient_email: address.to_owned(),
        application_id: application,
        ..mail()
    }
}

impl Stage {
    /// Waits until all that was asked for is queued, and what may go is sent.
    async fn settled(&self) -> anyhow::Result<()> {
        self.broker
            .wait_until_consumed_by(topology::NOTIFICATIONS_TENANCY)
            .await?;
        self.none_is_due().await
    }

    async fn none_is_due(&self) -> anyhow::Result<()> {
        self.job.wake.notify_one();
        lintel_testkit::wait_for("the queue to be empty", crate::support::PATIENCE, async || {
            let mut admin = self.bench.database.superuser().await?;
            let due: i64 = sqlx::query_scalar(
                "SELECT count(*) FROM deliveries WHERE state = 'sending' OR state = 'queued' AND next_attempt_at <= now()",
            )
            .fetch_one(&mut admin)
            .await?;
            anyhow::ensure!(due == 0, "{due} are due");
            Ok(Some(()))
        })
        .await
    }

    fn mails_to(&self, address: &str) -> Vec<Mail> {
        let mails = self.sink.mails().into_iter();
        mails.filter(|mail| mail.to == [address]).collect()
    }

    /// Lets a day pass for what was counted and what waits.
    async fn a_day_passes(&self) -> anyhow::Result<()> {
        let mut admin = self.bench.database.superuser().await?;
        for table in [
            "UPDATE recent_mails SET asked_at = asked_at - interval '24 hours'",
            "UPDATE held_mails SET held_until = held_until - interval '24 hours'",
        ] {
            sqlx::query(table).execute(&mut admin).await?;
        }
        self.bundles().send().await?;
        self.none_is_due().await
    }

    fn bundles(&self) -> Bundles {
        let db = self.bench.database.db.clone();
        Bundles::new(db, self.bench.sealed_box(), ALLOWANCE, DOMAIN.to_owned())
    }

    async fn news(&self) -> anyhow::Result<Vec<(i64, String)>> {
        let mut admin = self.bench.database.superuser().await?;
        Ok(
            sqlx::query_as("SELECT user_id, fact FROM news ORDER BY news_id")
                .fetch_all(&mut admin)
                .await?,
        )
    }

    async fn states(&self, application: i64) -> anyhow::Result<Vec<DeliveryState>> {
        let log = DeliveryLog::new(
            self.bench.database.db.clone(),
            self.bench.sealed_box(),
            self.bench.what_follows(),
        );
        let page = PageRequest::parse(50, "")?;
        let listed = log
            .list(&landlord(11, 5), Subject::Application, application, &page)
            .await?;
        Ok(listed.rows.iter().map(|sent| sent.state).collect())
    }
}

#[tokio::test]
async fn a_stranger_gets_six_mails_of_a_sender_and_the_rest_as_one() -> anyhow::Result<()> {
    let stage = stage().await?;
    stage.member(11, "helen@example.org", true).await?;
    stage.joined(11, 1).await?;
    stage.broker.wait_until_consumed().await?;
    for nth in 0..12 {
        let request = to(STRANGER, 20 + nth);
        let id = format!("reference-{nth}");
        stage
            .ask(&id, TenancyMailKind::GuarantorRequest, false, &request)
            .await?;
    }
    // What signs stands outside.
    stage
        .ask(
            "sign",
            TenancyMailKind::AgreementToSign,
            false,
            &to(STRANGER, 20),
        )
        .await?;
    stage.settled().await?;
    assert_eq!(stage.mails_to(STRANGER).len(), 7);
    assert_eq!(
        stage.news().await?,
        [(11, "mails-held".to_owned())],
        "the sender is told once"
    );
    assert_eq!(stage.states(31).await?, [DeliveryState::Held]);

    stage.bundles().send().await?;
    assert_eq!(stage.mails_to(STRANGER).len(), 7, "the day is not over");
    stage.a_day_passes().await?;
    let mails = stage.mails_to(STRANGER);
    assert_eq!(mails.len(), 8);
    let bundle = mails.last().ok_or_else(|| anyhow::anyhow!("no mail"))?;
    assert_eq!(bundle.subject(), "6 messages for you");
    assert_eq!(bundle.text().matches("/guarantor-verify/").count(), 6);
    assert_eq!(bundle.header("List-Unsubscribe"), None);
    assert_eq!(stage.states(31).await?, [DeliveryState::Sent]);
    stage.a_day_passes().await?;
    assert_eq!(stage.mails_to(STRANGER).len(), 8, "nothing goes twice");
    stage.job.stop().await
}

#[tokio::test]
async fn of_links_that_were_mailed_anew_the_newest_alone_is_in_a_bundle() -> anyhow::Result<()> {
    let stage = stage().await?;
    for nth in 0..20 {
        let id = format!("again-{nth}");
        stage
            .ask(
                &id,
                TenancyMailKind::EmployerRequest,
                false,
                &to(STRANGER, 20),
            )
            .await?;
    }
    stage.settled().await?;
    assert_eq!(stage.mails_to(STRANGER).len(), 6);
    stage.a_day_passes().await?;
    let mails = stage.mails_to(STRANGER);
    assert_eq!(mails.len(), 7);
    assert_eq!(mails[6].subject(), mails[0].subject(), "one goes as itself");
    assert_eq!(stage.states(20).await?, [DeliveryState::Sent; 20]);
    stage.job.stop().await
}

#[tokio::test]
async fn what_is_pointless_when_its_time_comes_is_not_sent() -> anyhow::Result<()> {
    let stage = stage().await?;
    for nth in 0..8 {
        let request = to(STRANGER, 20 + nth);
        stage
            .ask(
                &format!("late-{nth}"),
                TenancyMailKind::Invite,
                false,
                &request,
            )
            .await?;
    }
    stage.settled().await?;
    let mut admin = stage.bench.database.superuser().await?;
    sqlx::query(
        "UPDATE deliveries SET not_after = now() - interval '1 second' WHERE state = 'queued'",
    )
    .execute(&mut admin)
    .await?;
    stage.a_day_passes().await?;
    assert_eq!(stage.mails_to(STRANGER).len(), 6);
    assert_eq!(stage.bench.failures().await?, ["EXPIRED", "EXPIRED"]);
    assert_eq!(stage.bench.sealed().await?, 0);
    stage.job.stop().await
}

#[tokio::test]
async fn whoever_has_an_account_gets_each_mail() -> anyhow::Result<()> {
    let stage = stage().await?;
    stage.member(12, STRANGER, true).await?;
    stage.broker.wait_until_consumed().await?;
    for nth in 0..14 {
        let request = to(STRANGER, 20 + nth);
        stage
            .ask(
                &format!("own-{nth}"),
                TenancyMailKind::StatusChanged,
                false,
                &request,
            )
            .await?;
    }
    stage.settled().await?;
    assert_eq!(stage.mails_to(STRANGER).len(), 14);
    stage.job.stop().await
}

#[tokio::test]
async fn invitations_of_an_account_count_and_a_reset_does_not() -> anyhow::Result<()> {
    let stage = stage().await?;
    stage.member(11, "helen@example.org", true).await?;
    for nth in 0..8 {
        let (kind, name) = match nth {
            7 => (AccountMailKind::PasswordReset, "reset"),
            _ => (AccountMailKind::Invitation, "invitation"),
        };
        let mail = AccountMail {
            recipient_email: STRANGER.to_owned(),
            token: TOKEN.to_owned(),
            organisation_name: "Okafor Lettings".to_owned(),
            grade: lintel_proto::access::v1::Grade::Viewer.into(),
            ..AccountMail::default()
        };
        let request = AccountMailRequested {
            user_id: 11,
            account_mail_id: format!("{name}-{nth}"),
            kind: kind.into(),
            expire_time: Some(timestamp(in_a_day() + chrono::TimeDelta::days(6))),
            mail: Some(Sealed {
                ciphertext: stage.bench.seal(&mail),
            }),
        };
        stage.broker.publish(&event(&request), None).await?;
    }
    stage.broker.wait_until_consumed().await?;
    stage.none_is_due().await?;
    assert_eq!(
        stage.mails_to(STRANGER).len(),
        7,
        "six invitations and the reset"
    );
    assert_eq!(stage.news().await?, [(11, "mails-held".to_owned())]);
    stage.a_day_passes().await?;
    let mails = stage.mails_to(STRANGER);
    assert_eq!(mails.len(), 8);
    assert!(mails[7].text().contains("/accept-invite?token="));
    stage.job.stop().await
}

#[tokio::test]
async fn forty_comments_are_one_mail_and_what_follows_another() -> anyhow::Result<()> {
    let stage = stage().await?;
    stage.member(11, "helen@example.org", true).await?;
    stage.joined(11, 1).await?;
    stage.broker.wait_until_consumed().await?;
    let handler = MaintenanceEvents::new(
        DOMAIN.to_owned(),
        stage.bench.sealed_box(),
        ALLOWANCE,
        stage.job.wake.clone(),
    );
    let spec = topology::NOTIFICATIONS_MAINTENANCE;
    stage
        .broker
        .consume_with(&stage.bench.database.db, spec, handler);
    for nth in 0..40 {
        let mail = MaintenanceMail {
            maintenance_request_id: 9,
            title: "Boiler".to_owned(),
            text: format!("It drips, {nth}."),
            author_name: "Ibrahim Diallo".to_owned(),
            ..MaintenanceMail::default()
        };
        let request = MaintenanceMailRequested {
            maintenance_mail_id: format!("comment-{nth}"),
            organisation_id: 5,
            kind: MaintenanceMailKind::Commented.into(),
            expire_time: Some(timestamp(in_a_day())),
            to_members: true,
            mail: Some(Sealed {
                ciphertext: stage.bench.seal(&mail),
            }),
            ..MaintenanceMailRequested::default()
        };
        stage.broker.publish(&event(&request), None).await?;
    }
    stage.broker.wait_until_consumed_by(spec).await?;
    stage.none_is_due().await?;
    assert_eq!(stage.mails_to("helen@example.org").len(), 1);
    assert!(
        stage
            .news()
            .await?
            .iter()
            .all(|(_, fact)| fact != "mails-held"),
        "nobody is over"
    );
    stage.a_day_passes().await?;
    let mails = stage.mails_to("helen@example.org");
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[1].subject(), "39 messages for you");
    assert!(mails[1].text().contains("It drips, 39."));
    assert!(
        mails[1].header("List-Unsubscribe").is_some(),
        "it can be switched off as each"
    );
    stage.job.stop().await
}

#[tokio::test]
async fn who_is_a_member_no_more_gets_none_of_what_waits() -> anyhow::Result<()> {
    let stage = stage().await?;
    stage.member(11, "helen@example.org", true).await?;
    stage.joined(11, 1).await?;
    stage.broker.wait_until_consumed().await?;
    for nth in 0..2 {
        let id = format!("document-{nth}");
        stage
            .ask(&id, TenancyMailKind::DocumentAdded, true, &to("", 20))
            .await?;
    }
    stage.settled().await?;
    assert_eq!(stage.mails_to("helen@example.org").len(), 1);
    let ended = lintel_proto::identity::v1::MembershipEnded {
        organisation_id: 5,
        membership_id: 11,
        user_id: UserId::new(11).get(),
        version: 2,
    };
    stage.broker.publish(&event(&ended), None).await?;
    stage.broker.wait_until_consumed().await?;
    stage.a_day_passes().await?;
    assert_eq!(stage.mails_to("helen@example.org").len(), 1);
    assert_eq!(stage.bench.sealed().await?, 0);
    stage.job.stop().await
}
