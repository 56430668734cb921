//! The delivery of facts: behind the bell, by mail, under which settings, and once.

use lintel_bus::topology;
use lintel_core::UserId;
use lintel_notifications::{
    app::news,
    consumers::{ListingEvents, PortfolioEvents},
};
use lintel_proto::{
    common::v1::{Date, Sealed, TimeOfDay},
    convert::timestamp,
    identity::v1::{
        AccountChanged, AccountContact, AccountMail, AccountMailKind, AccountMailRequested,
        MembershipChanged, MembershipEnded, OrganisationDeleted, UserDeleted,
    },
    listings::v1::{WatchedChange, WatchedListingChanged},
    portfolio::v1::{
        CertificateExpiring, CertificateType, InspectionOverdue, PropertyChanged, PropertyDeleted,
    },
    viewings::v1::{ViewingMail, ViewingMailKind},
};

use crate::{
    letters::{Member, Stage},
    support::{ALLOWANCE, DOMAIN, TOKEN, broker::event, in_a_day},
};

const HELEN: Member = Member {
    user: 1,
    email: "helen@example.org",
    wants_mail: true,
    wants_alerts: true,
};
const OMAR: Member = Member {
    user: 2,
    email: "omar@example.org",
    wants_mail: false,
    wants_alerts: false,
};

/// Returns the notifications behind an account's bell, the oldest first: fact, title, text and link.
async fn bell(stage: &Stage, user: i64) -> anyhow::Result<Vec<(String, String, String, String)>> {
    let mut admin = stage.bench.database.superuser().await?;
    let rows: Vec<(String, String, Vec<u8>)> = sqlx::query_as(
        "SELECT fact, dedupe_key, sealed FROM news WHERE user_id = $1 ORDER BY news_id",
    )
    .bind(user)
    .fetch_all(&mut admin)
    .await?;
    let sealed_box = stage.bench.sealed_box();
    rows.into_iter()
        .map(|(fact, key, sealed)| {
            let said = news::open(&sealed_box, UserId::new(user), &key, &sealed)?;
            Ok((fact, said.title, said.text, said.url))
        })
        .collect()
}

/// A stage that hears portfolio and listings, too.
async fn stage() -> anyhow::Result<Stage> {
    let stage = Stage::start().await?;
    let (db, wake) = (&stage.bench.database.db, stage.job.wake.clone());
    let sealed_box = || stage.bench.sealed_box();
    let portfolio = PortfolioEvents::new(DOMAIN.to_owned(), sealed_box(), ALLOWANCE, wake.clone());
    let listings = ListingEvents::new(DOMAIN.to_owned(), sealed_box(), ALLOWANCE, wake);
    stage
        .broker
        .consume_with(db, topology::NOTIFICATIONS_PORTFOLIO, portfolio);
    stage
        .broker
        .consume_with(db, topology::NOTIFICATIONS_LISTINGS, listings);
    Ok(stage)
}

async fn heard(stage: &Stage) -> anyhow::Result<()> {
    for consumer in [
        topology::NOTIFICATIONS_IDENTITY,
        topology::NOTIFICATIONS_PORTFOLIO,
        topology::NOTIFICATIONS_LISTINGS,
        topology::NOTIFICATIONS_VIEWINGS,
    ] {
        stage.broker.wait_until_consumed_by(consumer).await?;
    }
    Ok(())
}

async fn settings(
    stage: &Stage,
    user: i64,
    version: i64,
    change: impl FnOnce(&mut AccountContact),
) -> anyhow::Result<()> {
    let mut contact = AccountContact {
        display_name: "Helen Okafor".to_owned(),
        verified_email: format!("{user}@example.org"),
        email_notifications: true,
        maintenance_alerts: true,
        certificate_expiry: true,
        inspection_reminders: true,
        ..AccountContact::default()
    };
    change(&mut contact);
    let account = AccountChanged {
        user_id: user,
        version,
        contact: Some(Sealed {
            ciphertext: stage.bench.seal(&contact),
        }),
        ..AccountChanged::default()
    };
    stage.broker.publish(&event(&account), None).await?;
    stage.broker.wait_until_consumed().await
}

fn certificate(reminder: i64) -> CertificateExpiring {
    let mut told = CertificateExpiring {
        reminder_id: reminder,
        organisation_id: 5,
        certificate_id: 3,
        property_id: 7,
        expiry_date: Some(Date {
            year: 2026,
            month: 12,
            day: 20,
        }),
        days_before: 30,
        ..CertificateExpiring::default()
    };
    told.set_certificate_type(CertificateType::GasSafety);
    told
}

