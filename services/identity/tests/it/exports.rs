//! Exports of an account's data.

use std::{collections::BTreeMap, num::NonZeroU32};

use anyhow::Context as _;
use chrono::Duration;
use lintel_proto::{
    access::v1::Grade,
    identity::v1::{
        BeginExportRequest, BeginExportResponse, CreateApiKeyRequest, CreateInvitationRequest,
        LoginResponse, ReadAccountDataRequest, ReadAccountDataResponse,
    },
};
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::{
    answers::{refused, refused_for},
    harness::{Options, PASSWORD, Stack, bearing},
    session_calls::{EMAIL, refresh},
};

fn access(session: &LoginResponse) -> String {
    session.tokens.clone().unwrap_or_default().access_token
}

async fn begin(
    stack: &Stack,
    access: &str,
    request_id: &str,
) -> Result<BeginExportResponse, Status> {
    let request_id = request_id.to_owned();
    let request = bearing(BeginExportRequest { request_id }, access);
    let request = request.map_err(|error| Status::unknown(error.to_string()))?;
    let answer = stack.privacy.clone().begin_export(request).await?;
    Ok(answer.into_inner())
}

async fn page(
    stack: &Stack,
    access: &str,
    export_token: &str,
    page_token: String,
) -> Result<ReadAccountDataResponse, Status> {
    let request = ReadAccountDataRequest {
        page_token,
        export_token: export_token.to_owned(),
    };
    let request = bearing(request, access).map_err(|error| Status::unknown(error.to_string()))?;
    let answer = stack.privacy.clone().read_account_data(request).await?;
    Ok(answer.into_inner())
}

/// Every file of a copy with its rows, as text.
async fn read(
    stack: &Stack,
    access: &str,
    export_token: &str,
) -> anyhow::Result<BTreeMap<String, Vec<String>>> {
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut page_token = String::new();
    loop {
        let answer = page(stack, access, export_token, page_token).await?;
        let page = answer.page.context("a page")?;
        files.entry(page.file_name).or_default().extend(page.rows);
        if page.next_page_token.is_empty() {
            return Ok(files);
        }
        page_token = page.next_page_token;
    }
}

#[tokio::test]
async fn a_copy_holds_what_is_held_and_nothing_that_opens_anything() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(EMAIL).await?;
    let bob = stack.signed_in("bob@example.com").await?;
    for session in [&ada, &bob] {
        let of = if session.user == ada.user {
            "ada"
        } else {
            "bob"
        };
        let invite = CreateInvitationRequest {
            email: format!("guest-of-{of}@example.com"),
            grade: Grade::Viewer.into(),
            ..Default::default()
        };
        let invite = bearing(invite, &access(session))?;
        stack.invitation.clone().create_invitation(invite).await?;
        let key = CreateApiKeyRequest {
            display_name: format!("Books of {of}"),
            scopes: vec!["portfolio.read".to_owned()],
            ..Default::default()
        };
        stack
            .api_key
            .clone()
            .create_api_key(bearing(key, &access(session))?)
            .await?;
    }
    let mut superuser = stack.database.superuser().await?;
    let details = "UPDATE organisations SET landlord_kind = 'person', landlord_names = '{Ada Lovelace}', \
        landlord_notice_address = '12 Elm Road, Leeds', mails_off = '{receipt}' WHERE name LIKE 'Ada%'";
    sqlx::query(details).execute(&mut superuser).await?;
    let begun = begin(&stack, &access(&ada), "").await?;
    let user = ada.user.clone().context("a user")?;
    let organisation = user.organisation.clone().context("an organisation")?;
    assert_eq!(
        (begun.user_id, begun.organisation_id),
        (user.user_id, organisation.organisation_id)
    );
    let files = read(&stack, &access(&ada), &begun.export_token).await?;
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "account.json",
            "api-key-sessions.json",
            "api-keys.json",
            "devices.json",
            "invitations-sent.json",
            "mailed-links.json",
            "organisations.json",
            "recovery-codes.json",
            "security-log.json",
            "sessions.json",
            "settings.json",
            "two-factor.json"
        ]
    );
    let row = |file: &str, place: usize| -> anyhow::Result<serde_json::Value> {
        let row = files[file].get(place).with_context(|| file.to_owned())?;
        Ok(serde_json::from_str(row)?)
    };
    let account = row("account.json", 0)?;
    assert_eq!(account["email"], EMAIL);
    assert_eq!(account["userId"], user.user_id);
    assert_eq!(row("organisations.json", 0)?["grade"], "Owner");
    assert_eq!(
        row("organisations.json", 0)?["name"],
        organisation.display_name
    );
    let hers = row("organisations.json", 0)?;
    assert_eq!(hers["landlordNames"], serde_json::json!(["Ada Lovelace"]));
    assert_eq!(hers["landlordNoticeAddress"], "12 Elm Road, Leeds");
    assert_eq!(hers["mailsOff"], serde_json::json!(["receipt"]));
    assert_eq!(
        row("invitations-sent.json", 0)?["email"],
        "guest-of-ada@example.com"
    );
    assert_eq!(row("api-keys.json", 0)?["name"], "Books of ada");
    assert_eq!(row("sessions.json", 0)?["userAgent"], "test/1");
    let log = [row("security-log.json", 0)?, row("security-log.json", 1)?];
    assert_eq!(
        log.map(|entry| entry["kind"].clone()),
        ["signed-in", "data-exported"]
    );
    let everything: String = files.values().flatten().map(String::as_str).collect();
    for other in ["bob", "$argon2", "Hash", "\\\\x", "password_hash", "sealed"] {
        assert!(!everything.contains(other), "{other} in {everything}");
    }
    Ok(())
}

