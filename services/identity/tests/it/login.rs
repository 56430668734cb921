//! Signing in.

use anyhow::Context as _;
use chrono::Duration;
use futures::future::join_all;
use lintel_auth::Audience;
use lintel_core::{Clock as _, Grade, Role};
use lintel_identity::HashingConfig;
use lintel_proto::identity::v1::{AccountMailKind, LoginRequest};
use lintel_testkit::wait_for;
use serde_json::json;
use sqlx::Connection as _;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::{
    answers::{fields, reason, refused, refused_for},
    harness::{Options, PASSWORD, Stack, landlord},
};

const EMAIL: &str = "ada@example.com";
const MOMENT: std::time::Duration = std::time::Duration::from_secs(10);

fn delay(status: &Status) -> Option<u64> {
    let info = status.get_details_retry_info()?;
    info.retry_delay.map(|delay| delay.as_secs())
}

#[tokio::test]
async fn address_and_password_begin_a_session_whose_tokens_say_who_it_is() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let id = stack.verified("Ada@Example.com").await?;
    let answer = stack.login(" aDA@example.COM ", PASSWORD).await?;
    let user = answer.user.context("a user")?;
    assert_eq!((user.user_id, user.verified), (id, true));
    assert_eq!(user.email, "Ada@Example.com");
    let organisation = user.organisation.context("an organisation")?;

    let tokens = answer.tokens.context("tokens")?;
    let access = stack
        .verifier
        .verify(&tokens.access_token, Audience::Lintel)?;
    let read = stack.verifier.verify(&tokens.read_token, Audience::Read)?;
    assert_eq!(access.principal, read.principal);
    assert_eq!(access.principal.user.get(), id);
    assert_eq!(access.principal.role, Role::Landlord);
    let membership = access.principal.membership.context("a membership")?;
    assert_eq!(membership.organisation.get(), organisation.organisation_id);
    assert_eq!(membership.grade, Grade::Owner);
    let lifetime = access.expires_at - stack.clock.now();
    assert!(lifetime <= Duration::minutes(15) && lifetime > Duration::minutes(14));
    assert!(
        stack
            .verifier
            .verify(&tokens.access_token, Audience::Read)
            .is_err()
    );
    assert!(
        stack
            .verifier
            .verify(&tokens.read_token, Audience::Lintel)
            .is_err()
    );
    let expires = tokens.session_expire_time.context("an end")?.seconds;
    assert_eq!(
        expires,
        (stack.clock.now() + Duration::hours(12)).timestamp()
    );

    let kept = stack.dump(&["sessions"]).await?;
    for secret in [
        &tokens.access_token,
        &tokens.read_token,
        &tokens.refresh_token,
    ] {
        assert!(!kept.contains(secret.as_str()));
    }
    Ok(())
}

#[tokio::test]
async fn each_sign_in_is_a_session_of_its_own_with_a_cut_user_agent() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    for _ in 0..2 {
        let request = LoginRequest {
            device_token: String::new(),
            email: EMAIL.to_owned(),
            password: PASSWORD.to_owned(),
            user_agent: "é".repeat(500),
        };
        stack.session.clone().login(request).await?;
    }
    let kept = "SELECT count(*) FROM sessions WHERE length(user_agent) = 400";
    assert_eq!(stack.number(kept).await?, 2);
    Ok(())
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_answer_alike() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    let wrong = refused_for(
        stack.login(EMAIL, "wrong horse 7").await,
        "CREDENTIALS_WRONG",
    )?;
    assert_eq!(wrong.code(), Code::Unauthenticated);
    assert_eq!(
        wrong.message(),
        "Invalid email or password. Please try again."
    );
    for (email, password) in [
        ("nobody@example.com", "wrong horse 7"),
        ("no address", "wrong horse 7"),
        (EMAIL, &"x".repeat(129)),
        ("ada@example.com' OR '1'='1", "x"),
    ] {
        let other = refused(stack.login(email, password).await)?;
        assert_eq!(
            (other.code(), other.message()),
            (wrong.code(), wrong.message()),
            "{email}"
        );
        assert_eq!(other.details(), wrong.details(), "{email}");
    }
    Ok(())
}

#[tokio::test]
async fn what_is_missing_is_named() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let status = refused_for(stack.login(" ", "").await, "LOGIN_INVALID")?;
    let expected = [
        ("email", "Email is required."),
        ("password", "Password is required."),
    ];
    assert_eq!(
        fields(&status),
        expected.map(|(f, t)| (f.to_owned(), t.to_owned()))
    );
    Ok(())
}

