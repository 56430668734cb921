//! Making an account.

use anyhow::Context as _;
use futures::future::join_all;
use lintel_identity::HashingConfig;
use lintel_proto::{
    access::v1::{Grade, Role},
    identity::v1::{EmailVerificationRequested, SignUpRequest, UserRegistered},
};
use tonic::Code;

use crate::{
    answers::{reason, refused_for},
    harness::{Options, PASSWORD, Stack, landlord},
};

#[tokio::test]
async fn a_landlord_gets_an_organisation_of_their_own_and_a_mail() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let answer = stack.sign_up(landlord("Ada@Example.com")).await?;
    assert!(answer.email_sent);
    assert_eq!(answer.verification_code, None);
    let user = answer.user.context("a user")?;
    assert_eq!(user.name, "Ada Lovelace");
    assert_eq!(user.email, "Ada@Example.com");
    assert_eq!(user.role(), Role::Landlord);
    assert!(!user.verified);
    assert_eq!(user.version, 1);
    let organisation = user.organisation.context("an organisation")?;
    assert_eq!(organisation.display_name, "Ada Lovelace's portfolio");
    assert_eq!(organisation.grade(), Grade::Owner);

    let registered = stack.events::<UserRegistered>().await?;
    assert_eq!(
        registered,
        [UserRegistered {
            user_id: user.user_id,
            role: Role::Landlord.into(),
            organisation_id: organisation.organisation_id,
            version: 1,
        }]
    );
    let mail = stack.mail(user.user_id).await?;
    assert_eq!(mail.recipient_name, "Ada Lovelace");
    assert_eq!(mail.recipient_email, "Ada@Example.com");
    assert_eq!(mail.token.len(), 43);
    assert_eq!((mail.code.len(), mail.code.as_bytes()[4]), (9, b'-'));
    let hash: String = stack_text(&stack, "SELECT password_hash FROM users").await?;
    assert!(
        hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{hash}"
    );
    Ok(())
}

async fn stack_text(stack: &Stack, sql: &'static str) -> anyhow::Result<String> {
    let mut superuser = stack.database.superuser().await?;
    Ok(sqlx::query_scalar(sql).fetch_one(&mut superuser).await?)
}

#[tokio::test]
async fn the_other_roles_have_no_organisation() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    for (role, email) in [
        (Role::Tenant, "t@example.com"),
        (Role::Employer, "e@example.com"),
        (Role::Guarantor, "g@example.com"),
    ] {
        let request = SignUpRequest {
            role: role.into(),
            ..landlord(email)
        };
        let user = stack.sign_up(request).await?.user.context("a user")?;
        assert_eq!((user.role(), user.organisation), (role, None));
    }
    assert_eq!(stack.number("SELECT count(*) FROM organisations").await?, 0);
    Ok(())
}

#[tokio::test]
async fn an_address_has_one_account_whatever_its_case() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.sign_up(landlord("ada@example.com")).await?;
    let status = refused_for(
        stack.sign_up(landlord("ADA@Example.COM")).await,
        "EMAIL_IN_USE",
    )?;
    assert_eq!(status.code(), Code::AlreadyExists);
    assert!(
        status.message().contains("already in use"),
        "{}",
        status.message()
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_sign_ups_of_one_address_at_once_make_one_account() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.warm_up().await?;
    let calls = (0..20).map(|_| stack.sign_up(landlord("ada@example.com")));
    let answers = join_all(calls).await;
    let refusals: Vec<_> = answers
        .iter()
        .filter_map(|a| a.as_ref().err().map(reason))
        .collect();
    assert_eq!(refusals, ["EMAIL_IN_USE"; 19]);
    for table in ["users", "organisations", "memberships", "email_tokens"] {
        let count = stack
            .number(&format!("SELECT count(*) FROM {table}"))
            .await?;
        assert_eq!(count, 1, "{table}");
    }
    assert_eq!(stack.events::<UserRegistered>().await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_repeat_with_the_same_request_id_gets_the_first_answer() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let request = SignUpRequest {
        request_id: "0190f9a0-form-1".to_owned(),
        ..landlord("ada@example.com")
    };
    let first = stack.sign_up(request.clone()).await?;
    let token = stack
        .mail(first.user.as_ref().context("a user")?.user_id)
        .await?
        .token;
    stack.verify_link(&token).await?;
    assert_eq!(stack.sign_up(request.clone()).await?, first);
    assert_eq!(stack.number("SELECT count(*) FROM users").await?, 1);

    let other = SignUpRequest {
        password: "another horse 8".to_owned(),
        ..request
    };
    refused_for(stack.sign_up(other).await, "REQUEST_ID_REUSED")?;
    let kept = stack.dump(&["request_ids"]).await?.to_lowercase();
    // Base64 can spell three letters by chance; it cannot, or hardly, spell these.
    assert!(
        !kept.contains("ada@") && !kept.contains("lovelace"),
        "{kept}"
    );
    Ok(())
}

#[tokio::test]
async fn two_people_who_choose_one_request_id_stay_apart() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    for email in ["ada@example.com", "eve@example.com"] {
        let request = SignUpRequest {
            request_id: "the-same-for-both".to_owned(),
            ..landlord(email)
        };
        let user = stack.sign_up(request).await?.user.context("a user")?;
        assert_eq!(user.email, email);
    }
    Ok(())
}

#[tokio::test]
async fn without_a_mail_transport_the_reply_holds_the_code() -> anyhow::Result<()> {
    let stack = Stack::with(Options {
        mail: false,
        ..Options::default()
    })
    .await?;
    let request = SignUpRequest {
        request_id: "form-without-mail".to_owned(),
        ..landlord("ada@example.com")
    };
    let answer = stack.sign_up(request.clone()).await?;
    assert!(!answer.email_sent);
    let code = answer.verification_code.clone().context("a code")?;
    assert_eq!(stack.sign_up(request).await?, answer);
    assert!(
        stack
            .events::<EmailVerificationRequested>()
            .await?
            .is_empty()
    );
    let kept = stack
        .dump(&["request_ids", "email_tokens", "outbox"])
        .await?;
    assert!(
        !kept.contains(&code) && !kept.contains(&code.replace('-', "")),
        "{kept}"
    );
    stack.verify_code(&code).await?;
    stack.login("ada@example.com", PASSWORD).await?;
    Ok(())
}

#[tokio::test]
async fn more_hashing_than_fits_the_queue_is_refused_and_nothing_is_left_behind()
-> anyhow::Result<()> {
    let stack = Stack::with(Options {
        hashing: HashingConfig {
            threads: 1,
            queue: 1,
        },
        ..Options::default()
    })
    .await?;
    let emails: Vec<_> = (0..12).map(|n| format!("u{n}@example.com")).collect();
    let answers = join_all(emails.iter().map(|email| stack.sign_up(landlord(email)))).await;
    let refused: Vec<_> = answers.iter().filter_map(|a| a.as_ref().err()).collect();
    assert!(!refused.is_empty());
    assert!(
        refused
            .iter()
            .all(|status| status.code() == Code::Unavailable),
        "{refused:?}"
    );
    let made = i64::try_from(answers.len() - refused.len())?;
    assert_eq!(stack.number("SELECT count(*) FROM users").await?, made);
    Ok(())
}