#[tokio::test]
async fn a_long_log_is_read_a_page_at_a_time_and_whole() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(EMAIL).await?;
    stack
        .execute(
            "INSERT INTO security_events (user_id, at, kind, user_agent, address)
             SELECT user_id, now(), 'signed-in', 'browser ' || n, '192.0.2.1'
             FROM users, generate_series(1, 2500) AS n",
        )
        .await?;
    let ada = access(&ada);
    let export = begin(&stack, &ada, "").await?.export_token;
    let files = read(&stack, &ada, &export).await?;
    let log = &files["security-log.json"];
    // The sign-in and the start of the export are among the entries.
    assert_eq!(log.len(), 2502);
    assert!(log[2500].contains("browser 2500"), "{}", log[2500]);
    let injected = "11:1; DROP TABLE users".to_owned();
    let answer = page(&stack, &ada, &export, injected).await;
    refused_for(answer, "PAGE_TOKEN_INVALID")?;
    Ok(())
}

#[tokio::test]
async fn an_account_has_so_many_copies_a_day_and_a_repeat_counts_once() -> anyhow::Result<()> {
    let options = Options {
        exports_per_day: NonZeroU32::MIN.saturating_add(1),
        ..Options::default()
    };
    let stack = Stack::with(options).await?;
    let ada = access(&stack.signed_in(EMAIL).await?);
    let bob = access(&stack.signed_in("bob@example.com").await?);
    let first = begin(&stack, &ada, "the-first-copy").await?;
    assert_eq!(begin(&stack, &ada, "the-first-copy").await?, first);
    stack.wait(Duration::minutes(10));
    begin(&stack, &ada, "").await?;
    let refusal = refused_for(begin(&stack, &ada, "").await, "EXPORTS_EXHAUSTED")?;
    assert_eq!(refusal.code(), Code::ResourceExhausted);
    let wait = refusal
        .get_details_retry_info()
        .and_then(|info| info.retry_delay);
    let expected = std::time::Duration::from_secs(24 * 3600 - 600);
    assert_eq!(wait, Some(expected));
    begin(&stack, &bob, "").await?;
    // A session lasts twelve hours; the count belongs to the account.
    stack.wait(Duration::hours(24) - Duration::minutes(10));
    let ada = access(&stack.login(EMAIL, PASSWORD).await?);
    begin(&stack, &ada, "").await?;
    refused(begin(&stack, &ada, "").await)?;
    let noted = "SELECT count(*) FROM security_events WHERE kind = 'data-exported'";
    assert_eq!(stack.number(noted).await?, 4);
    Ok(())
}

