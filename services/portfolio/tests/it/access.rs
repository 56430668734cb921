//! The access rules: every RPC of the service, read from the contract, so that one added later is tried as well.

use chrono::Duration;
use lintel_auth::{AccessRules, Audience, CallAudience};
use lintel_core::{Clock as _, Grade, Principal, Role, SystemClock};
use lintel_proto::portfolio::v1::Property;
use lintel_testkit::tokens::{landlord, member, outsider};
use tonic::{Code, Request, client::Grpc, codegen::http::uri::PathAndQuery};
use tonic_prost::ProstCodec;

use crate::harness::{Connection, World, reason, refusal};

/// The paths of the service's RPCs for people, each with whether it writes. `snapshots.rs` tries the one for our own processes.
fn rpcs() -> anyhow::Result<Vec<(String, bool)>> {
    let rules = AccessRules::from_contract()?;
    let own = rules.iter().filter(|(path, rule)| {
        path.starts_with("/lintel.portfolio.") && !matches!(rule.audience, CallAudience::Internal)
    });
    Ok(own
        .map(|(path, rule)| (path.to_owned(), rule.writes))
        .collect())
}

/// Returns the answer to an empty request to `path`.
async fn answer(connection: Connection, path: &str) -> anyhow::Result<(Code, String)> {
    let mut grpc = Grpc::new(connection);
    grpc.ready().await?;
    let path = PathAndQuery::try_from(path)?;
    let codec = ProstCodec::<(), ()>::default();
    match grpc.unary(Request::new(()), path, codec).await {
        Ok(_) => Ok((Code::Ok, String::new())),
        Err(status) => Ok((status.code(), reason(&status))),
    }
}

async fn answer_to(
    world: &World,
    caller: &Principal,
    path: &str,
) -> anyhow::Result<(Code, String)> {
    answer(world.bearer(Some(&world.mint.token(caller)?))?, path).await
}

#[tokio::test]
async fn the_contract_has_the_rpcs_that_this_service_serves() -> anyhow::Result<()> {
    let world = World::start().await?;
    let rpcs = rpcs()?;
    assert!(rpcs.len() >= 6, "{rpcs:?}");
    for (path, _) in rpcs {
        let (code, _) = answer_to(&world, &landlord(1, 1), &path).await?;
        assert_ne!(code, Code::Unimplemented, "{path}");
    }
    Ok(())
}

#[tokio::test]
async fn nobody_may_call_anything() -> anyhow::Result<()> {
    let world = World::start().await?;
    for (path, _) in rpcs()? {
        let refused = answer(world.bearer(None)?, &path).await?;
        assert_eq!(
            refused,
            (Code::Unauthenticated, "SIGN_IN_REQUIRED".to_owned()),
            "{path}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn a_token_that_does_not_hold_is_no_token() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (mint, owner, now) = (&world.mint, landlord(1, 1), SystemClock.now());
    let quarter = Duration::minutes(15);
    let elsewhere = World::start().await?;
    for (token, expected) in [
        (
            mint.token_of(&owner, Audience::Lintel, now - Duration::days(1), quarter)?,
            "TOKEN_EXPIRED",
        ),
        (
            mint.token_of(&owner, Audience::Read, now, quarter)?,
            "TOKEN_INVALID",
        ),
        (elsewhere.mint.token(&owner)?, "TOKEN_INVALID"),
        ("not-a-token".to_owned(), "TOKEN_INVALID"),
    ] {
        for (path, _) in rpcs()? {
            let refused = answer(world.bearer(Some(&token))?, &path).await?;
            assert_eq!(
                refused,
                (Code::Unauthenticated, expected.to_owned()),
                "{path}"
            );
        }
    }
    Ok(())
}

#[tokio::test]
async fn only_a_landlord_with_an_organisation_may_call() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut callers: Vec<_> = Role::ALL
        .into_iter()
        .map(|role| outsider(1, role))
        .collect();
    // Not even a tenant whose token says that they own an organisation.
    callers.push(Principal {
        role: Role::Tenant,
        ..landlord(1, 1)
    });
    for caller in callers {
        for (path, _) in rpcs()? {
            let refused = answer_to(&world, &caller, &path).await?;
            let expected = (Code::PermissionDenied, "NOT_ALLOWED".to_owned());
            assert_eq!(refused, expected, "{path} {:?}", caller.role);
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_viewer_reads_and_does_not_write() -> anyhow::Result<()> {
    let world = World::start().await?;
    for (path, writes) in rpcs()? {
        for grade in [Grade::Viewer, Grade::Manager, Grade::Owner] {
            let (code, _) = answer_to(&world, &member(1, 1, grade), &path).await?;
            let least = match path.as_str() {
                // A copy of all that the organisation holds.
                "/lintel.portfolio.v1.PrivacyService/ReadPortfolioData" => Grade::Owner,
                _ if writes => Grade::Manager,
                _ => Grade::Viewer,
            };
            let denied = code == Code::PermissionDenied;
            assert_eq!(denied, grade < least, "{path} {grade:?}");
        }
    }
    assert_eq!(world.rows().await?, [0; 5]);
    Ok(())
}

#[tokio::test]
async fn a_refusal_for_who_calls_comes_before_any_judgement_of_what_is_asked() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let viewer = world.caller(&member(1, 1, Grade::Viewer))?;
    let status = refusal(viewer.create(Property::default()).await)?;
    assert_eq!(reason(&status), "NOT_ALLOWED");
    Ok(())
}
