//! Every RPC of the contract is served and refuses the callers that its rule excludes.

use anyhow::Context as _;
use http::uri::PathAndQuery;
use lintel_auth::{AccessRules, CallAudience};
use lintel_proto::{access::v1::Role, identity::v1::SignUpRequest};
use tonic::{Code, Request, Status, client::Grpc, transport::Channel};
use tonic_prost::ProstCodec;

use crate::harness::{PASSWORD, Stack, landlord};

/// Calls `path` with an empty message.
async fn call(
    channel: &Channel,
    path: &str,
    token: Option<&str>,
) -> anyhow::Result<Option<Status>> {
    let mut request = Request::new(());
    if let Some(token) = token {
        request
            .metadata_mut()
            .insert("authorization", format!("Bearer {token}").parse()?);
    }
    let mut client = Grpc::new(channel.clone());
    client.ready().await?;
    let codec = ProstCodec::<(), ()>::default();
    let answer = client
        .unary(request, path.parse::<PathAndQuery>()?, codec)
        .await;
    Ok(answer.err())
}

#[tokio::test]
async fn every_rpc_refuses_strangers_and_wrong_tokens_as_its_rule_says() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let tokens = stack.signed_in("ada@example.com").await?.tokens;
    let tokens = tokens.context("tokens")?;
    let tenant = SignUpRequest {
        role: Role::Tenant.into(),
        ..landlord("tom@example.com")
    };
    let tenant = stack.sign_up(tenant).await?.user.context("a user")?;
    stack
        .verify_link(&stack.mail(tenant.user_id).await?.token)
        .await?;
    let tenant = stack.login("tom@example.com", PASSWORD).await?.tokens;
    let tenant = tenant.context("tokens")?.access_token;
    let rules = AccessRules::from_contract()?;
    let mut seen = 0;
    for (path, rule) in rules.iter() {
        if !path.starts_with("/lintel.identity.v1.") {
            continue;
        }
        seen += 1;
        let code = async |token: Option<&str>| {
            let status = call(&stack.channel, path, token).await?;
            anyhow::Ok(status.map_or(Code::Ok, |status| status.code()))
        };
        let (stranger, caller) = (code(None).await?, code(Some(&tokens.access_token)).await?);
        let wrong = [
            code(Some(&tokens.read_token)).await?,
            code(Some(&tokens.refresh_token)).await?,
            code(Some("x.y.z")).await?,
        ];
        match rule.audience {
            CallAudience::Public => {
                for code in [stranger, caller, wrong[0], wrong[1], wrong[2]] {
                    assert!(
                        !matches!(code, Code::Unimplemented | Code::Internal | Code::Unknown),
                        "{path}: {code:?}"
                    );
                }
            }
            CallAudience::SignedIn => {
                assert_eq!(stranger, Code::Unauthenticated, "{path}");
                assert!(
                    matches!(
                        caller,
                        Code::Ok
                            | Code::InvalidArgument
                            | Code::NotFound
                            | Code::FailedPrecondition
                    ),
                    "{path}: {caller:?}"
                );
                assert_eq!(wrong, [Code::Unauthenticated; 3], "{path}");
            }
            CallAudience::Internal => {
                let all = [stranger, caller, wrong[0], wrong[1], wrong[2]];
                assert_eq!(all, [Code::PermissionDenied; 5], "{path}");
            }
            CallAudience::Roles(_) => {
                let refused = [Code::Unauthenticated, Code::PermissionDenied];
                assert_eq!(stranger, Code::Unauthenticated, "{path}");
                assert!(!refused.contains(&caller), "{path}: {caller:?}");
                assert_eq!(code(Some(&tenant)).await?, Code::PermissionDenied, "{path}");
                assert_eq!(wrong, [Code::Unauthenticated; 3], "{path}");
            }
        }
    }
    assert_eq!(seen, 61, "RPCs of identity's contract");
    Ok(())
}