#[tokio::test]
async fn an_unverified_account_is_told_so_only_with_the_right_password() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.sign_up(landlord(EMAIL)).await?;
    refused_for(
        stack.login(EMAIL, "wrong horse 7").await,
        "CREDENTIALS_WRONG",
    )?;
    let status = refused_for(stack.login(EMAIL, PASSWORD).await, "EMAIL_NOT_VERIFIED")?;
    assert_eq!(status.code(), Code::PermissionDenied);
    assert_eq!(
        status.message(),
        "Please verify your email before logging in."
    );
    assert_eq!(stack.number("SELECT count(*) FROM sessions").await?, 0);
    // The password was right: earlier failures no longer count.
    assert_eq!(stack.number("SELECT count(*) FROM login_tries").await?, 0);
    Ok(())
}

#[tokio::test]
async fn from_the_fifth_failure_on_an_account_waits_longer_and_longer() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    for _ in 0..5 {
        refused_for(
            stack.login(EMAIL, "wrong horse 7").await,
            "CREDENTIALS_WRONG",
        )?;
    }
    // Now the right password is not judged either.
    let locked = refused_for(stack.login(EMAIL, PASSWORD).await, "ACCOUNT_LOCKED")?;
    assert_eq!(
        (locked.code(), delay(&locked)),
        (Code::ResourceExhausted, Some(32))
    );
    stack.wait(Duration::milliseconds(31_500));
    let locked = refused_for(stack.login(EMAIL, PASSWORD).await, "ACCOUNT_LOCKED")?;
    assert_eq!(delay(&locked), Some(1));

    stack.wait(Duration::milliseconds(500));
    refused_for(
        stack.login(EMAIL, "wrong horse 7").await,
        "CREDENTIALS_WRONG",
    )?;
    let locked = refused_for(stack.login(EMAIL, PASSWORD).await, "ACCOUNT_LOCKED")?;
    assert_eq!(delay(&locked), Some(64));

    stack.wait(Duration::seconds(64));
    stack.login(EMAIL, PASSWORD).await?;
    // A success resets the count: the next failures are the first again.
    for _ in 0..4 {
        refused_for(
            stack.login(EMAIL, "wrong horse 7").await,
            "CREDENTIALS_WRONG",
        )?;
    }
    stack.login(EMAIL, PASSWORD).await?;
    Ok(())
}

#[tokio::test]
async fn t11_tries_for_an_unknown_address_are_counted_and_answered_alike() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    let try_both = async || {
        let known = refused(stack.login(EMAIL, "wrong horse 7").await)?;
        let unknown = refused(stack.login("nobody@example.com", "wrong horse 7").await)?;
        let malformed = refused(stack.login("no address", "wrong horse 7").await)?;
        for other in [unknown, malformed] {
            assert_eq!(
                (other.code(), other.message(), other.details()),
                (known.code(), known.message(), known.details())
            );
        }
        anyhow::Ok(reason(&known))
    };
    for _ in 0..5 {
        assert_eq!(try_both().await?, "CREDENTIALS_WRONG");
    }
    for _ in 0..3 {
        assert_eq!(try_both().await?, "ACCOUNT_LOCKED");
    }
    stack.wait(Duration::seconds(32));
    assert_eq!(try_both().await?, "CREDENTIALS_WRONG");
    assert_eq!(try_both().await?, "ACCOUNT_LOCKED");
    // The same is stored for all three, without any address.
    let kept =
        "SELECT count(DISTINCT (failures, locked_until, last_at)) * 10 + count(*) FROM login_tries";
    assert_eq!(stack.number(kept).await?, 13);
    let dump = stack.dump(&["login_tries"]).await?;
    assert!(!dump.contains("example") && !dump.contains("no address"));
    Ok(())
}

#[tokio::test]
async fn t13_what_the_full_queue_turns_away_is_counted_for_nobody() -> anyhow::Result<()> {
    let stack = Stack::with(Options {
        hashing: HashingConfig {
            threads: 1,
            queue: 0,
        },
        ..Options::default()
    })
    .await?;
    let emails: Vec<_> = (0..8).map(|n| format!("u{n}@example.com")).collect();
    let answers = join_all(
        emails
            .iter()
            .map(|email| stack.login(email, "wrong horse 7")),
    )
    .await;
    let (mut judged, mut away) = (0, 0);
    for answer in answers {
        let status = refused(answer)?;
        match status.code() {
            Code::Unavailable => away += 1,
            _ if reason(&status) == "CREDENTIALS_WRONG" => judged += 1,
            _ => anyhow::bail!("{status:?}"),
        }
    }
    assert!(
        judged > 0 && away > 0,
        "{judged} judged, {away} turned away"
    );
    assert_eq!(
        stack.number("SELECT count(*) FROM login_tries").await?,
        judged
    );
    Ok(())
}