#[tokio::test]
async fn a_reminder_names_the_home_and_comes_once_to_those_who_want_it() -> anyhow::Result<()> {
    let stage = stage().await?;
    stage.join(&[HELEN, OMAR]).await?;
    settings(&stage, 1, 2, |_| {}).await?;
    settings(&stage, 2, 2, |omar| omar.certificate_expiry = false).await?;
    let home = PropertyChanged {
        property_id: 7,
        organisation_id: 5,
        version: 1,
        display_name: "Garden Flat".to_owned(),
        ..PropertyChanged::default()
    };
    stage.broker.publish(&event(&home), None).await?;
    let told = event(&certificate(1));
    for copy in 0..3 {
        stage.broker.publish(&told, Some(copy)).await?;
    }
    // Another event of the same reminder is the same news.
    stage.broker.publish(&event(&certificate(1)), None).await?;
    heard(&stage).await?;
    let seen = bell(&stage, 1).await?;
    let expected = (
        "certificate-expiring".to_owned(),
        "A certificate expires soon: Garden Flat".to_owned(),
        "The Gas Safety certificate of Garden Flat is valid until 20 December 2026.".to_owned(),
        "/portfolio/7".to_owned(),
    );
    assert_eq!(seen, [expected]);
    assert!(bell(&stage, 2).await?.is_empty(), "it is switched off");
    let mail = stage.sink.wait_for_mail("1@example.org").await?;
    assert_eq!(mail.subject(), "A certificate expires soon: Garden Flat");
    let text = mail.text();
    assert!(text.contains("You get this because you are a member of this portfolio."));
    assert!(text.contains("/settings/notifications") && text.contains("/unsubscribe?token="));
    assert_eq!(stage.told().await?, ["1@example.org"]);
    Ok(())
}

#[tokio::test]
async fn an_inspection_of_a_home_that_left_is_told_without_its_name() -> anyhow::Result<()> {
    let stage = stage().await?;
    stage.join(&[HELEN]).await?;
    settings(&stage, 1, 2, |helen| helen.email_notifications = false).await?;
    let gone = PropertyDeleted {
        property_id: 7,
        organisation_id: 5,
        version: 2,
    };
    let late = PropertyChanged {
        property_id: 7,
        organisation_id: 5,
        version: 1,
        display_name: "Garden Flat".to_owned(),
        ..PropertyChanged::default()
    };
    stage.broker.publish(&event(&gone), None).await?;
    stage.broker.publish(&event(&late), None).await?;
    let told = InspectionOverdue {
        reminder_id: 4,
        organisation_id: 5,
        inspection_id: 9,
        property_id: 7,
        inspection_date: Some(Date {
            year: 2026,
            month: 11,
            day: 20,
        }),
        inspection_time: Some(TimeOfDay {
            hour: 10,
            minute: 0,
        }),
    };
    stage.broker.publish(&event(&told), None).await?;
    heard(&stage).await?;
    let seen = bell(&stage, 1).await?;
    assert_eq!(seen.len(), 1);
    assert_eq!(
        seen[0].2,
        "The inspection of one of your homes was planned for 20 November 2026 at 10:00 and is not marked as done."
    );
    assert!(stage.told().await?.is_empty(), "mails are switched off");
    Ok(())
}

#[tokio::test]
async fn who_watches_a_listing_hears_of_it_and_nobody_else() -> anyhow::Result<()> {
    let stage = stage().await?;
    stage.join(&[HELEN, OMAR]).await?;
    for (user, organisation) in [(1, 5), (9, 5), (1, 6)] {
        let mut told = WatchedListingChanged {
            listing_id: 12,
            organisation_id: organisation,
            user_id: user,
            listing_title: "2 bedroom flat, Leith".to_owned(),
            version: 3,
            ..WatchedListingChanged::default()
        };
        told.set_change(WatchedChange::Withdrawn);
        stage.broker.publish(&event(&told), None).await?;
    }
    heard(&stage).await?;
    let seen = bell(&stage, 1).await?;
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert_eq!(seen[0].2, "“2 bedroom flat, Leith” is no longer for sale.");
    assert_eq!(seen[0].3, "/property-search/12");
    assert_eq!(stage.told().await?, ["helen@example.org"]);
    Ok(())
}

