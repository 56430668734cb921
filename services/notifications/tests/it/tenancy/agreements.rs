//! Mails about agreements, guarantees and rent.

use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind};

use super::{HASH, mail, of_a_tenant, pounds, stage};
use crate::support::{PUBLIC_URL, TOKEN, signed_copies};

#[tokio::test]
async fn a_guarantor_is_told_of_the_deed_and_its_sum() -> anyhow::Result<()> {
    use TenancyMailKind as Kind;
    let stage = stage().await?;
    let to_signer = Some(format!("/agreement?token={TOKEN}"));
    for (number, (kind, subject, path, said)) in [
        (
            Kind::AgreementToSign,
            "Your deed of guarantee is ready to sign",
            to_signer.clone(),
            "up to £7,320 in all",
        ),
        (
            Kind::AgreementReminder,
            "Your deed of guarantee still waits for you",
            to_signer.clone(),
            "at most £7,320 in all",
        ),
        (
            Kind::AgreementSigned,
            "Your guarantee is in force",
            to_signer,
            HASH,
        ),
        (
            Kind::AgreementVoided,
            "Your deed of guarantee is not to be signed any more",
            None,
            "you guarantee nothing by it",
        ),
        (
            Kind::GuaranteeEnded,
            "Your guarantee ends",
            None,
            "ends on 1 November 2026 because of your notice",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let address = format!("guarantor-{number}@example.org");
        let mail = TenancyMail {
            recipient_email: address.clone(),
            guarantee_limit: pounds(732_000),
            subject_kind: "notice".to_owned(),
            ..of_a_tenant()
        };
        stage
            .ask(&format!("deed-{number}"), kind, false, &mail)
            .await?;
        let received = stage.sink.wait_for_mail(&address).await?;
        assert_eq!(received.subject(), subject);
        let (text, html) = (received.text(), received.html());
        let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flowing.contains(said), "{kind:?}: {text}");
        assert!(html.contains(said), "{kind:?}: {html}");
        let link = path.map(|path| format!("{PUBLIC_URL}{path}"));
        let is_link = |line: &str| link.as_deref() == Some(line.trim_end());
        let alone = text.lines().filter(|line| is_link(line)).count();
        assert_eq!(alone, usize::from(link.is_some()), "{kind:?}: {text}");
    }
    stage.job.stop().await
}

