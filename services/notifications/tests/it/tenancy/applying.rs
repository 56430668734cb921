//! Mails about applications, and the text that they do not let through.

use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind};

use super::{mail, stage};
use crate::support::{PUBLIC_URL, TOKEN};

#[tokio::test]
async fn each_kind_has_its_words_and_its_link_alone_on_a_line() -> anyhow::Result<()> {
    let stage = stage().await?;
    let to_applicant = format!("/tenant-status?token={TOKEN}");
    let to_landlord = "/landlord-applications/12".to_owned();
    let kinds = [
        (
            TenancyMailKind::Invite,
            "You’re invited to apply for a home",
            format!("/tenant-signup?propertyId=7&roomId=3&invite={TOKEN}"),
        ),
        (
            TenancyMailKind::Draft,
            "Finish your application",
            format!("/tenant-signup?invite={TOKEN}&draft={TOKEN}"),
        ),
        (
            TenancyMailKind::ApplicationReceived,
            "Your application was received",
            to_applicant.clone(),
        ),
        (
            TenancyMailKind::GuarantorRequest,
            "Amara Diallo has named you as guarantor",
            format!("/guarantor-verify/{TOKEN}"),
        ),
        (
            TenancyMailKind::EmployerRequest,
            "Amara Diallo has asked you for an employer’s reference",
            format!("/employer-verify/{TOKEN}"),
        ),
        (
            TenancyMailKind::ApplicationSubmitted,
            "You have a new application: Victoria Terrace",
            to_landlord.clone(),
        ),
        (
            TenancyMailKind::ReferenceGiven,
            "A reference is in: Victoria Terrace",
            to_landlord.clone(),
        ),
        (
            TenancyMailKind::ReferenceDeclined,
            "A reference was declined: Victoria Terrace",
            to_landlord.clone(),
        ),
        (
            TenancyMailKind::DocumentAdded,
            "A document was added: Victoria Terrace",
            to_landlord.clone(),
        ),
        (
            TenancyMailKind::ApplicationWithdrawn,
            "An application was withdrawn: Victoria Terrace",
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
            "Your application has a new status",
            to_applicant.clone(),
        ),
        (
            TenancyMailKind::StatusLink,
            "Your new link to your application",
            to_applicant.clone(),
        ),
        (
            TenancyMailKind::AlreadyApplied,
            "You have applied for this home already",
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
        let href = format!("href=\"{}\"", link.replace('&', "&amp;"));
        assert_eq!(received.html().matches(&href).count(), 2, "{kind:?}");
        let long = text.lines().filter(|line| line.trim_end() != link);
        let long = long.map(|line| line.chars().count()).max();
        assert!(long <= Some(78), "{text}");
    }
    stage.job.stop().await
}

#[tokio::test]
async fn a_hostile_name_reaches_neither_a_header_nor_a_sentence() -> anyhow::Result<()> {
    let stage = stage().await?;
    let mail = TenancyMail {
        recipient_name: "Ada\r\nBcc: eve@evil.example".to_owned(),
        applicant_name: "You won, see https://evil.example".to_owned(),
        organisation_name: "Call\u{202e}0800".to_owned(),
        note: "<script>alert(1)<script>\r\nBcc: x".to_owned(),
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
    assert!(received.html().contains("&lt;script&gt;alert(1)"));
    let with_link = TenancyMail {
        recipient_email: "victim@example.org".to_owned(),
        note: "Pay the deposit at evil.example now".to_owned(),
        ..mail
    };
    stage
        .ask("link", TenancyMailKind::Approved, false, &with_link)
        .await?;
    let received = stage.sink.wait_for_mail("victim@example.org").await?;
    for part in [received.text(), received.html()] {
        assert!(
            !part.contains("evil") && !part.contains("deposit"),
            "{part}"
        );
    }
    stage.job.stop().await
}
