//! API keys: made and shown once, traded for a token with the maker's current grade, and invalid at once when revoked (T18).

use anyhow::Context as _;
use chrono::Duration;
use lintel_auth::Audience;
use lintel_core::{Grade, Principal};
use lintel_proto::{
    access::v1 as access,
    convert::timestamp,
    identity::v1::{
        ApiKey, ChangeMemberGradeRequest, CreateApiKeyRequest, CreateApiKeyResponse,
        ExchangeApiKeyRequest, ExchangeApiKeyResponse, GetCurrentUserRequest, ListApiKeysRequest,
        ListEndedSessionsRequest, LoginResponse, RemoveMemberRequest, RevokeApiKeyRequest,
        SessionEnded,
    },
};
use tonic::{Request, Status};

use crate::{
    answers::{fields, refused, refused_for},
    harness::{PASSWORD, SERVICE_KEY, Stack, bearing},
    organisations::{organisation_of, token_of},
};

const ADA: &str = "ada@example.com";
const BEN: &str = "ben@example.com";

fn with<T>(session: &LoginResponse, request: T) -> Result<Request<T>, Status> {
    bearing(request, token_of(session)).map_err(|error| Status::internal(error.to_string()))
}

fn ours<T>(request: T) -> anyhow::Result<Request<T>> {
    let mut request = Request::new(request);
    let key = SERVICE_KEY.parse()?;
    request.metadata_mut().insert("x-lintel-service-key", key);
    Ok(request)
}

fn bookkeeping() -> CreateApiKeyRequest {
    CreateApiKeyRequest {
        display_name: "Bookkeeping".to_owned(),
        scopes: vec!["portfolio.read".to_owned(), "account.read".to_owned()],
        expire_time: None,
    }
}

async fn make(
    stack: &Stack,
    owner: &LoginResponse,
    request: CreateApiKeyRequest,
) -> Result<CreateApiKeyResponse, Status> {
    let mut client = stack.api_key.clone();
    Ok(client
        .create_api_key(with(owner, request)?)
        .await?
        .into_inner())
}

async fn list(stack: &Stack, owner: &LoginResponse) -> anyhow::Result<Vec<ApiKey>> {
    let mut client = stack.api_key.clone();
    let reply = client
        .list_api_keys(with(owner, ListApiKeysRequest {})?)
        .await?;
    Ok(reply.into_inner().api_keys)
}

async fn revoke(stack: &Stack, owner: &LoginResponse, api_key_id: i64) -> Result<(), Status> {
    let request = RevokeApiKeyRequest {
        api_key_id,
        request_id: String::new(),
    };
    let mut client = stack.api_key.clone();
    client.revoke_api_key(with(owner, request)?).await?;
    Ok(())
}

async fn exchange(stack: &Stack, key: &str) -> Result<ExchangeApiKeyResponse, Status> {
    let request = ExchangeApiKeyRequest {
        key: key.to_owned(),
    };
    let request = ours(request).map_err(|error| Status::internal(error.to_string()))?;
    Ok(stack
        .api_key
        .clone()
        .exchange_api_key(request)
        .await?
        .into_inner())
}

/// The principal of a key's token.
async fn caller(stack: &Stack, key: &str) -> anyhow::Result<Principal> {
    let traded = exchange(stack, key).await?;
    Ok(stack
        .verifier
        .verify(&traded.access_token, Audience::Lintel)?
        .principal)
}

async fn ended(stack: &Stack) -> anyhow::Result<Vec<String>> {
    let request = ours(ListEndedSessionsRequest { since_time: None })?;
    let reply = stack.session.clone().list_ended_sessions(request).await?;
    Ok(reply
        .into_inner()
        .sessions
        .into_iter()
        .map(|ended| ended.session_id)
        .collect())
}

#[tokio::test]
async fn a_key_is_shown_once_and_only_its_hash_is_kept() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let faults = CreateApiKeyRequest {
        display_name: String::new(),
        scopes: vec!["everything".to_owned()],
        expire_time: Some(timestamp(chrono::DateTime::UNIX_EPOCH)),
    };
    let faults = refused_for(make(&stack, &ada, faults).await, "API_KEY_INVALID")?;
    let faults: Vec<_> = fields(&faults)
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(faults, ["display_name", "scopes", "expire_time"]);

    let made = make(&stack, &ada, bookkeeping()).await?;
    let row = made.api_key.context("a row")?;
    assert!(made.key.starts_with("lk_") && made.key.starts_with(&row.prefix));
    assert_eq!((made.key.len(), row.prefix.len()), (46, 10));
    assert_eq!(row.scopes, ["account.read", "portfolio.read"]);
    assert_eq!(
        (row.creator_name.as_str(), row.last_use_time),
        ("Ada Lovelace", None)
    );
    assert_eq!(list(&stack, &ada).await?, [row]);
    let kept = stack.dump(&["api_keys", "outbox", "request_ids"]).await?;
    assert!(!kept.contains(&made.key[10..]));
    Ok(())
}

