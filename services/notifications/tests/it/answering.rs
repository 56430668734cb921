//! Answers to mails: every mail about a home names its landlord, says how they are reached, and takes answers.

use lintel_proto::{
    access::v1::Grade,
    common::v1::Sealed,
    identity::v1::{
        AccountContact, Landlord, LandlordKind, MembershipChanged, OrganisationChanged,
        OrganisationProfile,
    },
    tenancy::v1::{TenancyMail, TenancyMailKind as Kind},
};
use lintel_testkit::smtp::Mail;

use crate::{
    support::broker::event,
    tenancy::{Stage, mail, stage},
};

async fn known(stage: &Stage, version: i64, landlord: Option<Landlord>) -> anyhow::Result<()> {
    let profile = OrganisationProfile {
        display_name: "Okafor Homes".to_owned(),
        landlord,
        ..OrganisationProfile::default()
    };
    let told = OrganisationChanged {
        organisation_id: 5,
        version,
        profile_for_notifications: Some(Sealed {
            ciphertext: stage.bench.seal(&profile),
        }),
        ..OrganisationChanged::default()
    };
    stage.broker.publish(&event(&told), None).await?;
    stage.broker.wait_until_consumed().await
}

async fn owner(stage: &Stage) -> anyhow::Result<()> {
    let contact = AccountContact {
        verified_email: "helen@okafor.example".to_owned(),
        email_notifications: true,
        maintenance_alerts: true,
        ..AccountContact::default()
    };
    stage.account(1, &contact).await?;
    let joined = MembershipChanged {
        membership_id: 101,
        organisation_id: 5,
        user_id: 1,
        grade: Grade::Owner.into(),
        version: 1,
    };
    stage.broker.publish(&event(&joined), None).await
}

async fn sent(stage: &Stage, to: &str, kind: Kind) -> anyhow::Result<Mail> {
    let about = TenancyMail {
        recipient_email: to.to_owned(),
        tenant_id: 5,
        ..mail()
    };
    stage.ask(to, kind, false, &about).await?;
    stage.sink.wait_for_mail(to).await
}

fn on_one_line(mail: &Mail) -> String {
    let text = mail.text();
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}

fn details() -> Landlord {
    Landlord {
        kind: LandlordKind::Person.into(),
        display_names: vec!["Helen Okafor".to_owned()],
        notice_address: "12 Elm Road, Leeds LS1 4AP".to_owned(),
        contact_name: "Sam Reed".to_owned(),
        contact_phone: "0113 496 0000".to_owned(),
        contact_email: "sam@okafor.example".to_owned(),
        ..Landlord::default()
    }
}

#[tokio::test]
async fn mails_name_the_landlord_and_answers_reach_the_contact() -> anyhow::Result<()> {
    let stage = stage().await?;
    owner(&stage).await?;
    known(&stage, 2, Some(details())).await?;
    let first = sent(&stage, "first@example.org", Kind::GuarantorRequest).await?;
    let from = first.header("From").unwrap_or_default();
    assert!(from.contains("Helen Okafor via Lintel"), "{from}");
    let answers = first.header("Reply-To").unwrap_or_default();
    assert!(answers.contains("<sam@okafor.example>"), "{answers}");
    let said = "Questions? Ask Sam Reed (Helen Okafor): 0113 496 0000, sam@okafor.example.";
    let text = on_one_line(&first);
    assert!(text.contains(said), "{text}");
    assert!(first.html().contains("0113 496 0000"), "{}", first.html());
    assert!(
        !text.contains("12 Elm Road"),
        "a guarantor needs no address"
    );
    // A demand for rent has the landlord's name and address (Landlord and Tenant Act 1987, s 47).
    let demand = sent(&stage, "tenant@example.org", Kind::RentReminder).await?;
    let text = on_one_line(&demand);
    let landlord = "Landlord: Helen Okafor. Address for notices: 12 Elm Road, Leeds LS1 4AP";
    assert!(text.contains(landlord), "{text}");
    Ok(())
}

#[tokio::test]
async fn without_a_contact_the_owner_gets_the_answers() -> anyhow::Result<()> {
    let stage = stage().await?;
    owner(&stage).await?;
    known(&stage, 2, None).await?;
    let first = sent(&stage, "first@example.org", Kind::Approved).await?;
    let answers = first.header("Reply-To").unwrap_or_default();
    assert!(answers.contains("<helen@okafor.example>"), "{answers}");
    assert!(
        !first.text().contains("helen@okafor.example"),
        "the sign-in address is shown to nobody"
    );
    // What is older than the copy changes nothing; what is newer does.
    known(&stage, 1, Some(details())).await?;
    let second = sent(&stage, "second@example.org", Kind::Approved).await?;
    let from = second.header("From").unwrap_or_default();
    assert!(from.contains("Okafor Homes via Lintel"), "{from}");
    known(&stage, 3, Some(details())).await?;
    let third = sent(&stage, "third@example.org", Kind::Approved).await?;
    let answers = third.header("Reply-To").unwrap_or_default();
    assert!(answers.contains("<sam@okafor.example>"), "{answers}");
    Ok(())
}

#[tokio::test]
async fn a_mail_goes_in_our_name_while_no_landlord_is_known() -> anyhow::Result<()> {
    let stage = stage().await?;
    let first = sent(&stage, "first@example.org", Kind::Approved).await?;
    assert_eq!(first.header("Reply-To"), None);
    let from = first.header("From").unwrap_or_default();
    assert!(!from.contains("via Lintel"), "{from}");
    Ok(())
}
