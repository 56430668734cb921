//! The security log, as an owner reads it.

use anyhow::Context as _;
use lintel_proto::identity::v1::{
    ChangePasswordRequest, EndOtherSessionsRequest, ListSecurityEventsRequest,
    ListSecurityEventsResponse,
};

use lintel_testkit::wait_for;

use crate::{
    answers::{refused, refused_for},
    harness::{PASSWORD, Stack, bearing},
    session_calls::EMAIL,
};

const MOMENT: std::time::Duration = std::time::Duration::from_secs(10);

async fn page(
    stack: &Stack,
    access: &str,
    page_size: i32,
    page_token: &str,
) -> anyhow::Result<ListSecurityEventsResponse> {
    let request = ListSecurityEventsRequest {
        page_size,
        page_token: page_token.to_owned(),
    };
    let request = bearing(request, access)?;
    let answer = stack.log.clone().list_security_events(request).await?;
    Ok(answer.into_inner())
}

async fn kinds(stack: &Stack, access: &str) -> anyhow::Result<Vec<String>> {
    let listed = page(stack, access, 0, "").await?;
    Ok(listed.events.into_iter().map(|event| event.kind).collect())
}

#[tokio::test]
async fn what_happened_is_listed_the_newest_first_with_device_and_words() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    for _ in 0..5 {
        refused(stack.login(EMAIL, "a wrong guess 1").await)?;
    }
    // The pause is logged after the answer, which must not take longer for an address with an account.
    wait_for("the pause is noted", MOMENT, async || {
        let noted = stack.number("SELECT count(*) FROM security_events").await?;
        Ok((noted == 1).then_some(()))
    })
    .await?;
    stack.wait(chrono::Duration::seconds(32));
    let session = stack.login(EMAIL, PASSWORD).await?;
    let access = session.tokens.context("tokens")?.access_token;
    let request = ChangePasswordRequest {
        current_password: PASSWORD.to_owned(),
        new_password: "battery staple 9".to_owned(),
        ..ChangePasswordRequest::default()
    };
    let request = bearing(request, &access)?;
    stack.password.clone().change_password(request).await?;
    let request = bearing(EndOtherSessionsRequest::default(), &access)?;
    stack.session.clone().end_other_sessions(request).await?;
    assert_eq!(
        kinds(&stack, &access).await?,
        [
            "other-sessions-ended",
            "password-changed",
            "signed-in",
            "failed-tries",
            "sign-in-paused"
        ]
    );
    let listed = page(&stack, &access, 0, "").await?;
    assert_eq!(listed.events[1].device, "test");
    assert_eq!(listed.events[1].text, "The password was changed.");
    assert!(listed.events.iter().all(|event| event.occur_time.is_some()));
    Ok(())
}

#[tokio::test]
async fn the_log_is_paged_and_nobody_elses() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.signed_in("bob@example.com").await?;
    stack.verified(EMAIL).await?;
    let mut access = String::new();
    for _ in 0..5 {
        let session = stack.login(EMAIL, PASSWORD).await?;
        access = session.tokens.context("tokens")?.access_token;
    }
    let (mut token, mut seen) = (String::new(), Vec::new());
    loop {
        let listed = page(&stack, &access, 2, &token).await?;
        seen.extend(
            listed
                .events
                .into_iter()
                .map(|event| event.security_event_id),
        );
        token = listed.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(seen.len(), 5);
    assert!(seen.windows(2).all(|pair| pair[0] > pair[1]));
    let request = ListSecurityEventsRequest {
        page_size: 2,
        page_token: "nonsense".to_owned(),
    };
    let request = bearing(request, &access)?;
    let answer = stack.log.clone().list_security_events(request).await;
    refused_for(answer, "PAGE_TOKEN_INVALID")?;
    Ok(())
}

#[tokio::test]
async fn nobody_changes_an_entry_not_even_its_owner() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.signed_in(EMAIL).await?;
    let mut app = stack.database.app().await?;
    for change in [
        "UPDATE security_events SET kind = 'signed-in'",
        "DELETE FROM security_events",
    ] {
        let answer = sqlx::query(change).execute(&mut app).await;
        assert!(answer.is_err_and(|error| error.to_string().contains("permission denied")));
    }
    Ok(())
}