#[tokio::test]
async fn a_key_is_exchanged_for_a_short_token_and_its_use_is_noted() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let made = make(&stack, &ada, bookkeeping()).await?;
    let traded = exchange(&stack, &made.key).await?;
    assert_eq!(traded.scopes, ["account.read", "portfolio.read"]);
    let verified = stack
        .verifier
        .verify(&traded.access_token, Audience::Lintel)?;
    let own = stack
        .verifier
        .verify(token_of(&ada), Audience::Lintel)?
        .principal;
    assert_eq!(
        (verified.principal.user, verified.principal.membership),
        (own.user, own.membership)
    );
    assert_ne!(verified.principal.session, own.session);
    assert_eq!(
        caller(&stack, &made.key).await?,
        verified.principal,
        "one session for all its tokens"
    );
    // The token is like any caller's; the account can be read with it.
    let request = bearing(GetCurrentUserRequest {}, &traded.access_token)?;
    let user = stack
        .account
        .clone()
        .get_current_user(request)
        .await?
        .into_inner()
        .user;
    assert_eq!(
        user.map(|user| user.user_id),
        ada.user.as_ref().map(|user| user.user_id)
    );

    let noted = async || anyhow::Ok(list(&stack, &ada).await?[0].last_use_time);
    let first = noted().await?.context("noted")?;
    stack.wait(Duration::seconds(59));
    exchange(&stack, &made.key).await?;
    assert_eq!(noted().await?, Some(first));
    stack.wait(Duration::seconds(1));
    exchange(&stack, &made.key).await?;
    assert_eq!(
        noted().await?.map(|at| at.seconds),
        Some(first.seconds + 60)
    );
    stack.wait(Duration::minutes(5) + Duration::seconds(6));
    assert!(
        stack
            .verifier
            .verify(&traded.access_token, Audience::Lintel)
            .is_err()
    );
    for unknown in [
        "",
        "lk_",
        "a.b.c",
        &made.key[3..],
        "lk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ] {
        refused_for(exchange(&stack, unknown).await, "API_KEY_UNKNOWN")?;
    }
    Ok(())
}

#[tokio::test]
async fn a_key_works_until_it_expires_and_no_token_outlives_it() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let end = lintel_core::Clock::now(stack.clock.as_ref()) + Duration::minutes(2);
    let request = CreateApiKeyRequest {
        expire_time: Some(timestamp(end)),
        ..bookkeeping()
    };
    let made = make(&stack, &ada, request).await?;
    let traded = exchange(&stack, &made.key).await?;
    assert_eq!(traded.expire_time, Some(timestamp(end)));
    stack.wait(Duration::minutes(2));
    refused_for(exchange(&stack, &made.key).await, "API_KEY_UNKNOWN")?;
    Ok(())
}

#[tokio::test]
async fn t18_a_revoked_key_ends_as_a_session_does() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let (ada, eve) = (
        stack.signed_in(ADA).await?,
        stack.signed_in("eve@example.com").await?,
    );
    let made = make(&stack, &ada, bookkeeping()).await?;
    let id = made.api_key.context("a row")?.api_key_id;
    let session = caller(&stack, &made.key).await?.session.to_string();
    // A key of another organisation and one that does not exist are answered alike (T01).
    let theirs = refused(revoke(&stack, &eve, id).await)?;
    let missing = refused(revoke(&stack, &eve, 999_999).await)?;
    assert_eq!(
        (theirs.code(), theirs.details()),
        (missing.code(), missing.details())
    );
    assert!(list(&stack, &eve).await?.is_empty());

    revoke(&stack, &ada, id).await?;
    refused_for(exchange(&stack, &made.key).await, "API_KEY_UNKNOWN")?;
    refused_for(revoke(&stack, &ada, id).await, "API_KEY_NOT_FOUND")?;
    assert!(list(&stack, &ada).await?.is_empty());
    let told = stack.events::<SessionEnded>().await?;
    assert_eq!(
        told.iter().map(|e| &e.session_id).collect::<Vec<_>>(),
        [&session]
    );
    assert!(ended(&stack).await?.contains(&session));
    Ok(())
}

#[tokio::test]
async fn a_key_never_may_more_than_its_maker_and_goes_with_them() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let organisation = organisation_of(&ada)?;
    let ben = stack.verified(BEN).await?;
    stack
        .execute(&format!(
            "INSERT INTO memberships (organisation_id, user_id, grade, created_at)
             VALUES ({organisation}, {ben}, 'Owner', '2026-01-01')"
        ))
        .await?;
    let owner = stack.login(BEN, PASSWORD).await?;
    let made = make(&stack, &owner, bookkeeping()).await?;
    let before = caller(&stack, &made.key).await?;
    assert_eq!(before.membership.map(|m| m.grade), Some(Grade::Owner));

    let down = ChangeMemberGradeRequest {
        user_id: ben,
        grade: access::Grade::Viewer.into(),
        ..Default::default()
    };
    stack
        .organisation
        .clone()
        .change_member_grade(with(&ada, down)?)
        .await?;
    assert!(ended(&stack).await?.contains(&before.session.to_string()));
    let after = caller(&stack, &made.key).await?;
    assert_eq!(after.membership.map(|m| m.grade), Some(Grade::Viewer));
    assert_ne!(after.session, before.session);

    let gone = RemoveMemberRequest {
        user_id: ben,
        request_id: String::new(),
    };
    stack
        .organisation
        .clone()
        .remove_member(with(&ada, gone)?)
        .await?;
    refused_for(exchange(&stack, &made.key).await, "API_KEY_UNKNOWN")?;
    assert!(ended(&stack).await?.contains(&after.session.to_string()));
    assert!(list(&stack, &ada).await?.is_empty());
    Ok(())
}
