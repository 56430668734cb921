//! What a tenant sees of their own home.

use lintel_core::Role;
use lintel_proto::tenancy::v1::{LeaseStatus, Tenant};
use lintel_testkit::tokens::outsider;
use tonic::Code;

use crate::{
    applying::{ANN, COTTAGE, FLAT, OTHER_FLAT, world},
    harness::{World, reason, refusal},
    tenants::{day, tenant},
};

/// An account with the verified address bob@example.com, and one without.
const BOB: i64 = 52;
const UNVERIFIED: i64 = 51;

fn ann(property: i64) -> Tenant {
    Tenant {
        email: "Ann@Example.com".to_owned(),
        ..tenant(property, "Ann")
    }
}

async fn refused(world: &World, user: i64) -> anyhow::Result<String> {
    let caller = world.caller(&outsider(user, Role::Tenant))?;
    Ok(reason(&refusal(caller.portal().await)?))
}

#[tokio::test]
async fn the_tenancy_of_the_verified_address_is_shown_and_no_other() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    assert_eq!(refused(&world, ANN).await?, "TENANCY_NOT_LINKED");
    landlord.add(ann(FLAT)).await?;
    let caller = world.caller(&outsider(ANN, Role::Tenant))?;
    let shown = caller.portal().await?;
    let own = shown.tenant.unwrap_or_default();
    assert_eq!(own.property_display_name, "Garden Flat");
    assert_eq!(
        (
            shown.property_type.as_str(),
            shown.organisation_name.as_str()
        ),
        ("Flat", "Northern Lets")
    );
    for user in [BOB, UNVERIFIED, 999] {
        assert_eq!(refused(&world, user).await?, "TENANCY_NOT_LINKED", "{user}");
    }
    let landlord = refusal(landlord.portal().await)?;
    assert_eq!(landlord.code(), Code::PermissionDenied);
    Ok(())
}

#[tokio::test]
async fn one_in_force_comes_before_the_next_to_begin_and_an_ended_one_is_not_shown()
-> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, other) = (world.landlord()?, world.other_landlord()?);
    let later = Tenant {
        lease_start: day(2026, 12, 1),
        ..ann(COTTAGE)
    };
    landlord.add(later).await?;
    let caller = world.caller(&outsider(ANN, Role::Tenant))?;
    let shown = caller.portal().await?.tenant.unwrap_or_default();
    assert_eq!(shown.lease_status(), LeaseStatus::Upcoming);
    let now = other.add(ann(OTHER_FLAT)).await?;
    let shown = caller.portal().await?;
    assert_eq!(shown.tenant.map(|own| own.property_id), Some(OTHER_FLAT));
    assert_eq!(shown.organisation_name, "Southern Lets");
    other.end(now.tenant_id, day(2026, 12, 24)).await?;
    let leaving = caller.portal().await?.tenant.unwrap_or_default();
    assert_eq!(leaving.leave_date, day(2026, 12, 24));
    assert_eq!(leaving.leave_reason, "");
    other.end(now.tenant_id, day(2026, 11, 24)).await?;
    let shown = caller.portal().await?;
    assert_eq!(shown.tenant.map(|own| own.property_id), Some(COTTAGE));
    Ok(())
}
