//! Mails about maintenance: what each kind says, and to whom it goes.

use lintel_core::Money;
use lintel_proto::{
    convert::timestamp,
    maintenance::v1::{MaintenanceMail, MaintenanceMailKind},
};
use lintel_sealing::LinkToken;

use crate::{
    letters::{Member, Stage},
    support::PUBLIC_URL,
};

fn mail() -> anyhow::Result<MaintenanceMail> {
    let at = |text: &str| anyhow::Ok(Some(timestamp(text.parse()?)));
    Ok(MaintenanceMail {
        recipient_name: "Amara Diallo".to_owned(),
        recipient_email: "amara@example.org".to_owned(),
        maintenance_request_id: 12,
        organisation_name: "Okafor Lettings".to_owned(),
        property_display_name: "Victoria Terrace".to_owned(),
        property_address: "47 Victoria Terrace, Sheffield S1 2AB".to_owned(),
        title: "No hot water".to_owned(),
        text: "The boiler shows E119.".to_owned(),
        priority: "Urgent".to_owned(),
        status: "In Progress".to_owned(),
        author_name: "Amara Diallo".to_owned(),
        start_time: at("2026-12-01T14:00:00Z")?,
        end_time: at("2026-12-01T16:00:00Z")?,
        contractor_name: "Warm & Dry Ltd".to_owned(),
        due_time: at("2026-11-30T17:00:00Z")?,
        ..MaintenanceMail::default()
    })
}

#[tokio::test]
async fn each_kind_to_who_lives_there_says_what_they_need() -> anyhow::Result<()> {
    let stage = Stage::start().await?;
    let visit = "Tuesday 1 December 2026, 14:00 to 16:00 (UK time)";
    let kinds = [
        (MaintenanceMailKind::Received, "has your report"),
        (MaintenanceMailKind::StatusChanged, "is In Progress now"),
        (MaintenanceMailKind::Commented, "The boiler shows E119."),
        (MaintenanceMailKind::Visit, visit),
        (MaintenanceMailKind::VisitMoved, visit),
        (MaintenanceMailKind::VisitCancelled, visit),
    ];
    for (number, (kind, says)) in kinds.into_iter().enumerate() {
        let address = format!("one-{number}@example.org");
        let mail = MaintenanceMail {
            recipient_email: address.clone(),
            property_display_name: String::new(),
            ..mail()?
        };
        stage.maintenance(&address, kind, (false, 0), &mail).await?;
        let received = stage.sink.wait_for_mail(&address).await?;
        let subject = received.subject();
        assert!(subject.ends_with(": No hot water"), "{subject}");
        let text = received.text();
        let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flowing.contains(says), "{says}: {text}");
        let link = format!("{PUBLIC_URL}/tenant-dashboard/requests/12");
        let alone = text.lines().filter(|line| line.trim_end() == link).count();
        assert_eq!(alone, 1, "{kind:?}: {text}");
        let long = text.lines().map(|line| line.chars().count()).max();
        assert!(long <= Some(78), "{text}");
    }
    stage.job.stop().await
}

#[tokio::test]
async fn each_mail_to_members_goes_to_those_with_alerts_or_the_named_one() -> anyhow::Result<()> {
    let stage = Stage::start().await?;
    let member = |user, email, wants_mail, wants_alerts| Member {
        user,
        email,
        wants_mail,
        wants_alerts,
    };
    stage
        .join(&[
            member(1, "helen@example.org", true, true),
            member(2, "no-alerts@example.org", true, false),
            member(3, "no-mail@example.org", false, true),
            member(4, "", true, true),
        ])
        .await?;
    let mail = MaintenanceMail {
        recipient_name: String::new(),
        recipient_email: String::new(),
        ..mail()?
    };
    let kinds = [
        MaintenanceMailKind::Reported,
        MaintenanceMailKind::Commented,
        MaintenanceMailKind::Reopened,
        MaintenanceMailKind::Confirmed,
        MaintenanceMailKind::Overdue,
        MaintenanceMailKind::JobAnswered,
    ];
    for kind in kinds {
        // A repeat is the same mail.
        for _ in 0..2 {
            stage
                .maintenance(kind.as_str_name(), kind, (true, 0), &mail)
                .await?;
        }
    }
    for user in [2, 3] {
        let kind = MaintenanceMailKind::Assigned;
        let id = format!("assigned-{user}");
        stage.maintenance(&id, kind, (false, user), &mail).await?;
    }
    let assigned = stage.sink.wait_for_mail("no-alerts@example.org").await?;
    let text = assigned.text();
    let link = format!("{PUBLIC_URL}/maintenance/12");
    assert!(text.lines().any(|line| line.trim_end() == link), "{text}");
    assert!(text.contains("Priority: Urgent"), "{text}");
    let mut expected = vec!["helen@example.org"; kinds.len()];
    expected.push("no-alerts@example.org");
    assert_eq!(stage.told().await?, expected);
    Ok(())
}

