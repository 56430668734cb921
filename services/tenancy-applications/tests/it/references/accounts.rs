//! Accounts of guarantors and employers.

use chrono::Duration;
use lintel_core::Role;
use lintel_proto::tenancy::v1::{
    ListReferenceRequestsRequest, ReferenceKind, ReferenceRequest, ReferenceState,
};
use lintel_testkit::tokens::outsider;

use super::{asked, give_guarantor, guarantee, open_employer, references};
use crate::{applying::world, harness::World};

async fn requests(
    world: &World,
    account: i64,
    role: Role,
) -> anyhow::Result<Vec<ReferenceRequest>> {
    let token = world.mint.token(&outsider(account, role))?;
    let connection = world.bearer(Some(&token))?;
    let request = ListReferenceRequestsRequest {};
    let listed = references(&connection)
        .list_reference_requests(request)
        .await?;
    Ok(listed.into_inner().reference_requests)
}

#[tokio::test]
async fn an_account_sees_what_its_verified_address_was_asked_for_in_its_role() -> anyhow::Result<()>
{
    let world = world().await?;
    world
        .execute(
            "INSERT INTO accounts (user_id, role, email_key, version)
             VALUES (60, 'Guarantor', 'gus-ann@example.com', 1), (61, 'Employer', 'hr-ann@works.example', 1),
                    (62, 'Guarantor', NULL, 1), (63, 'Employer', 'gus-ann@example.com', 1)",
        )
        .await?;
    let (_, guarantor, _) = asked(&world, "Ann").await?;
    asked(&world, "Bob").await?;

    let seen = requests(&world, 60, Role::Guarantor).await?;
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].kind(), ReferenceKind::Guarantor);
    assert_eq!(seen[0].state(), ReferenceState::Requested);
    assert_eq!(
        (&seen[0].token, seen[0].tenant_name.as_str()),
        (&guarantor, "Ann")
    );
    let seen = requests(&world, 61, Role::Employer).await?;
    assert_eq!(seen.len(), 1);
    assert!(!open_employer(&world, &seen[0].token).await?.completed);
    for (account, role) in [
        (62, Role::Guarantor),
        (63, Role::Employer),
        (64, Role::Guarantor),
    ] {
        assert_eq!(requests(&world, account, role).await?, [], "{account}");
    }

    give_guarantor(&world, guarantee(&guarantor)).await?;
    let seen = requests(&world, 60, Role::Guarantor).await?;
    assert_eq!(seen[0].state(), ReferenceState::Given);
    assert_eq!(seen[0].token, "");
    world.clock.advance(Duration::days(14));
    let seen = requests(&world, 61, Role::Employer).await?;
    assert_eq!(seen[0].state(), ReferenceState::Expired);
    assert_eq!(seen[0].token, "");
    Ok(())
}