#[tokio::test]
async fn t13_a_flood_that_the_queue_turns_away_writes_nothing() -> anyhow::Result<()> {
    let stack = Stack::with(Options {
        hashing: HashingConfig {
            threads: 1,
            queue: 0,
        },
        limits: json!({"limit_login_per_minute": 1}),
        ..Options::default()
    })
    .await?;
    stack.verified(EMAIL).await?;
    let mut holder = stack.database.superuser().await?;
    let mut lock = holder.begin().await?;
    sqlx::query("LOCK TABLE login_tries IN SHARE MODE")
        .execute(&mut *lock)
        .await?;
    // It has the only place in the queue and waits for the table.
    let first = stack.login(EMAIL, PASSWORD);
    let others = async {
        wait_for("the first waits", MOMENT, async || {
            let waiting = "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database \
                 WHERE d.datname = current_database() AND NOT l.granted";
            Ok((stack.number(waiting).await? > 0).then_some(()))
        })
        .await?;
        // The minute's only sign-in is used up, which the answer would say if the call were counted.
        for _ in 0..3 {
            let away = refused(stack.login("nobody@example.com", PASSWORD).await)?;
            assert_eq!(away.code(), Code::Unavailable);
        }
        lock.commit().await?;
        anyhow::Ok(())
    };
    let (first, others) = futures::join!(first, others);
    others?;
    first?;
    let refused = refused(stack.login(EMAIL, PASSWORD).await)?;
    assert_eq!(reason(&refused), "RATE_LIMITED");
    Ok(())
}

#[tokio::test]
async fn the_longest_wait_is_a_quarter_of_an_hour() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    refused_for(
        stack.login(EMAIL, "wrong horse 7").await,
        "CREDENTIALS_WRONG",
    )?;
    stack
        .execute("UPDATE login_tries SET failures = 98")
        .await?;
    refused_for(
        stack.login(EMAIL, "wrong horse 7").await,
        "CREDENTIALS_WRONG",
    )?;
    let locked = refused_for(stack.login(EMAIL, PASSWORD).await, "ACCOUNT_LOCKED")?;
    assert_eq!(delay(&locked), Some(900));
    Ok(())
}

#[tokio::test]
async fn t12_a_hundred_failures_require_a_reset_for_any_address() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    for email in [EMAIL, "nobody@example.com"] {
        refused_for(
            stack.login(email, "wrong horse 7").await,
            "CREDENTIALS_WRONG",
        )?;
    }
    stack
        .execute("UPDATE login_tries SET failures = 99")
        .await?;
    for email in [EMAIL, "nobody@example.com"] {
        refused_for(
            stack.login(email, "wrong horse 7").await,
            "CREDENTIALS_WRONG",
        )?;
    }
    // No matter how long the wait, and with the right password too.
    stack.wait(Duration::days(2));
    let known = refused_for(
        stack.login(EMAIL, PASSWORD).await,
        "PASSWORD_RESET_REQUIRED",
    )?;
    let unknown = refused(stack.login("nobody@example.com", PASSWORD).await)?;
    assert_eq!(known.code(), Code::PermissionDenied);
    assert_eq!(
        (unknown.code(), unknown.message(), unknown.details()),
        (known.code(), known.message(), known.details())
    );
    wait_for("word of the last try", MOMENT, async || {
        let told = stack
            .account_mails(user, AccountMailKind::AccountLocked)
            .await?;
        Ok((told.len() == 1).then_some(()))
    })
    .await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_guesses_at_once_are_no_way_around_the_limit() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.warm_up().await?;
    stack.verified(EMAIL).await?;
    let answers = join_all((0..30).map(|_| stack.login(EMAIL, "wrong horse 7"))).await;
    let reasons: Vec<_> = answers
        .iter()
        .filter_map(|a| a.as_ref().err().map(reason))
        .collect();
    let count = |wanted: &str| reasons.iter().filter(|found| *found == wanted).count();
    assert_eq!(
        (count("CREDENTIALS_WRONG"), count("ACCOUNT_LOCKED")),
        (5, 25),
        "{reasons:?}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_signs_in_twelve_times_at_once_is_not_taken_for_a_guesser()
-> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.warm_up().await?;
    stack.verified(EMAIL).await?;
    for answer in join_all((0..12).map(|_| stack.login(EMAIL, PASSWORD))).await {
        answer?;
    }
    assert_eq!(stack.number("SELECT count(*) FROM sessions").await?, 12);
    Ok(())
}
