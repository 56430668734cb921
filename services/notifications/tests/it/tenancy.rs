//! Mails about applications: to whom they go, and what each kind says.

use lintel_bus::topology;
use lintel_notifications::{consumers::TenancyEvents, mail::SealedBox};
use lintel_proto::{
    common::v1::{Money, Sealed},
    convert::timestamp,
    identity::v1::{AccountChanged, AccountContact, OrganisationChanged},
    tenancy::v1::{TenancyMail, TenancyMailKind, TenancyMailRequested},
};
use lintel_testkit::smtp::SmtpSink;

use crate::support::{
    Bench, DOMAIN, PUBLIC_URL, Running, TOKEN, brisk,
    broker::{Broker, event},
    in_a_day,
};

struct Stage {
    bench: Bench,
    broker: Broker,
    sink: SmtpSink,
    job: Running,
}

async fn stage() -> anyhow::Result<Stage> {
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench.database.db, job.wake.clone());
    let sealed_box = SealedBox::new(&bench.key.to_bytes());
    let handler = TenancyEvents::new(DOMAIN.to_owned(), sealed_box, job.wake.clone());
    broker.consume_with(&bench.database.db, topology::NOTIFICATIONS_TENANCY, handler);
    Ok(Stage {
        bench,
        broker,
        sink,
        job,
    })
}

fn mail() -> TenancyMail {
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
    async fn ask(
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

    async fn member(&self, user: i64, email: &str, wants_mail: bool) -> anyhow::Result<()> {
        let contact = AccountContact {
            display_name: "Helen Okafor".to_owned(),
            verified_email: email.to_owned(),
            email_notifications: wants_mail,
        };
        let account = AccountChanged {
            user_id: user,
            version: 1,
            contact: Some(Sealed {
                ciphertext: self.bench.seal(&contact),
            }),
            ..AccountChanged::default()
        };
        self.broker.publish(&event(&account), None).await
    }
}

#[tokio::test]
async fn each_kind_has_its_words_and_its_link_alone_on_a_line() -> anyhow::Result<()> {
    let stage = stage().await?;
    let to_applicant = format!("/tenant-status?token={TOKEN}");
    let to_landlord = "/landlord-applications/12".to_owned();
    let kinds = [
        (
            TenancyMailKind::Invite,
            "You are invited to apply for a home",
            format!("/tenant-signup?propertyId=7&roomId=3&invite={TOKEN}"),
        ),
        (
            TenancyMailKind::Draft,
            "Go on with your application",
            format!("/tenant-signup?invite={TOKEN}&draft={TOKEN}"),
        ),
        (
            TenancyMailKind::ApplicationReceived,
            "We have your application",
            to_applicant.clone(),
        ),
        (
            TenancyMailKind::GuarantorRequest,
            "You are asked to be a guarantor",
            format!("/guarantor-verify/{TOKEN}"),
        ),
        (
            TenancyMailKind::EmployerRequest,
            "You are asked to confirm an employment",
            format!("/employer-verify/{TOKEN}"),
        ),
        (
            TenancyMailKind::ApplicationSubmitted,
            "A new application",
            to_landlord.clone(),
        ),
        (
            TenancyMailKind::ReferenceGiven,
            "A reference was given",
            to_landlord.clone(),
        ),
        (
            TenancyMailKind::ReferenceDeclined,
            "A reference was declined",
            to_landlord.clone(),
        ),
        (
            TenancyMailKind::DocumentAdded,
            "A document was added",
            to_landlord.clone(),
        ),
        (
            TenancyMailKind::ApplicationWithdrawn,
            "An application was withdrawn",
            to_landlord,
        ),
        (
            TenancyMailKind::DocumentsRequired,
            "Documents are needed for your application",
            to_applicant.clone(),
        ),
        (
            TenancyMailKind::DocumentRejected,
            "A document was not accepted",
            to_applicant.clone(),
        ),
        (
            TenancyMailKind::StatusChanged,
            "News about your application",
            to_applicant.clone(),
        ),
        (
            TenancyMailKind::Approved,
            "Your application is approved",
            to_applicant.clone(),
        ),
        (
            TenancyMailKind::Rejected,
            "Your application was not successful",
            to_applicant,
        ),
    ];
    for (number, (kind, subject, path)) in kinds.into_iter().enumerate() {
        let address = format!("one-{number}@example.org");
        let mail = TenancyMail {
            recipient_email: address.clone(),
            note: "Because.".to_owned(),
            ..mail()
        };
        stage
            .ask(&format!("mail-{number}"), kind, false, &mail)
            .await?;
        let received = stage.sink.wait_for_mail(&address).await?;
        assert_eq!(received.subject(), subject);
        let text = received.text();
        let link = format!("{PUBLIC_URL}{path}");
        let alone = text.lines().filter(|line| line.trim_end() == link).count();
        assert_eq!(alone, 1, "{kind:?}: {text}");
        assert!(text.starts_with("Hello Ibrahim Diallo,"), "{text}");
        assert!(received.html().contains("href=\"http"), "{kind:?}");
    }
    stage.job.stop().await
}

#[tokio::test]
async fn members_are_told_each_at_their_own_address_unless_they_switched_it_off()
-> anyhow::Result<()> {
    let stage = stage().await?;
    stage.member(1, "helen@example.org", true).await?;
    stage.member(2, "quiet@example.org", false).await?;
    stage.member(3, "elsewhere@example.org", true).await?;
    stage.member(4, "", true).await?;
    let organisation = OrganisationChanged {
        organisation_id: 5,
        version: 1,
        member_user_ids: vec![1, 2, 4],
        ..OrganisationChanged::default()
    };
    stage.broker.publish(&event(&organisation), None).await?;
    stage.broker.wait_until_consumed().await?;

    let mail = TenancyMail {
        recipient_name: String::new(),
        recipient_email: String::new(),
        token: String::new(),
        ..mail()
    };
    for id in ["one", "one"] {
        let kind = TenancyMailKind::ApplicationSubmitted;
        stage.ask(id, kind, true, &mail).await?;
    }
    let received = stage.sink.wait_for_mail("helen@example.org").await?;
    assert!(
        received
            .text()
            .contains("Amara Diallo has applied for Victoria Terrace.")
    );
    stage.job.stop().await?;
    assert_eq!(stage.sink.deliveries(), 1, "one mail to one member");
    Ok(())
}

#[tokio::test]
async fn a_hostile_name_reaches_neither_a_header_nor_a_sentence() -> anyhow::Result<()> {
    let stage = stage().await?;
    let mail = TenancyMail {
        recipient_name: "Ada\r\nBcc: eve@evil.example".to_owned(),
        applicant_name: "You won, see https://evil.example".to_owned(),
        note: "<script>alert(1)</script>\r\nBcc: x".to_owned(),
        ..mail()
    };
    stage
        .ask("hostile", TenancyMailKind::Rejected, false, &mail)
        .await?;
    let received = stage.sink.wait_for_mail("ibrahim@example.org").await?;
    assert_eq!(received.to.len(), 1);
    assert_eq!(received.header("Bcc"), None);
    assert!(
        !received.text().contains("evil.example"),
        "{}",
        received.text()
    );
    assert!(!received.html().contains("<script>"));
    stage.job.stop().await
}