#[tokio::test]
async fn what_to_do_in_an_emergency_is_read_first() -> anyhow::Result<()> {
    let stage = Stage::start().await?;
    let advice = "Open the windows, leave the house, and call the National Gas Emergency Service on 0800 111 999.";
    let mail = MaintenanceMail {
        priority: "Emergency".to_owned(),
        advice: advice.to_owned(),
        ..mail()?
    };
    let kind = MaintenanceMailKind::Received;
    stage.maintenance("gas", kind, (false, 0), &mail).await?;
    let received = stage.sink.wait_for_mail("amara@example.org").await?;
    let text = received.text();
    let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let greeted = format!("Hello Amara Diallo, {advice}");
    assert!(flowing.starts_with(&greeted), "{text}");
    stage.job.stop().await
}

#[tokio::test]
async fn a_hostile_title_reaches_neither_a_header_nor_a_sentence() -> anyhow::Result<()> {
    let stage = Stage::start().await?;
    let mail = MaintenanceMail {
        title: "Pay at https://evil.example\r\nBcc: eve@evil.example".to_owned(),
        text: "<script>alert(1)<script>".to_owned(),
        ..mail()?
    };
    let kind = MaintenanceMailKind::StatusChanged;
    stage
        .maintenance("hostile", kind, (false, 0), &mail)
        .await?;
    let received = stage.sink.wait_for_mail("amara@example.org").await?;
    assert_eq!(received.to.len(), 1);
    assert_eq!(received.header("Bcc"), None);
    for part in [received.subject(), received.text(), received.html()] {
        assert!(!part.contains("evil"), "{part}");
    }
    assert!(!received.html().contains("<script>"));
    stage.job.stop().await
}

#[tokio::test]
async fn each_kind_to_a_contractor_leads_to_the_private_page() -> anyhow::Result<()> {
    let stage = Stage::start().await?;
    let when = "Tuesday 1 December 2026, 14:00 to 16:00 (UK time)";
    let token = LinkToken::derived([7; 32]).expose().to_string();
    let kinds = [
        (
            MaintenanceMailKind::JobOffered,
            "Up to £250.00 without asking first",
        ),
        (MaintenanceMailKind::JobAgreed, when),
        (MaintenanceMailKind::JobTimeRefused, "does not suit"),
        (MaintenanceMailKind::JobMoved, when),
        (MaintenanceMailKind::JobCalledOff, "Nobody expects you"),
    ];
    for (number, (kind, says)) in kinds.into_iter().enumerate() {
        let address = format!("firm-{number}@example.org");
        let mail = MaintenanceMail {
            recipient_email: address.clone(),
            property_display_name: String::new(),
            token: token.clone(),
            cost_limit: Some(Money::gbp(25_000).into()),
            ..mail()?
        };
        stage.maintenance(&address, kind, (false, 0), &mail).await?;
        let text = stage.sink.wait_for_mail(&address).await?.text();
        let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flowing.contains(says), "{says}: {text}");
        let link = format!("{PUBLIC_URL}/job/{token}");
        let alone = text.lines().filter(|line| line.trim_end() == link).count();
        assert_eq!(alone, 1, "{kind:?}: {text}");
    }
    stage.job.stop().await
}