#[tokio::test]
async fn of_many_copies_asked_for_at_once_no_more_are_given_than_a_day_has() -> anyhow::Result<()> {
    let options = Options {
        exports_per_day: NonZeroU32::MIN.saturating_add(2),
        ..Options::default()
    };
    let stack = Stack::with(options).await?;
    let ada = access(&stack.signed_in(EMAIL).await?);
    stack.warm_up().await?;
    let asked = (0..8).map(|_| begin(&stack, &ada, ""));
    let given = futures::future::join_all(asked).await;
    assert_eq!(given.iter().filter(|one| one.is_ok()).count(), 3);
    Ok(())
}

#[tokio::test]
async fn who_owns_no_organisation_gets_the_account_alone() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(EMAIL).await?;
    let organisation = ada.user.clone().and_then(|user| user.organisation);
    stack
        .execute("UPDATE memberships SET grade = 'Manager'")
        .await?;
    assert!(organisation.is_some());
    assert_eq!(begin(&stack, &access(&ada), "").await?.organisation_id, 0);
    Ok(())
}

#[tokio::test]
async fn data_are_read_with_the_token_of_an_export_and_with_nothing_else() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let session = stack.signed_in(EMAIL).await?;
    let ada = access(&session);
    let elsewhere = access(&stack.login(EMAIL, PASSWORD).await?);
    let bob = access(&stack.signed_in("bob@example.com").await?);
    let export = begin(&stack, &ada, "the-first-copy").await?.export_token;
    page(&stack, &ada, &export, String::new()).await?;

    let bobs = begin(&stack, &bob, "").await?.export_token;
    let of_elsewhere = begin(&stack, &elsewhere, "").await?.export_token;
    let altered = format!("{export}x");
    for no_proof in ["", "a.b.c", &ada, &bobs, &of_elsewhere, &altered] {
        let answer = page(&stack, &ada, no_proof, String::new()).await;
        let refusal = refused_for(answer, "EXPORT_NOT_BEGUN")?;
        assert_eq!(refusal.code(), Code::FailedPrecondition);
    }
    for other in [&elsewhere, &bob] {
        let answer = page(&stack, other, &export, String::new()).await;
        refused_for(answer, "EXPORT_NOT_BEGUN")?;
    }
    // A repeat from another session gets the answer of the first session.
    let repeated = begin(&stack, &elsewhere, "the-first-copy").await?;
    assert_eq!(repeated.export_token, export);

    // A repeat does not extend the export's time.
    stack.wait(Duration::minutes(14));
    let tokens = session.tokens.context("tokens")?;
    let ada = refresh(&stack, &tokens.refresh_token).await?.access_token;
    page(&stack, &ada, &export, String::new()).await?;
    stack.wait(Duration::minutes(2));
    let repeated = begin(&stack, &ada, "the-first-copy").await?;
    let answer = page(&stack, &ada, &repeated.export_token, String::new()).await;
    refused_for(answer, "EXPORT_NOT_BEGUN")?;
    Ok(())
}

#[tokio::test]
async fn an_export_ends_with_the_session_that_began_it() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let session = stack.signed_in(EMAIL).await?;
    let ada = access(&session);
    let export = begin(&stack, &ada, "").await?.export_token;
    stack
        .execute("UPDATE sessions SET ended_at = now()")
        .await?;
    let answer = page(&stack, &ada, &export, String::new()).await;
    refused_for(answer, "SESSION_ENDED")?;
    refused_for(begin(&stack, &ada, "").await, "SESSION_ENDED")?;
    Ok(())
}
