//! The readers of mails about tenancies, and the ways to them.

use lintel_bus::topology;
use lintel_notifications::domain::{Fact, NotificationKind};
use lintel_proto::{
    identity::v1::{AccountContact, Digest, MembershipEnded, OrganisationDeleted, UserDeleted},
    tenancy::v1::{TenancyMail, TenancyMailKind},
};

use super::{mail, of_a_tenant, stage};
use crate::support::broker::event;

#[tokio::test]
async fn whoever_switched_rent_reminders_off_gets_none_but_hears_of_arrears() -> anyhow::Result<()>
{
    let stage = stage().await?;
    // Rent reminders are off in this contact.
    stage.member(1, "ibrahim@example.org", true).await?;
    stage.broker.wait_until_consumed().await?;
    for (id, kind) in [
        ("due", TenancyMailKind::RentDue),
        ("late", TenancyMailKind::RentLate),
    ] {
        stage.ask(id, kind, false, &of_a_tenant()).await?;
    }
    let received = stage.sink.wait_for_mail("ibrahim@example.org").await?;
    assert_eq!(received.subject(), "Your rent has not arrived yet");
    stage
        .broker
        .wait_until_consumed_by(topology::NOTIFICATIONS_TENANCY)
        .await?;
    stage.job.stop().await?;
    assert_eq!(stage.sink.deliveries(), 1);
    Ok(())
}

#[tokio::test]
async fn rent_that_is_due_waits_for_no_digest_and_what_members_hear_of_it_does()
-> anyhow::Result<()> {
    let stage = stage().await?;
    for (user, email) in [(1, "ibrahim@example.org"), (2, "helen@example.org")] {
        let contact = AccountContact {
            verified_email: email.to_owned(),
            email_notifications: true,
            rent_reminders: true,
            digest: Digest::Daily.into(),
            ..AccountContact::default()
        };
        stage.account(user, &contact).await?;
    }
    stage.joined(2, 1).await?;
    stage.broker.wait_until_consumed().await?;
    for (id, kind, to_members) in [
        ("late", TenancyMailKind::RentArrearsMembers, true),
        ("due", TenancyMailKind::RentDue, false),
    ] {
        stage.ask(id, kind, to_members, &of_a_tenant()).await?;
    }
    let received = stage.sink.wait_for_mail("ibrahim@example.org").await?;
    assert_eq!(received.subject(), "Your rent is due soon");
    stage
        .broker
        .wait_until_consumed_by(topology::NOTIFICATIONS_TENANCY)
        .await?;
    let mut admin = stage.bench.database.superuser().await?;
    let waiting: Vec<(i64, String)> = sqlx::query_as("SELECT user_id, fact FROM digest_items")
        .fetch_all(&mut admin)
        .await?;
    assert_eq!(waiting, [(2, Fact::RentArrearsMembers.as_str().to_owned())]);
    let told: Vec<(i64, String)> =
        sqlx::query_as("SELECT user_id, fact FROM news ORDER BY user_id")
            .fetch_all(&mut admin)
            .await?;
    let facts = [Fact::RentDue, Fact::RentArrearsMembers];
    let expected = (1..).zip(facts.map(|fact| fact.as_str().to_owned()));
    assert_eq!(told, expected.collect::<Vec<_>>());
    assert!(
        facts
            .iter()
            .all(|fact| fact.row().kind == NotificationKind::Rent)
    );
    stage.job.stop().await?;
    assert_eq!(stage.sink.deliveries(), 1);
    Ok(())
}

#[tokio::test]
async fn members_are_told_each_at_their_own_address_unless_they_switched_it_off()
-> anyhow::Result<()> {
    let stage = stage().await?;
    stage.member(1, "helen@example.org", true).await?;
    stage.member(2, "quiet@example.org", false).await?;
    stage.member(3, "elsewhere@example.org", true).await?;
    stage.member(4, "", true).await?;
    for user in [1, 2, 4] {
        stage.joined(user, 1).await?;
    }
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
async fn who_left_or_is_deleted_is_not_told_whatever_comes_late() -> anyhow::Result<()> {
    let stage = stage().await?;
    for (user, email) in [(1, "stays"), (2, "left"), (3, "deleted")] {
        let email = format!("{email}@example.org");
        stage.member(user, &email, true).await?;
        stage.joined(user, 1).await?;
    }
    let left = MembershipEnded {
        membership_id: 102,
        organisation_id: 5,
        user_id: 2,
        version: 3,
    };
    stage.broker.publish(&event(&left), None).await?;
    let deleted = UserDeleted {
        user_id: 3,
        version: 2,
    };
    stage.broker.publish(&event(&deleted), None).await?;
    stage.joined(2, 2).await?;
    stage.member(3, "deleted@example.org", true).await?;
    stage.broker.wait_until_consumed().await?;
    let mut admin = stage.bench.database.superuser().await?;
    let forgotten: bool =
        sqlx::query_scalar("SELECT contact IS NULL FROM contacts WHERE user_id = 3")
            .fetch_one(&mut admin)
            .await?;
    assert!(forgotten);
    assert_eq!(stage.told().await?, ["stays@example.org"]);
    Ok(())
}

#[tokio::test]
async fn a_deleted_organisation_has_nobody_to_tell() -> anyhow::Result<()> {
    let stage = stage().await?;
    stage.member(1, "helen@example.org", true).await?;
    stage.joined(1, 1).await?;
    let deleted = OrganisationDeleted {
        organisation_id: 5,
        version: 9,
    };
    stage.broker.publish(&event(&deleted), None).await?;
    stage.broker.wait_until_consumed().await?;
    assert_eq!(stage.told().await?, Vec::<String>::new());
    Ok(())
}
