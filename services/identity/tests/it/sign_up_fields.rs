//! The refusals of sign-up, field by field.

use lintel_proto::identity::v1::SignUpRequest;
use tonic::Code;

use crate::{
    answers::{fields, reason, refused, refused_for},
    harness::{Options, Stack, landlord},
};

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
        (
            name("Ada\u{1}"),
            "SIGN_UP_INVALID",
            one("name", BROKEN_NAME),
        ),
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
