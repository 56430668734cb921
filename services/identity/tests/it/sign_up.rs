//! Making an account.

use anyhow::Context as _;
use futures::future::join_all;
use lintel_identity::HashingConfig;
use lintel_proto::{
    access::v1::{Grade, Role},
    identity::v1::{EmailVerificationRequested, SignUpRequest, UserRegistered},
};
use tonic::Code;

use crate::harness::{Options, PASSWORD, Stack, fields, landlord, reason, refused, refused_for};

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
async fn every_field_that_breaks_a_rule_is_named_with_its_text() -> anyhow::Result<()> {
    const NAME: &str = "Name is required.";
    const LONG_NAME: &str = "Name must be at most 200 characters long.";
    const BROKEN_NAME: &str = "Name must not contain line breaks or control characters.";
    const EMAIL: &str = "Email is required.";
    const BAD_EMAIL: &str = "Enter a valid email address.";
    const SHORT: &str = "Password must be at least 6 characters long.";
    const LONG: &str = "Password must be at most 128 characters long.";
    const COMMON: &str = "Choose a password that is harder to guess.";
    const ROLE: &str = "Choose an account type: Landlord, Tenant, Employer or Guarantor.";
    let stack = Stack::new().await?;
    let name = |name: &str| SignUpRequest {
        name: name.to_owned(),
        ..landlord("a@example.com")
    };
    let email = landlord;
    let password = |password: &str| SignUpRequest {
        password: password.to_owned(),
        ..landlord("a@example.com")
    };
    let role = |role| SignUpRequest {
        role,
        ..landlord("a@example.com")
    };
    let one = |field: &'static str, text: &'static str| vec![(field, text)];
    let long = "x7!".repeat(43);
    for (request, expected_reason, expected) in [
        (name(""), "SIGN_UP_INVALID", one("name", NAME)),
        (name("   "), "SIGN_UP_INVALID", one("name", NAME)),
        (
            name(&"n".repeat(201)),
            "SIGN_UP_INVALID",
            one("name", LONG_NAME),
        ),
        (
            name("Ada\r\nBcc: eve@example.com"),
            "SIGN_UP_INVALID",
            one("name", BROKEN_NAME),
        ),
        (name("Ada\0"), "SIGN_UP_INVALID", one("name", BROKEN_NAME)),
        (email(""), "SIGN_UP_INVALID", one("email", EMAIL)),
        (email("ada"), "SIGN_UP_INVALID", one("email", BAD_EMAIL)),
        (
            email("ada@localhost"),
            "SIGN_UP_INVALID",
            one("email", BAD_EMAIL),
        ),
        (
            email("a@example.com\nb"),
            "SIGN_UP_INVALID",
            one("email", BAD_EMAIL),
        ),
        (password(""), "PASSWORD_TOO_SHORT", one("password", SHORT)),
        (
            password("x7!tv"),
            "PASSWORD_TOO_SHORT",
            one("password", SHORT),
        ),
        (
            password("Password1"),
            "PASSWORD_TOO_COMMON",
            one("password", COMMON),
        ),
        (password(&long), "SIGN_UP_INVALID", one("password", LONG)),
        (role(0), "SIGN_UP_INVALID", one("role", ROLE)),
        (role(99), "SIGN_UP_INVALID", one("role", ROLE)),
        (role(-1), "SIGN_UP_INVALID", one("role", ROLE)),
        (
            SignUpRequest::default(),
            "SIGN_UP_INVALID",
            vec![
                ("name", NAME),
                ("email", EMAIL),
                ("password", SHORT),
                ("role", ROLE),
            ],
        ),
    ] {
        let status = refused(stack.sign_up(request.clone()).await)?;
        let found = fields(&status);
        let found: Vec<_> = found
            .iter()
            .map(|(f, t)| (f.as_str(), t.as_str()))
            .collect();
        assert_eq!(status.code(), Code::InvalidArgument, "{request:?}");
        assert_eq!(
            (reason(&status).as_str(), found),
            (expected_reason, expected),
            "{request:?}"
        );
    }
    assert_eq!(stack.number("SELECT count(*) FROM users").await?, 0);
    Ok(())
}

#[tokio::test]
async fn an_operator_can_ask_for_longer_passwords() -> anyhow::Result<()> {
    let stack = Stack::with(Options {
        password_minimum: 16,
        ..Options::default()
    })
    .await?;
    let status = refused_for(
        stack.sign_up(landlord("a@example.com")).await,
        "PASSWORD_TOO_SHORT",
    )?;
    assert_eq!(
        status.message(),
        "Password must be at least 16 characters long."
    );
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

#[tokio::test]
async fn twenty_sign_ups_of_one_address_at_once_make_one_account() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
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
    assert!(!kept.contains("ada"), "{kept}");
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
async fn without_a_mail_transport_the_code_is_in_the_answer_and_no_mail_is_asked_for()
-> anyhow::Result<()> {
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
