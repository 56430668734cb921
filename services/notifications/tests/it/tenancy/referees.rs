//! Mails to referees, and to the applicant about them.

use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind};

use super::{mail, stage};
use crate::support::{PUBLIC_URL, TOKEN};

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
