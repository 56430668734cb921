//! Mails about applications: to whom they go, and what each kind says.

use lintel_bus::topology;
use lintel_notifications::{
    consumers::TenancyEvents,
    domain::{Fact, NotificationKind},
    mail::SealedBox,
};
use lintel_proto::{
    common::v1::{Date, Money, Sealed},
    convert::timestamp,
    identity::v1::{
        AccountChanged, AccountContact, Digest, MembershipChanged, MembershipEnded,
        OrganisationDeleted, UserDeleted,
    },
    tenancy::v1::{TenancyMail, TenancyMailKind, TenancyMailRequested},
};
use lintel_testkit::{smtp::SmtpSink, wait_for};

use crate::support::{
    ALLOWANCE, Bench, DOMAIN, PATIENCE, PUBLIC_URL, Running, TOKEN, brisk,
    broker::{Broker, event},
    in_a_day, signed_copies,
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
    async fn told(self) -> anyhow::Result<Vec<String>> {
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

fn pounds(pence: i64) -> Option<Money> {
    Some(Money {
        currency_code: "GBP".to_owned(),
        minor_units: pence,
    })
}

fn of_a_tenant() -> TenancyMail {
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

const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

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
async fn those_who_answer_for_an_applicant_are_told_and_told_of() -> anyhow::Result<()> {
    use TenancyMailKind as Kind;
    let stage = stage().await?;
    for (number, (kind, whose, subject, path, said)) in [
        (
            Kind::ReferenceClosed,
            "guarantor",
            "Your answer is no longer needed",
            None,
            "Amara Diallo had named you as guarantor for an application to rent 47 Victoria Terrace, Sheffield.",
        ),
        (
            Kind::ReferenceClosed,
            "employer",
            "Your answer is no longer needed",
            None,
            "named you as employer",
        ),
        (
            Kind::RefereeDeclined,
            "guarantor",
            "Your guarantor has declined",
            Some(format!("/tenant-status?token={TOKEN}")),
            "You can name somebody else",
        ),
        (
            Kind::RefereeDeclined,
            "employer",
            "Your employer has declined",
            Some(format!("/tenant-status?token={TOKEN}")),
            "Your employer has declined to answer for your application",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let address = format!("answers-{number}@example.org");
        let mail = TenancyMail {
            recipient_email: address.clone(),
            subject_kind: whose.to_owned(),
            ..mail()
        };
        stage
            .ask(&format!("answer-{number}"), kind, false, &mail)
            .await?;
        let received = stage.sink.wait_for_mail(&address).await?;
        assert_eq!(received.subject(), subject);
        let text = received.text();
        let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flowing.contains(said), "{kind:?}: {text}");
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
async fn an_answer_to_what_a_tenant_writes_goes_to_the_tenant() -> anyhow::Result<()> {
    let stage = stage().await?;
    let address = "landlord@example.org";
    let mail = TenancyMail {
        recipient_email: address.to_owned(),
        tenant_email: "amara@example.org".to_owned(),
        note: "May I park behind the house?".to_owned(),
        ..of_a_tenant()
    };
    let kind = TenancyMailKind::TenantWrote;
    stage.ask("mail-wrote", kind, false, &mail).await?;
    let received = stage.sink.wait_for_mail(address).await?;
    let answers = received.header("Reply-To").unwrap_or_default();
    assert!(answers.contains("amara@example.org"), "{answers}");
    assert!(received.text().contains("May I park behind the house?"));
    stage.job.stop().await
}

#[tokio::test]
async fn an_answer_about_a_deposit_says_which_and_comes_from_the_tenant() -> anyhow::Result<()> {
    let stage = stage().await?;
    for (answer, title, note) in [
        ("agreed", "A tenant agrees with the deposit’s return", ""),
        (
            "disagreed",
            "A tenant does not agree with the deposit’s return",
            "The key was never lost.",
        ),
    ] {
        let address = format!("{answer}@example.org");
        let mail = TenancyMail {
            recipient_email: address.clone(),
            tenant_email: "amara@example.org".to_owned(),
            subject_kind: answer.to_owned(),
            note: note.to_owned(),
            ..of_a_tenant()
        };
        let kind = TenancyMailKind::DepositAnswered;
        stage.ask(answer, kind, false, &mail).await?;
        let received = stage.sink.wait_for_mail(&address).await?;
        assert_eq!(received.subject(), format!("{title}: Victoria Terrace"));
        let answers = received.header("Reply-To").unwrap_or_default();
        assert!(answers.contains("amara@example.org"), "{answers}");
        let text = received.text();
        let quotes = text.contains("What they say:");
        assert_eq!(quotes, !note.is_empty(), "{text}");
        assert!(text.contains(note), "{text}");
        let names_scheme = text.contains("scheme");
        assert_eq!(names_scheme, answer == "disagreed", "{text}");
    }
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

#[tokio::test]
async fn referees_read_who_asks_for_what_and_that_it_is_used_for_nothing_else() -> anyhow::Result<()>
{
    let stage = stage().await?;
    for kind in [
        TenancyMailKind::GuarantorRequest,
        TenancyMailKind::EmployerRequest,
    ] {
        let to = format!("{}@example.org", kind.as_str_name());
        let mail = TenancyMail {
            recipient_email: to.clone(),
            ..mail()
        };
        stage.ask(&to, kind, false, &mail).await?;
        let received = stage.sink.wait_for_mail(&to).await?;
        let text = received.text();
        let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for sentence in [
            "Amara Diallo has applied to Okafor Lettings to rent 47 Victoria Terrace, Sheffield",
            "decide about this application and for nothing else",
            "decline",
        ] {
            assert!(flowing.contains(sentence), "{sentence}: {text}");
        }
    }
    stage.job.stop().await
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