#[tokio::test]
async fn each_kind_about_agreements_and_rent_has_its_words_and_its_link() -> anyhow::Result<()> {
    use TenancyMailKind as Kind;
    let stage = stage().await?;
    let to_signer = Some(format!("/agreement?token={TOKEN}"));
    let to_landlord = Some("/landlord-applications/12/agreement".to_owned());
    let to_invited = Some(format!("/portal-invitation?token={TOKEN}"));
    let to_tenant = Some("/tenant-dashboard".to_owned());
    let to_members = Some("/tenants/31".to_owned());
    let kinds = [
        (
            Kind::AgreementToSign,
            "Your tenancy agreement is ready to sign",
            to_signer.clone(),
            "sign as guarantor",
        ),
        (
            Kind::AgreementReminder,
            "Your tenancy agreement still waits for you",
            to_signer.clone(),
            "waits for your signature",
        ),
        (
            Kind::AgreementToCountersign,
            "An agreement waits for your signature: Victoria Terrace",
            to_landlord.clone(),
            "Only your signature is missing.",
        ),
        (
            Kind::AgreementSigned,
            "Your tenancy agreement is signed",
            to_signer,
            HASH,
        ),
        (
            Kind::AgreementCompleted,
            "An agreement is signed: Victoria Terrace",
            to_landlord.clone(),
            "Everybody has signed",
        ),
        (
            Kind::AgreementDeclined,
            "An agreement was declined: Victoria Terrace",
            to_landlord,
            "Amara Diallo does not want to sign",
        ),
        (
            Kind::AgreementVoided,
            "Your tenancy agreement is not to be signed any more",
            None,
            "Because.",
        ),
        (
            Kind::PortalInvitation,
            "Your home in Lintel",
            to_invited,
            "sign in or make an account",
        ),
        (
            Kind::MovedIn,
            "Your tenancy has begun",
            to_tenant.clone(),
            "began on 1 November 2026",
        ),
        (
            Kind::TenancyDocumentGiven,
            "A document of your tenancy",
            to_tenant.clone(),
            "this document: guarantor",
        ),
        (
            Kind::RentDue,
            "Your rent is due soon",
            to_tenant.clone(),
            "Your rent of £950 for 47 Victoria Terrace, Sheffield is due on 1 November 2026.",
        ),
        (
            Kind::RentReceived,
            "Your payment was received",
            to_tenant.clone(),
            "Today £1,425.50 is open.",
        ),
        (
            Kind::RentLate,
            "Your rent has not arrived yet",
            to_tenant.clone(),
            "It was due on 1 November 2026, 14 days ago; £1,425.50 is open in all.",
        ),
        (
            Kind::RentArrears,
            "Rent that has not arrived yet",
            to_tenant.clone(),
            "Citizens Advice: www.citizensadvice.org.uk",
        ),
        (
            Kind::RentArrearsGuarantor,
            "Rent of a tenant for whom you are guarantor",
            None,
            "guarantor for Amara Diallo",
        ),
        (
            Kind::RentArrearsMembers,
            "Rent is late: Victoria Terrace",
            to_members.clone(),
            "Amara Diallo of Victoria Terrace: £950 has been owed since 1 November 2026, for 14 days; £1,425.50 in all.",
        ),
        (
            Kind::DepositProtectionDue,
            "A deposit has to be protected: Victoria Terrace",
            to_members.clone(),
            "by 1 November 2026",
        ),
        (
            Kind::RightToRentDue,
            "A right to rent has to be checked: Victoria Terrace",
            to_members.clone(),
            "The right to rent of Amara Diallo",
        ),
        (
            Kind::WrittenStatementDue,
            "A written statement has to be given: Victoria Terrace",
            to_members.clone(),
            "has to be given by 1 November 2026",
        ),
        (
            Kind::PetAnswerDue,
            "A request for a pet has to be answered: Victoria Terrace",
            to_members.clone(),
            "Amara Diallo of Victoria Terrace has asked to keep a pet.",
        ),
        (
            Kind::TenantGaveNotice,
            "A tenant has given notice: Victoria Terrace",
            to_members.clone(),
            "Amara Diallo has given notice for Victoria Terrace. The tenancy ends on 1 November 2026.",
        ),
        (
            Kind::NoticeReceived,
            "Notice was given for your home",
            to_tenant,
            "Amara Diallo has given notice, which ends the tenancy for everybody in it.",
        ),
        (
            Kind::PetAsked,
            "A tenant asks for a pet: Victoria Terrace",
            to_members.clone(),
            "The answer has to be given in writing by 1 November 2026.",
        ),
        (
            Kind::TenantWrote,
            "A tenant writes to you: Victoria Terrace",
            to_members.clone(),
            "Answer this email, and your answer goes to them.",
        ),
        (
            Kind::TenantContactChanged,
            "A tenant has new contact details: Victoria Terrace",
            to_members.clone(),
            "Amara Diallo of Victoria Terrace has changed how they are reached.",
        ),
        (
            Kind::DepositAnswered,
            "A tenant does not agree with the deposit’s return: Victoria Terrace",
            to_members,
            "ask the deposit scheme to decide, free of charge",
        ),
        (
            Kind::HoldingDepositAgreementDue,
            "A holding deposit waits for an agreement: Victoria Terrace",
            Some("/landlord-applications/12".to_owned()),
            "There is to be an agreement by 1 November 2026.",
        ),
        (
            Kind::HoldingDepositReturnDue,
            "A holding deposit has to be paid back: Victoria Terrace",
            Some("/landlord-applications/12".to_owned()),
            "has to be paid back by 1 November 2026",
        ),
    ];
    for (number, (kind, subject, path, says)) in kinds.into_iter().enumerate() {
        let address = format!("late-{number}@example.org");
        // Whoever has no account yet signs up with the address that was invited.
        let path = match kind {
            Kind::PortalInvitation => {
                path.map(|path| format!("{path}#email=late-{number}%40example.org"))
            }
            _ => path,
        };
        let mail = TenancyMail {
            recipient_email: address.clone(),
            note: "Because.".to_owned(),
            ..of_a_tenant()
        };
        let id = format!("mail-{number}");
        stage.ask(&id, kind, false, &mail).await?;
        let received = stage.sink.wait_for_mail(&address).await?;
        assert_eq!(received.subject(), subject);
        let (text, html) = (received.text(), received.html());
        let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flowing.contains(says), "{kind:?}: {text}");
        assert!(html.contains(says), "{kind:?}: {html}");
        let link = path.map(|path| format!("{PUBLIC_URL}{path}"));
        let is_link = |line: &str| link.as_deref() == Some(line.trim_end());
        let alone = text.lines().filter(|line| is_link(line)).count();
        assert_eq!(alone, usize::from(link.is_some()), "{kind:?}: {text}");
        if link.is_none() {
            assert!(!text.contains(PUBLIC_URL), "{kind:?}: {text}");
        }
        let long = text.lines().filter(|line| !is_link(line));
        let long = long.map(|line| line.chars().count()).max();
        assert!(long <= Some(78), "{text}");
        for threat in ["evict", "court", "must pay", "possession"] {
            assert!(!flowing.contains(threat), "{kind:?}: {text}");
        }
    }
    stage.job.stop().await
}

