//! Mails about applications and tenancies: to whom they go, and what each kind says.

mod agreements;
mod answers;
mod applying;
mod invites;
mod referees;
mod told;

use lintel_bus::topology;
use lintel_notifications::{consumers::TenancyEvents, mail::SealedBox};
use lintel_proto::{
    common::v1::{Date, Money, Sealed},
    convert::timestamp,
    identity::v1::{AccountChanged, AccountContact, MembershipChanged},
    tenancy::v1::{TenancyMail, TenancyMailKind, TenancyMailRequested},
};
use lintel_testkit::{smtp::SmtpSink, wait_for};

use crate::support::{
    ALLOWANCE, Bench, DOMAIN, PATIENCE, Running, TOKEN, brisk,
    broker::{Broker, event},
    in_a_day,
};

/// The service with everything that it hears of tenancies.
pub struct Stage {
    pub bench: Bench,
    pub broker: Broker,
    pub sink: SmtpSink,
    pub job: Running,
}

pub async fn stage() -> anyhow::Result<Stage> {
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench, job.wake.clone());
    let sealed_box = SealedBox::new(&bench.key.to_bytes());
    let handler = TenancyEvents::new(DOMAIN.to_owned(), sealed_box, ALLOWANCE, job.wake.clone());
    broker.consume_with(&bench.database.db, topology::NOTIFICATIONS_TENANCY, handler);
    Ok(Stage {
        bench,
        broker,
        sink,
        job,
    })
}

pub fn mail() -> TenancyMail {
    TenancyMail {
        recipient_name: "Ibrahim Diallo".to_owned(),
        recipient_email: "ibrahim@example.org".to_owned(),
        token: TOKEN.to_owned(),
        draft_token: TOKEN.to_owned(),
        property_id: 7,
        room_id: Some(3),
        application_id: 12,
        organisation_name: "Okafor Lettings".to_owned(),
        property_display_name: "Victoria Terrace".to_owned(),
        property_address: "47 Victoria Terrace, Sheffield".to_owned(),
        applicant_name: "Amara Diallo".to_owned(),
        subject_kind: "guarantor".to_owned(),
        monthly_rent: Some(Money {
            currency_code: "GBP".to_owned(),
            minor_units: 109_500,
        }),
        ..TenancyMail::default()
    }
}

impl Stage {
    pub async fn ask(
        &self,
        id: &str,
        kind: TenancyMailKind,
        to_members: bool,
        mail: &TenancyMail,
    ) -> anyhow::Result<()> {
        let request = TenancyMailRequested {
            tenancy_mail_id: id.to_owned(),
            organisation_id: 5,
            kind: kind.into(),
            expire_time: Some(timestamp(in_a_day())),
            to_members,
            mail: Some(Sealed {
                ciphertext: self.bench.seal(mail),
            }),
        };
        self.broker.publish(&event(&request), None).await
    }

    pub async fn member(&self, user: i64, email: &str, wants_mail: bool) -> anyhow::Result<()> {
        let contact = AccountContact {
            display_name: "Helen Okafor".to_owned(),
            verified_email: email.to_owned(),
            email_notifications: wants_mail,
            maintenance_alerts: true,
            ..AccountContact::default()
        };
        self.account(user, &contact).await
    }

    pub async fn account(&self, user: i64, contact: &AccountContact) -> anyhow::Result<()> {
        let account = AccountChanged {
            user_id: user,
            version: 1,
            contact: Some(Sealed {
                ciphertext: self.bench.seal(contact),
            }),
            ..AccountChanged::default()
        };
        self.broker.publish(&event(&account), None).await
    }
}

impl Stage {
    pub async fn joined(&self, user: i64, version: i64) -> anyhow::Result<()> {
        let joined = MembershipChanged {
            membership_id: 100 + user,
            organisation_id: 5,
            user_id: user,
            version,
            ..MembershipChanged::default()
        };
        self.broker.publish(&event(&joined), None).await
    }

    /// Tells the members something, and then somebody else, who is told after all of them. Gives who was told.
    pub async fn told(self) -> anyhow::Result<Vec<String>> {
        let kind = TenancyMailKind::ApplicationSubmitted;
        self.ask("to-members", kind, true, &mail()).await?;
        let last = TenancyMail {
            recipient_email: "last@example.org".to_owned(),
            ..mail()
        };
        self.ask("to-the-last", TenancyMailKind::Approved, false, &last)
            .await?;
        self.sink.wait_for_mail("last@example.org").await?;
        self.broker
            .wait_until_consumed_by(topology::NOTIFICATIONS_TENANCY)
            .await?;
        wait_for("all mails are sent", PATIENCE, async || {
            Ok((self.bench.sealed().await? == 0).then_some(()))
        })
        .await?;
        self.job.stop().await?;
        let mut told: Vec<_> = self
            .sink
            .mails()
            .into_iter()
            .flat_map(|mail| mail.to)
            .filter(|to| to != "last@example.org")
            .collect();
        told.sort();
        Ok(told)
    }
}

pub fn pounds(pence: i64) -> Option<Money> {
    Some(Money {
        currency_code: "GBP".to_owned(),
        minor_units: pence,
    })
}

pub fn of_a_tenant() -> TenancyMail {
    TenancyMail {
        tenant_id: 31,
        tenant_name: "Amara Diallo".to_owned(),
        amount: pounds(95_000),
        balance: pounds(142_550),
        date: Some(Date {
            year: 2026,
            month: 11,
            day: 1,
        }),
        days: 14,
        ground_8_met: true,
        evidence_hash: HASH.to_owned(),
        ..mail()
    }
}

pub const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