#[tokio::test]
async fn a_viewer_with_an_account_hears_of_the_viewing_behind_the_bell() -> anyhow::Result<()> {
    let stage = stage().await?;
    settings(&stage, 8, 1, |viewer| {
        viewer.verified_email = "Ibrahim@Example.org".to_owned();
        viewer.email_notifications = false;
    })
    .await?;
    let at = |text: &str| anyhow::Ok(Some(timestamp(text.parse()?)));
    let mail = ViewingMail {
        recipient_name: "Ibrahim Diallo".to_owned(),
        recipient_email: "ibrahim@example.org".to_owned(),
        token: TOKEN.to_owned(),
        viewing_id: 12,
        property_address: "47 Victoria Terrace, Sheffield S1 2AB".to_owned(),
        start_time: at("2026-12-01T14:00:00Z")?,
        end_time: at("2026-12-01T14:30:00Z")?,
        ..ViewingMail::default()
    };
    let kind = ViewingMailKind::Confirmed;
    stage.viewing("v1", kind, 0, &mail).await?;
    heard(&stage).await?;
    let seen = bell(&stage, 8).await?;
    assert_eq!(seen.len(), 1);
    assert_eq!(
        seen[0].1,
        "Your viewing on 1 December at 14:00 is confirmed"
    );
    assert_eq!(seen[0].3, format!("/viewings/{TOKEN}"));
    let mut admin = stage.bench.database.superuser().await?;
    let about: (Option<i64>, Option<String>, Option<i64>) =
        sqlx::query_as("SELECT organisation_id, subject, subject_id FROM deliveries")
            .fetch_one(&mut admin)
            .await?;
    assert_eq!(about, (Some(5), Some("viewing".to_owned()), Some(12)));
    // It is owed to whoever booked, whatever their settings say.
    assert_eq!(stage.told().await?, ["ibrahim@example.org"]);
    Ok(())
}

#[tokio::test]
async fn owners_hear_who_joined_and_who_left_and_what_was_told_is_taken_back() -> anyhow::Result<()>
{
    let stage = stage().await?;
    stage.join(&[HELEN]).await?;
    let mut owner = MembershipChanged {
        membership_id: 101,
        organisation_id: 5,
        user_id: 1,
        version: 2,
        ..MembershipChanged::default()
    };
    owner.set_grade(lintel_proto::access::v1::Grade::Owner);
    stage.broker.publish(&event(&owner), None).await?;
    stage.join(&[OMAR]).await?;
    let titles = |seen: Vec<(String, String, String, String)>| -> Vec<String> {
        seen.into_iter().map(|(_, title, ..)| title).collect()
    };
    assert_eq!(titles(bell(&stage, 1).await?), ["A new member"]);
    settings(&stage, 2, 2, |_| {}).await?;
    stage.broker.publish(&event(&certificate(1)), None).await?;
    heard(&stage).await?;
    assert_eq!(bell(&stage, 2).await?.len(), 1);
    let left = MembershipEnded {
        membership_id: 102,
        organisation_id: 5,
        user_id: 2,
        version: 2,
    };
    stage.broker.publish(&event(&left), None).await?;
    heard(&stage).await?;
    assert!(bell(&stage, 2).await?.is_empty());
    let last = titles(bell(&stage, 1).await?).pop();
    assert_eq!(last.as_deref(), Some("A member has left"));
    let gone = OrganisationDeleted {
        organisation_id: 5,
        version: 9,
    };
    stage.broker.publish(&event(&gone), None).await?;
    heard(&stage).await?;
    assert!(bell(&stage, 1).await?.is_empty());
    stage.job.stop().await
}

#[tokio::test]
async fn security_is_told_to_the_account_and_goes_with_it() -> anyhow::Result<()> {
    let stage = stage().await?;
    settings(&stage, 7, 1, |account| account.email_notifications = false).await?;
    let mail = AccountMail {
        recipient_name: "Ada".to_owned(),
        recipient_email: "7@example.org".to_owned(),
        occur_time: Some(timestamp("2026-07-01T13:15:00Z".parse()?)),
        ..AccountMail::default()
    };
    for (id, kind) in [
        ("a", AccountMailKind::TwoFactorDisabled),
        ("b", AccountMailKind::PasswordChanged),
    ] {
        let mut asked = AccountMailRequested {
            user_id: 7,
            account_mail_id: id.to_owned(),
            expire_time: Some(timestamp(in_a_day())),
            mail: Some(Sealed {
                ciphertext: stage.bench.seal(&mail),
            }),
            ..AccountMailRequested::default()
        };
        asked.set_kind(kind);
        stage.broker.publish(&event(&asked), None).await?;
    }
    heard(&stage).await?;
    let seen = bell(&stage, 7).await?;
    let titles: Vec<_> = seen.iter().map(|(_, title, ..)| title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Two-factor authentication is off",
            "Your password was changed"
        ]
    );
    assert!(seen.iter().all(|(.., url)| url == "/settings/security"));
    let deleted = UserDeleted {
        user_id: 7,
        version: 5,
    };
    stage.broker.publish(&event(&deleted), None).await?;
    heard(&stage).await?;
    let mut admin = stage.bench.database.superuser().await?;
    let left: i64 = sqlx::query_scalar(
        "SELECT (SELECT count(*) FROM news) + (SELECT count(*) FROM inboxes)
             + (SELECT count(*) FROM contacts WHERE contact IS NOT NULL OR address_digest IS NOT NULL)",
    )
    .fetch_one(&mut admin)
    .await?;
    assert_eq!(left, 0);
    assert_eq!(stage.told().await?, ["7@example.org", "7@example.org"]);
    Ok(())
}