#[tokio::test]
async fn a_signed_agreement_comes_with_its_mail() -> anyhow::Result<()> {
    let stage = stage().await?;
    let address = "signed@example.org";
    let mail = TenancyMail {
        recipient_email: address.to_owned(),
        ..mail()
    };
    let kind = TenancyMailKind::AgreementSigned;
    stage.ask("mail-signed", kind, false, &mail).await?;
    let received = stage.sink.wait_for_mail(address).await?;
    let attached = received.part("application/pdf");
    let attached = attached.as_deref().map(str::as_bytes);
    assert_eq!(attached, Some(signed_copies::AGREEMENT));
    let says = "The signed document is attached to this email.";
    assert!(received.text().contains(says), "{}", received.text());
    assert!(received.html().contains(says));
    stage.job.stop().await
}

#[tokio::test]
async fn names_and_hashes_in_letters_about_rent_are_never_markup() -> anyhow::Result<()> {
    let stage = stage().await?;
    let mail = TenancyMail {
        tenant_name: "<b>Ada</b>".to_owned(),
        property_address: "<i>1 High Street</i>".to_owned(),
        organisation_name: "<u>Lettings</u>".to_owned(),
        evidence_hash: "<s>hash</s>".to_owned(),
        ..of_a_tenant()
    };
    for (number, kind) in [
        TenancyMailKind::RentArrearsGuarantor,
        TenancyMailKind::RentArrearsMembers,
        TenancyMailKind::AgreementSigned,
    ]
    .into_iter()
    .enumerate()
    {
        let address = format!("markup-{number}@example.org");
        let mail = TenancyMail {
            recipient_email: address.clone(),
            ..mail.clone()
        };
        stage.ask(&address, kind, false, &mail).await?;
        let html = stage.sink.wait_for_mail(&address).await?.html();
        for tag in ["<b>Ada", "<i>1", "<u>Let", "<s>hash", "hash&lt;"] {
            assert!(!html.contains(tag), "{kind:?}: {tag}");
        }
    }
    stage.job.stop().await
}
