//! Common parts of the tests of mails about viewings and maintenance: members of an organisation, requests, and who was told.

use lintel_bus::topology;
use lintel_notifications::{
    consumers::{MaintenanceEvents, ViewingEvents},
    mail::SealedBox,
};
use lintel_proto::{
    common::v1::Sealed,
    convert::timestamp,
    identity::v1::{AccountChanged, AccountContact, MembershipChanged},
    maintenance::v1::{MaintenanceMail, MaintenanceMailKind, MaintenanceMailRequested},
    viewings::v1::{ViewingMail, ViewingMailKind, ViewingMailRequested},
};
use lintel_testkit::{smtp::SmtpSink, wait_for};

use crate::support::{
    ALLOWANCE, Bench, DOMAIN, PATIENCE, Running, brisk,
    broker::{Broker, event},
    in_a_day,
};

/// A running service with a broker and a mail server.
pub struct Stage {
    pub bench: Bench,
    pub broker: Broker,
    pub sink: SmtpSink,
    pub job: Running,
}

/// A member of organisation 5.
pub struct Member {
    pub user: i64,
    pub email: &'static str,
    pub wants_mail: bool,
    pub wants_alerts: bool,
}

impl Stage {
    pub async fn start() -> anyhow::Result<Self> {
        let (bench, broker, sink) = (
            Bench::new().await?,
            Broker::start().await?,
            SmtpSink::start().await?,
        );
        let job = bench.start(&sink.url(), &brisk())?;
        let (db, wake) = (&bench.database.db, &job.wake);
        broker.consume(&bench, wake.clone());
        let sealed_box = || SealedBox::new(&bench.key.to_bytes());
        let viewings = ViewingEvents::new(DOMAIN.to_owned(), sealed_box(), ALLOWANCE, wake.clone());
        broker.consume_with(db, topology::NOTIFICATIONS_VIEWINGS, viewings);
        let maintenance =
            MaintenanceEvents::new(DOMAIN.to_owned(), sealed_box(), ALLOWANCE, wake.clone());
        broker.consume_with(db, topology::NOTIFICATIONS_MAINTENANCE, maintenance);
        Ok(Self {
            bench,
            broker,
            sink,
            job,
        })
    }

    /// Makes them members and waits until this is known.
    pub async fn join(&self, members: &[Member]) -> anyhow::Result<()> {
        for member in members {
            let contact = AccountContact {
                display_name: "Helen Okafor".to_owned(),
                verified_email: member.email.to_owned(),
                email_notifications: member.wants_mail,
                maintenance_alerts: member.wants_alerts,
                ..AccountContact::default()
            };
            let account = AccountChanged {
                user_id: member.user,
                version: 1,
                contact: Some(Sealed {
                    ciphertext: self.bench.seal(&contact),
                }),
                ..AccountChanged::default()
            };
            self.broker.publish(&event(&account), None).await?;
            let joined = MembershipChanged {
                membership_id: 100 + member.user,
                organisation_id: 5,
                user_id: member.user,
                version: 1,
                ..MembershipChanged::default()
            };
            self.broker.publish(&event(&joined), None).await?;
        }
        self.broker.wait_until_consumed().await
    }

    /// Asks for a mail about a viewing, to `member` or, where that is 0, to whoever is named in it.
    pub async fn viewing(
        &self,
        id: &str,
        kind: ViewingMailKind,
        member: i64,
        mail: &ViewingMail,
    ) -> anyhow::Result<()> {
        let request = ViewingMailRequested {
            viewing_mail_id: id.to_owned(),
            organisation_id: 5,
            kind: kind.into(),
            expire_time: Some(timestamp(in_a_day())),
            member_user_id: member,
            mail: Some(Sealed {
                ciphertext: self.bench.seal(mail),
            }),
        };
        self.broker.publish(&event(&request), None).await
    }

    /// Asks for a mail about maintenance, to all members, to one, or to whoever is named in it.
    pub async fn maintenance(
        &self,
        id: &str,
        kind: MaintenanceMailKind,
        (to_members, member): (bool, i64),
        mail: &MaintenanceMail,
    ) -> anyhow::Result<()> {
        let request = MaintenanceMailRequested {
            maintenance_mail_id: id.to_owned(),
            organisation_id: 5,
            kind: kind.into(),
            expire_time: Some(timestamp(in_a_day())),
            to_members,
            member_user_id: member,
            mail: Some(Sealed {
                ciphertext: self.bench.seal(mail),
            }),
        };
        self.broker.publish(&event(&request), None).await
    }

    /// Waits until all that was asked for is sent, and says who got something.
    pub async fn told(self) -> anyhow::Result<Vec<String>> {
        for consumer in [
            topology::NOTIFICATIONS_VIEWINGS,
            topology::NOTIFICATIONS_MAINTENANCE,
        ] {
            self.broker.wait_until_consumed_by(consumer).await?;
        }
        wait_for("all mails are sent", PATIENCE, async || {
            Ok((self.bench.sealed().await? == 0).then_some(()))
        })
        .await?;
        self.job.stop().await?;
        let mails = self.sink.mails().into_iter();
        let mut told: Vec<_> = mails.flat_map(|mail| mail.to).collect();
        told.sort();
        Ok(told)
    }
}
