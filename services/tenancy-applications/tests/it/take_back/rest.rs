//! Returned deposits, waived references and wrong tenants, taken back.

use lintel_proto::{
    PublicEvent as _,
    tenancy::v1::{
        Deposit, FollowedMark, RecordDepositRequest, RecordDepositReturnRequest, ReferenceKind,
        ReferenceState,
        TakeBackAct::{self, DepositReturn, WaivedEmployer, WaivedGuarantor},
        TenancyEnded, Tenant, TenantDeleted, WaiveReferenceRequest,
        deposit_service_client::DepositServiceClient,
        move_in_service_client::MoveInServiceClient,
    },
};
use lintel_sealing::Opener;
use lintel_tenancy_applications::app::keeping::TenantSnapshots;

use super::{Acts, followed, obstacle};
use crate::{
    applying::{FLAT, apply, mail_kinds, money, owner, read, request_id, world},
    harness::{VIEWINGS_KEY, fields, reason, refusal},
    rent::{Books, balance, monthly, receipt},
    tenants::{day, tenant},
};

#[tokio::test]
async fn a_deposit_that_was_given_back_is_held_again() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, acts) = (world.landlord()?, Acts::of(&world, 1)?);
    let id = landlord.add(tenant(FLAT, "Ada")).await?.tenant_id;
    let refused = refusal(acts.look(DepositReturn, id).await)?;
    assert_eq!(reason(&refused), "NOTHING_TO_TAKE_BACK");
    let mut deposits = DepositServiceClient::new(owner(&world, 1)?);
    let received = RecordDepositRequest {
        tenant_id: id,
        deposit: Some(Deposit {
            amount: money(100_000),
            receive_date: day(2026, 11, 1),
            ..Deposit::default()
        }),
        request_id: request_id(),
        ..RecordDepositRequest::default()
    };
    deposits.record_deposit(received).await?;
    let returned = RecordDepositReturnRequest {
        tenant_id: id,
        deposit: Some(Deposit {
            return_date: day(2026, 11, 20),
            returned: money(90_000),
            deductions: "Cleaning".to_owned(),
            ..Deposit::default()
        }),
        request_id: request_id(),
        ..RecordDepositReturnRequest::default()
    };
    deposits.record_deposit_return(returned.clone()).await?;
    // The end cannot be taken back while the deposit counts as given back.
    landlord.end(id, day(2026, 11, 22)).await?;
    let outlook = acts.look(TakeBackAct::End, id).await?;
    assert_eq!(
        obstacle(&outlook),
        "Take back the return of the deposit first"
    );

    let outlook = acts.look(DepositReturn, id).await?;
    assert_eq!(
        outlook.what,
        "£900.00 of the deposit given back on 20 November 2026"
    );
    assert!(outlook.can_undo);
    acts.take_back(DepositReturn, id).await?;
    let request = lintel_proto::tenancy::v1::GetDepositRequest { tenant_id: id };
    let held = deposits.get_deposit(request).await?.into_inner().deposit;
    let held = held.unwrap_or_default();
    assert_eq!((held.return_date, held.returned), (None, None));
    assert_eq!(
        (held.receive_date, held.deductions.as_str()),
        (day(2026, 11, 1), "")
    );
    let refused = refusal(acts.undo(DepositReturn, id).await)?;
    assert_eq!(reason(&refused), "NOTHING_TO_TAKE_BACK");

    // A bank's line that was decided to be this return is undone there first.
    let returned = RecordDepositReturnRequest {
        request_id: request_id(),
        ..returned
    };
    deposits.record_deposit_return(returned).await?;
    world
        .execute(
            "SET session_replication_role = replica;
             INSERT INTO bank_line_parts (organisation_id, bank_line_id, kind, amount, tenant_id)
             SELECT 1, 1, 'depositReturn', 900, max(tenant_id) FROM tenants",
        )
        .await?;
    let outlook = acts.look(DepositReturn, id).await?;
    assert_eq!(
        obstacle(&outlook),
        "Undo the bank line of this return first"
    );
    Ok(())
}

