//! Where answers to what tenants write go.

use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind};

use super::{of_a_tenant, stage};

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
