//! The bill of what was kept of a deposit: a document that the tenants were given.

use lintel_core::Role;
use lintel_proto::tenancy::v1::{
    Deposit, GetDepositRequest, ReadTenancyDocumentRequest, TakeBackAct, Tenant,
    deposit_service_client::DepositServiceClient,
};
use lintel_testkit::tokens::outsider;
use tonic::Status;

use crate::{
    applying::{ANN, COTTAGE, FLAT, owner, world},
    deposit_answers::{giving_back, held, receive},
    harness::{World, fields, reason, refusal},
    portal_acts::at_home,
    take_back::Acts,
    tenancy_documents::{documents, giving},
    tenants::{day, tenant},
};

async fn give(world: &World, tenant_id: i64) -> anyhow::Result<i64> {
    let mut client = documents(&owner(world, 1)?);
    let given = client.give_tenancy_document(giving(tenant_id)).await?;
    let given = given.into_inner().document.unwrap_or_default();
    Ok(given.tenancy_document_id)
}

async fn show(world: &World, home: &Tenant, bill: i64) -> Result<Deposit, Status> {
    let connection = owner(world, 1).map_err(|error| Status::internal(error.to_string()))?;
    let mut request = giving_back(home, 68_500);
    request.deposit.get_or_insert_default().bill_document_id = bill;
    let mut client = DepositServiceClient::new(connection);
    let reply = client.record_deposit_return(request).await?;
    Ok(reply.into_inner().deposit.unwrap_or_default())
}

#[tokio::test]
async fn a_former_tenant_opens_the_bill_of_what_was_kept() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, home) = at_home(&world).await?;
    receive(&world, &home).await?;
    let landlord = world.landlord()?;
    landlord.end(home.tenant_id, day(2026, 11, 22)).await?;
    let bill = give(&world, home.tenant_id).await?;
    assert_eq!(show(&world, &home, bill).await?.bill_document_id, bill);
    assert_eq!(held(&world, &home).await?.bill_document_id, bill);
    let seen = ann.portal().await?.deposit.unwrap_or_default();
    assert_eq!(seen.bill_document_id, bill);
    let token = world.mint.token(&outsider(ANN, Role::Tenant))?;
    let mut own = documents(&world.bearer(Some(&token))?);
    let read = ReadTenancyDocumentRequest {
        tenant_id: home.tenant_id,
        tenancy_document_id: seen.bill_document_id,
    };
    assert!(
        !own.read_tenancy_document(read)
            .await?
            .into_inner()
            .content
            .is_empty()
    );

    // It changes with the return, and goes with it.
    assert_eq!(show(&world, &home, 0).await?.bill_document_id, 0);
    show(&world, &home, bill).await?;
    let acts = Acts::of(&world, 1)?;
    let act = TakeBackAct::DepositReturn;
    let outlook = acts.look(act, home.tenant_id).await?;
    let mut followed = outlook.followed.iter().map(|one| one.what.as_str());
    assert!(followed.any(|what| what == "A bill is shown with it"));
    acts.take_back(act, home.tenant_id).await?;
    assert_eq!(held(&world, &home).await?.bill_document_id, 0);
    Ok(())
}

#[tokio::test]
async fn a_bill_is_a_document_of_that_tenancy() -> anyhow::Result<()> {
    let world = world().await?;
    let (_, home) = at_home(&world).await?;
    receive(&world, &home).await?;
    let other = world.landlord()?.add(tenant(COTTAGE, "Cy")).await?;
    let others = give(&world, other.tenant_id).await?;
    for bill in [others, 999, -1] {
        let refused = refusal(show(&world, &home, bill).await)?;
        assert_eq!(
            (reason(&refused).as_str(), fields(&refused)),
            ("DEPOSIT_INVALID", vec!["bill_document_id".to_owned()])
        );
    }
    assert_eq!(held(&world, &home).await?.return_date, None);
    Ok(())
}

#[tokio::test]
async fn whoever_was_not_given_the_bill_is_not_shown_it() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, home) = at_home(&world).await?;
    receive(&world, &home).await?;
    let bill = give(&world, home.tenant_id).await?;
    let joined = Tenant {
        tenancy_id: home.tenancy_id,
        ..tenant(FLAT, "Bob")
    };
    let bob = world.landlord()?.add(joined).await?;
    world.confirm(52, home.tenancy_id).await?;
    show(&world, &home, bill).await?;
    let token = world.mint.token(&outsider(52, Role::Tenant))?;
    let mut deposits = DepositServiceClient::new(world.bearer(Some(&token))?);
    let request = GetDepositRequest {
        tenant_id: bob.tenant_id,
    };
    let seen = deposits.get_deposit(request).await?.into_inner().deposit;
    assert_eq!(seen.unwrap_or_default().bill_document_id, 0);
    let seen = ann.portal().await?.deposit.unwrap_or_default();
    assert_eq!(seen.bill_document_id, bill);
    Ok(())
}