#[tokio::test]
async fn a_waived_reference_is_wanted_again_and_nothing_is_mailed() -> anyhow::Result<()> {
    let world = world().await?;
    let acts = Acts::of(&world, 1)?;
    let (application, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let refused = refusal(acts.look(WaivedEmployer, id).await)?;
    assert_eq!(reason(&refused), "NOTHING_TO_TAKE_BACK");
    let waive = WaiveReferenceRequest {
        application_id: id,
        kind: ReferenceKind::Employer.into(),
        reason: "Six months of savings".to_owned(),
        request_id: request_id(),
    };
    let mut steps = MoveInServiceClient::new(owner(&world, 1)?);
    steps.waive_reference(waive).await?;
    let mailed = mail_kinds(&world).await?.len();
    let refused = refusal(acts.look(WaivedGuarantor, id).await)?;
    assert_eq!(reason(&refused), "NOTHING_TO_TAKE_BACK");
    let refused = refusal(Acts::of(&world, 2)?.look(WaivedEmployer, id).await)?;
    assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
    let outlook = acts.look(WaivedEmployer, id).await?;
    assert_eq!(outlook.what, "The reference of the employer is not needed");
    assert_eq!(
        followed(&outlook)[1],
        (
            FollowedMark::Back,
            "The link of 24 November 2026 is closed",
            "It works again until 8 December 2026. They were told that it is not needed: send it again to say otherwise."
        )
    );
    acts.undo(WaivedEmployer, id).await?;
    let seen = read(&world, id).await?;
    assert_eq!(
        seen.employer.unwrap_or_default().state(),
        ReferenceState::Requested
    );
    let last = seen.timeline.last().cloned().unwrap_or_default();
    assert_eq!(last.description, "Reference from the employer needed again");
    assert_eq!(mail_kinds(&world).await?.len(), mailed);
    Ok(())
}

#[tokio::test]
async fn a_wrong_tenant_goes_with_the_tenancy_and_others_are_told() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, acts) = (world.landlord()?, Acts::of(&world, 1)?);
    let books = Books::of(&world, 1)?;
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    let id = ada.tenant_id;
    books.start(id, monthly(1, day(2026, 11, 1)), 0).await?;
    let snapshots = TenantSnapshots::new(
        world.database.db.clone(),
        Opener::new(&VIEWINGS_KEY).sealer(),
    );
    while snapshots.publish_due().await? {}
    let outlook = acts.look(TakeBackAct::Tenant, id).await?;
    assert_eq!(outlook.what, "A tenant added on 24 November 2026");
    assert_eq!(followed(&outlook)[1].1, "£1,000.00 of rent was charged");
    // Who paid was no mistake.
    let paid = receipt(5_000, day(2026, 11, 3));
    let paid = books.post(id, paid, request_id()).await?;
    let outlook = acts.look(TakeBackAct::Tenant, id).await?;
    assert_eq!(
        obstacle(&outlook),
        "Money was received from Ada. Take back those payments first"
    );
    let refused = refusal(acts.take_back(TakeBackAct::Tenant, id).await)?;
    assert_eq!(reason(&refused), "TAKE_BACK_BLOCKED");
    let back = lintel_proto::tenancy::v1::LedgerEntry {
        kind: lintel_proto::tenancy::v1::LedgerEntryKind::Reversal.into(),
        reverses: paid.entry.unwrap_or_default().entry_id,
        ..Default::default()
    };
    books.post(id, back, request_id()).await?;
    acts.take_back(TakeBackAct::Tenant, id).await?;
    let gone = refusal(landlord.get(id).await)?;
    assert_eq!(reason(&gone), "TENANT_NOT_FOUND");
    assert_eq!(world.number("SELECT count(*) FROM tenancies").await?, 0);
    assert_eq!(
        world.number("SELECT count(*) FROM ledger_entries").await?,
        0
    );
    let told = world.told().await?;
    assert_eq!(told.last().map(String::as_str), Some(TenancyEnded::TYPE));
    while snapshots.publish_due().await? {}
    let deleted = format!(
        "SELECT count(*) FROM outbox WHERE event_type = '{}' AND aggregate_id = '{id}'",
        TenantDeleted::TYPE
    );
    assert_eq!(world.scalar::<i64>(&deleted).await?, 1);
    // What was done stays readable at the home; the home is free.
    let kept = acts.history(0, FLAT).await?;
    assert_eq!(kept[0].what, "A tenant added on 24 November 2026");
    landlord.add(tenant(FLAT, "Bob")).await?;
    Ok(())
}

#[tokio::test]
async fn the_others_owe_what_was_charged_to_a_wrong_one_of_them() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, acts) = (world.landlord()?, Acts::of(&world, 1)?);
    let books = Books::of(&world, 1)?;
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    let joins = |name: &str| Tenant {
        tenancy_id: ada.tenancy_id,
        tenancy_rent: None,
        lease_start: None,
        ..tenant(FLAT, name)
    };
    let bob = landlord.add(joins("Bob")).await?.tenant_id;
    let terms = monthly(1, day(2026, 11, 1));
    books.start(ada.tenant_id, terms, 0).await?;
    let outlook = acts.look(TakeBackAct::Tenant, bob).await?;
    assert_eq!(
        followed(&outlook),
        [(
            FollowedMark::Corrected,
            "£500.00 of rent was charged",
            "The others owe it"
        )]
    );
    let mut bare = super::asked(TakeBackAct::Tenant, bob);
    bare.reason.clear();
    assert_eq!(fields(&refusal(acts.send(bare).await)?), ["reason"]);
    acts.take_back(TakeBackAct::Tenant, bob).await?;
    let ledger = books.ledger(ada.tenant_id, None).await?;
    assert_eq!(balance(&ledger), 100_000);
    let last = ledger.entries.last().cloned().unwrap_or_default();
    assert_eq!(
        last.reference,
        "Rent 1 November 2026 to 30 November 2026, taken over"
    );
    let left = landlord.get(ada.tenant_id).await?;
    assert_eq!(
        (left.monthly_rent, left.tenants_together),
        (money(100_000), 1)
    );
    Ok(())
}
