//! The second barrier: row-level security, roles, and the data that leave the service.

use anyhow::Context as _;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

use lintel_proto::{access::v1::Grade, identity::v1::CreateInvitationRequest};

use crate::harness::{Stack, bearing};

/// Every table whose rows belong to an account or an organisation.
const OWNED: [&str; 15] = [
    "users",
    "organisations",
    "memberships",
    "user_settings",
    "email_tokens",
    "invitations",
    "invitation_mails",
    "api_keys",
    "api_key_sessions",
    "sessions",
    "devices",
    "second_factors",
    "recovery_codes",
    "login_challenges",
    "security_events",
];

async fn count(connection: &mut PgConnection, table: &str) -> anyhow::Result<i64> {
    Ok(
        sqlx::query_scalar(AssertSqlSafe(format!("SELECT count(*) FROM {table}")))
            .fetch_one(connection)
            .await?,
    )
}

async fn act_as(
    connection: &mut PgConnection,
    user: &str,
    organisation: &str,
) -> anyhow::Result<()> {
    sqlx::query(
        "SELECT set_config('app.user_id', $1, false), set_config('app.organisation_id', $2, false)",
    )
    .bind(user)
    .bind(organisation)
    .execute(connection)
    .await?;
    Ok(())
}

#[tokio::test]
async fn without_a_caller_or_as_another_one_every_table_is_empty() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let answer = stack.signed_in("ada@example.com").await?;
    let user = answer.user.context("a user")?;
    let organisation = user
        .organisation
        .context("an organisation")?
        .organisation_id;
    stack
        .execute("INSERT INTO user_settings (user_id, updated_at) SELECT user_id, now() FROM users")
        .await?;
    let invite = CreateInvitationRequest {
        email: "ben@example.com".to_owned(),
        grade: Grade::Viewer.into(),
        ..Default::default()
    };
    let token = answer.tokens.context("tokens")?.access_token;
    let invite = bearing(invite, &token)?;
    stack.invitation.clone().create_invitation(invite).await?;
    for row in [
        "second_factors (user_id, sealed_secret, created_at) SELECT user_id, '', now() FROM users",
        "recovery_codes (user_id, code_hash) SELECT user_id, sha256('') FROM users",
        "login_challenges (user_id, challenge_hash, expires_at) SELECT user_id, sha256(''), now() FROM users",
    ] {
        stack.execute(&format!("INSERT INTO {row}")).await?;
    }
    stack
        .execute(&format!(
            "WITH made AS (
                 INSERT INTO api_keys (organisation_id, created_by, name, prefix, key_hash, scopes, created_at)
                 VALUES ({organisation}, {0}, 'A', 'lk_', sha256(''), '{{portfolio.read}}', now()) RETURNING api_key_id)
             INSERT INTO api_key_sessions (session_id, api_key_id, organisation_id, user_id, created_at)
             SELECT gen_random_uuid(), api_key_id, {organisation}, {0}, now() FROM made",
            user.user_id
        ))
        .await?;
    let mut superuser = stack.database.superuser().await?;
    let mut app = stack.database.app().await?;
    for table in OWNED {
        assert!(
            count(&mut superuser, table).await? > 0,
            "{table} has nothing to hide"
        );
        assert_eq!(count(&mut app, table).await?, 0, "{table} without a caller");
    }
    act_as(
        &mut app,
        &(user.user_id + 1).to_string(),
        &(organisation + 1).to_string(),
    )
    .await?;
    for table in OWNED {
        assert_eq!(
            count(&mut app, table).await?,
            0,
            "{table} as another caller"
        );
        let changed = app
            .execute(AssertSqlSafe(format!(
                "UPDATE {table} SET user_id = user_id"
            )))
            .await;
        if let Ok(done) = changed {
            assert_eq!(done.rows_affected(), 0, "{table}");
        }
    }
    act_as(
        &mut app,
        &user.user_id.to_string(),
        &organisation.to_string(),
    )
    .await?;
    for table in OWNED {
        assert_eq!(count(&mut app, table).await?, 1, "{table} as its owner");
    }
    Ok(())
}

#[tokio::test]
async fn every_table_of_the_service_is_forced_under_row_level_security() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let mut superuser = stack.database.superuser().await?;
    let open: Vec<String> = sqlx::query_scalar(
        "SELECT relname::text FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
             AND NOT (relrowsecurity AND relforcerowsecurity) ORDER BY relname",
    )
    .fetch_all(&mut superuser)
    .await?;
    // The remaining tables are the shared ones, whose rows belong to no account; see lintel-db.
    assert_eq!(
        open,
        [
            "_sqlx_migrations",
            "dead_letter",
            "inbox",
            "inbox_attempt",
            "outbox",
            "relay_lease"
        ]
    );
    Ok(())
}

#[tokio::test]
async fn a_row_cannot_be_written_for_somebody_else() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.verified("ada@example.com").await?;
    let eve = stack.verified("eve@example.com").await?;
    let mut app = stack.database.app().await?;
    act_as(&mut app, &eve.to_string(), "").await?;
    for sql in [
        format!("INSERT INTO user_settings (user_id, updated_at) VALUES ({ada}, now())"),
        format!("UPDATE email_tokens SET user_id = {ada}"),
        format!("UPDATE users SET user_id = {ada} + 1000 WHERE user_id = {eve}"),
        "UPDATE organisations SET name = 'mine'".to_owned(),
        format!(
            "INSERT INTO memberships (organisation_id, user_id, grade, created_at)
             SELECT organisation_id, {ada}, 'Owner', now() FROM memberships"
        ),
    ] {
        let error = app.execute(AssertSqlSafe(sql.clone())).await.err();
        let code = error.as_ref().and_then(|e| e.as_database_error()?.code());
        assert_eq!(code.as_deref(), Some("42501"), "{sql}: {error:?}");
    }
    Ok(())
}

#[tokio::test]
async fn before_anybody_is_known_an_address_resolves_to_an_id_and_nothing_else()
-> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.verified("ada@example.com").await?;
    let mut app = stack.database.app().await?;
    let found: Option<i64> = sqlx::query_scalar("SELECT user_by_email_key('ada@example.com')")
        .fetch_one(&mut app)
        .await?;
    assert_eq!(found, Some(ada));
    assert_eq!(count(&mut app, "users").await?, 0);

    let mut superuser = stack.database.superuser().await?;
    let loose: Vec<String> = sqlx::query_scalar(
        "SELECT proname::text FROM pg_proc
         WHERE pronamespace = 'public'::regnamespace AND prosecdef
             AND (NOT proconfig @> ARRAY['search_path=pg_catalog, pg_temp']
                 OR has_function_privilege('lintel_worker', oid, 'EXECUTE'))",
    )
    .fetch_all(&mut superuser)
    .await?;
    assert!(loose.is_empty(), "{loose:?}");
    Ok(())
}

#[tokio::test]
async fn requests_cannot_touch_signing_keys_nor_read_the_outbox() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let mut app = stack.database.app().await?;
    for table in ["signing_keys", "root_keys", "outbox"] {
        let error = count(&mut app, table)
            .await
            .err()
            .map(|error| error.to_string());
        assert!(
            error
                .as_ref()
                .is_some_and(|error| error.contains("permission denied")),
            "{table}: {error:?}"
        );
    }
    app.close().await?;
    Ok(())
}

#[tokio::test]
async fn no_name_and_no_address_leaves_in_clear() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let mut request = crate::harness::landlord("canary-address@example.com");
    request.name = "Canary Nameson".to_owned();
    request.request_id = "canary-request-id".to_owned();
    let user = stack.sign_up(request).await?.user.context("a user")?;
    let mail = stack.mail(user.user_id).await?;
    stack.verify_link(&mail.token).await?;
    let answer = stack
        .login("canary-address@example.com", crate::harness::PASSWORD)
        .await?;
    let logout = lintel_proto::identity::v1::LogoutRequest {
        access_token: answer.tokens.unwrap_or_default().access_token,
        refresh_token: String::new(),
    };
    stack.session.clone().logout(logout).await?;
    let told = "SELECT count(*) FROM outbox WHERE event_type IN ('identity.user.changed.v1', 'identity.organisation.changed.v1')";
    lintel_testkit::wait_for(
        "the snapshots",
        std::time::Duration::from_secs(10),
        async || Ok((stack.number(told).await? >= 2).then_some(())),
    )
    .await?;
    let facts = "SELECT count(*) FROM outbox WHERE event_type NOT IN ('identity.user.changed.v1', 'identity.organisation.changed.v1')";
    assert_eq!(stack.number(facts).await?, 5);
    let left = stack.dump(&["outbox", "request_ids"]).await?.to_lowercase();
    for canary in [
        "canary-address",
        "nameson",
        "correct horse",
        &mail.token.to_lowercase(),
    ] {
        assert!(!left.contains(canary), "{canary} left in clear");
    }
    Ok(())
}
