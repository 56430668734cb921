//! Which mails tenants get: the organisation's switches, the act's word, a tenant to whom mails are off, and receipts of a day.

use lintel_proto::tenancy::v1::{
    Deposit, EndTenantRequest, GiveTenancyDocumentRequest, LedgerEntry,
    ListTenantMailSwitchesRequest, NoMailReason, PostLedgerEntryRequest, PreviewTenantMailRequest,
    RecordDepositRequest, RecordDepositReturnRequest, RecordRentChangeRequest, RemindTenantRequest,
    SwitchMailsOfTenantRequest, TenancyChangeTold, TenancyDocumentKind, TenancyMailKind as Kind,
    deposit_service_client::DepositServiceClient,
    tenancy_document_service_client::TenancyDocumentServiceClient,
    tenant_mail_service_client::TenantMailServiceClient,
    tenant_service_client::TenantServiceClient,
};
use tonic::{Code, Status};

use crate::{
    applying::{money, owner, request_id, world},
    harness::{Connection, World, fields, reason, refusal},
    rent::{
        Books, charged,
        days::{advance_to, mailed, mails},
        receipt,
    },
    snapshots::{contact, one},
    tenants::day,
};

fn client(connection: &Connection) -> TenantMailServiceClient<Connection> {
    TenantMailServiceClient::new(connection.clone())
}

async fn switch(
    connection: &Connection,
    tenant_id: i64,
    off: bool,
    reason: &str,
) -> Result<bool, Status> {
    let request = SwitchMailsOfTenantRequest {
        tenant_id,
        off,
        reason: reason.to_owned(),
        request_id: request_id(),
    };
    let switched = client(connection).switch_mails_of_tenant(request).await?;
    let switched = switched.into_inner().switches;
    Ok(switched.first().is_some_and(|last| last.off))
}

/// Switches receipts off for organisation 1, as identity would tell it.
async fn switch_receipts_off(world: &World) -> anyhow::Result<()> {
    world
        .execute("UPDATE organisation_names SET off_mails = '{receipt}' WHERE organisation_id = 1")
        .await
}

async fn pay(
    world: &World,
    tenant_id: i64,
    entry: LedgerEntry,
    email_tenant: Option<bool>,
) -> anyhow::Result<()> {
    let request = PostLedgerEntryRequest {
        tenant_id,
        entry: Some(entry),
        request_id: request_id(),
        email_tenant,
    };
    Books::of(world, 1)?
        .0
        .clone()
        .post_ledger_entry(request)
        .await?;
    Ok(())
}

/// The amounts of the receipts that were mailed, those of one mail together.
async fn receipts(world: &World) -> anyhow::Result<Vec<Vec<i64>>> {
    let mails = mailed(world).await?.into_iter();
    let mails = mails.filter(|(kind, _, _)| *kind == Kind::RentReceived);
    let pence =
        |money: Option<lintel_proto::common::v1::Money>| money.map_or(0, |money| money.minor_units);
    Ok(mails
        .map(|(_, _, mail)| match mail.payments.len() {
            0 => vec![pence(mail.amount)],
            _ => mail
                .payments
                .iter()
                .map(|one| pence(one.amount.clone()))
                .collect(),
        })
        .collect())
}

#[tokio::test]
async fn receipts_of_a_day_are_one_mail_and_old_ones_none() -> anyhow::Result<()> {
    let world = world().await?;
    let id = charged(&world, "Ada").await?.tenant_id;
    let today = day(2026, 11, 24);
    pay(&world, id, receipt(20_000, today), None).await?;
    pay(&world, id, receipt(30_000, today), None).await?;
    // Eight days old: told of only where somebody wants it.
    pay(&world, id, receipt(1_000, day(2026, 11, 16)), None).await?;
    pay(&world, id, receipt(2_000, day(2026, 11, 16)), Some(true)).await?;
    pay(&world, id, receipt(3_000, today), Some(false)).await?;
    mails(&world).send().await?;
    assert_eq!(receipts(&world).await?, [vec![20_000, 30_000, 2_000]]);
    pay(&world, id, receipt(4_000, today), None).await?;
    assert_eq!(
        mails(&world).send().await?,
        0,
        "others wait for the next day"
    );
    advance_to(&world.clock, "2026-11-25T08:00:00Z")?;
    mails(&world).send().await?;
    assert_eq!(
        receipts(&world).await?,
        [vec![20_000, 30_000, 2_000], vec![4_000]]
    );
    Ok(())
}

#[tokio::test]
async fn a_kind_that_is_off_is_sent_where_the_act_says_so() -> anyhow::Result<()> {
    let world = world().await?;
    let id = charged(&world, "Ada").await?.tenant_id;
    switch_receipts_off(&world).await?;
    let today = day(2026, 11, 24);
    pay(&world, id, receipt(20_000, today), None).await?;
    mails(&world).send().await?;
    assert!(receipts(&world).await?.is_empty());
    pay(&world, id, receipt(30_000, today), Some(true)).await?;
    mails(&world).send().await?;
    assert_eq!(receipts(&world).await?, [vec![30_000]]);
    Ok(())
}

#[tokio::test]
async fn documents_are_filed_without_telling_the_tenant() -> anyhow::Result<()> {
    let world = world().await?;
    let id = charged(&world, "Ada").await?.tenant_id;
    let hers = owner(&world, 1)?;
    let give = async |email_tenant| {
        let request = GiveTenancyDocumentRequest {
            tenant_id: id,
            kind: TenancyDocumentKind::Inventory.into(),
            content: b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n".to_vec(),
            request_id: request_id(),
            email_tenant,
            ..GiveTenancyDocumentRequest::default()
        };
        let mut documents = TenancyDocumentServiceClient::new(hers.clone());
        documents.give_tenancy_document(request).await?;
        let told = mailed(&world).await?.into_iter();
        anyhow::Ok(
            told.filter(|(kind, _, _)| *kind == Kind::TenancyDocumentGiven)
                .count(),
        )
    };
    assert_eq!(give(Some(false)).await?, 0);
    assert_eq!(give(None).await?, 1);
    switch(&hers, id, true, "Wants letters").await?;
    assert_eq!(give(Some(true)).await?, 1, "mails to this tenant are off");
    Ok(())
}

#[tokio::test]
async fn mails_to_one_tenant_are_off_with_a_reason_and_told_to_others() -> anyhow::Result<()> {
    let world = world().await?;
    let id = charged(&world, "Ada").await?.tenant_id;
    let hers = owner(&world, 1)?;
    let refused = refusal(switch(&hers, id, true, " ").await)?;
    assert_eq!(
        (reason(&refused), fields(&refused)),
        ("TENANT_MAILS_INVALID".to_owned(), vec!["reason".to_owned()])
    );
    assert!(switch(&hers, id, true, "Wants letters").await?);
    assert!(
        switch(&hers, id, true, "Wants letters").await?,
        "again it is the same"
    );
    assert!(!switch(&hers, id, false, "").await?);
    let request = ListTenantMailSwitchesRequest { tenant_id: id };
    let listed = client(&hers).list_tenant_mail_switches(request).await?;
    let listed: Vec<_> = listed.into_inner().switches;
    let listed: Vec<_> = listed
        .iter()
        .map(|one| (one.off, one.reason.as_str(), one.user_id))
        .collect();
    assert_eq!(listed, [(false, "", 11), (true, "Wants letters", 11)]);
    let theirs = owner(&world, 2)?;
    let request = ListTenantMailSwitchesRequest { tenant_id: id };
    let refused = client(&theirs).list_tenant_mail_switches(request).await;
    assert_eq!(
        refused.map_err(|status| status.code()).err(),
        Some(Code::NotFound)
    );
    Ok(())
}

#[tokio::test]
async fn a_preview_says_whether_and_why_not() -> anyhow::Result<()> {
    let world = world().await?;
    let id = charged(&world, "Ada").await?.tenant_id;
    let hers = owner(&world, 1)?;
    let preview = async |date| {
        let request = PreviewTenantMailRequest {
            tenant_id: id,
            kind: Kind::RentReceived.into(),
            amount: money(20_000),
            date,
            ..PreviewTenantMailRequest::default()
        };
        let reply = client(&hers).preview_tenant_mail(request).await?;
        anyhow::Ok(reply.into_inner())
    };
    let told = preview(day(2026, 11, 24)).await?;
    assert!(told.wanted && !told.required_by_law);
    let mail = told.mail.and_then(|one| one.mail).unwrap_or_default();
    assert_eq!(
        (mail.recipient_email.as_str(), mail.amount),
        ("ada@example.com", money(20_000))
    );
    let old = preview(day(2026, 11, 16)).await?;
    assert_eq!((old.wanted, old.why_not()), (false, NoMailReason::Old));
    switch_receipts_off(&world).await?;
    let off = preview(day(2026, 11, 24)).await?;
    assert_eq!(
        (off.wanted, off.why_not()),
        (false, NoMailReason::OffForKind)
    );
    switch(&hers, id, true, "Wants letters").await?;
    let off = preview(day(2026, 11, 24)).await?;
    assert_eq!(
        (off.why_not(), off.off_reason.as_str()),
        (NoMailReason::OffForTenant, "Wants letters")
    );
    let request = PreviewTenantMailRequest {
        tenant_id: id,
        kind: Kind::AgreementToSign.into(),
        ..PreviewTenantMailRequest::default()
    };
    let refused = refusal(client(&hers).preview_tenant_mail(request).await)?;
    assert_eq!(fields(&refused), ["kind"]);
    Ok(())
}

/// The notes of the mails that told of a change, in their order.
async fn told_of_changes(world: &World) -> anyhow::Result<Vec<String>> {
    let mails = mailed(world).await?.into_iter();
    let mails = mails.filter(|(kind, _, _)| *kind == Kind::TenancyChanged);
    Ok(mails.map(|(_, _, mail)| mail.note).collect())
}

#[tokio::test]
async fn changes_of_a_tenancy_are_told_as_the_landlord_says() -> anyhow::Result<()> {
    let world = world().await?;
    let id = charged(&world, "Ada").await?.tenant_id;
    let hers = owner(&world, 1)?;
    let (mut tenants, mut deposits) = (
        TenantServiceClient::new(hers.clone()),
        DepositServiceClient::new(hers.clone()),
    );
    let held = |day, email_tenants| RecordDepositRequest {
        tenant_id: id,
        deposit: Some(Deposit {
            amount: money(115_000),
            receive_date: day,
            ..Deposit::default()
        }),
        request_id: request_id(),
        email_tenants,
    };
    // Eight days old: told of only where somebody wants it.
    let old = held(day(2026, 11, 16), None);
    deposits.record_deposit(old).await?;
    let declined = held(day(2026, 11, 20), Some(false));
    deposits.record_deposit(declined).await?;
    assert!(told_of_changes(&world).await?.is_empty());
    let wanted = held(day(2026, 11, 16), Some(true));
    deposits.record_deposit(wanted).await?;
    let change = RecordRentChangeRequest {
        tenant_id: id,
        effective_date: day(2026, 12, 1),
        monthly_rent: money(99_550),
        request_id: request_id(),
        ..RecordRentChangeRequest::default()
    };
    Books::of(&world, 1)?.record(change).await?;
    let ends = EndTenantRequest {
        tenant_id: id,
        leave_date: day(2026, 12, 31),
        request_id: request_id(),
        ..EndTenantRequest::default()
    };
    tenants.end_tenant(ends.clone()).await?;
    let again = EndTenantRequest {
        request_id: request_id(),
        ..ends
    };
    tenants.end_tenant(again).await?;
    let back = RecordDepositReturnRequest {
        tenant_id: id,
        deposit: Some(Deposit {
            return_date: day(2026, 11, 24),
            returned: money(115_000),
            ..Deposit::default()
        }),
        request_id: request_id(),
        email_tenants: None,
    };
    deposits.record_deposit_return(back).await?;
    let told = [
        "Your deposit of £1,150.00 is recorded as held.",
        "The rent of the whole tenancy is £995.50 a month from 1 December 2026.",
        "Your tenancy ends on 31 December 2026.",
        "£1,150.00 of your deposit is recorded as returned on 24 November 2026.",
    ];
    assert_eq!(told_of_changes(&world).await?, told);

    // The preview says the same.
    let preview = PreviewTenantMailRequest {
        tenant_id: id,
        kind: Kind::TenancyChanged.into(),
        date: day(2026, 12, 31),
        change: TenancyChangeTold::End.into(),
        ..PreviewTenantMailRequest::default()
    };
    let shown = client(&hers).preview_tenant_mail(preview.clone()).await?;
    let shown = shown.into_inner();
    assert!(shown.wanted);
    let note = shown.mail.and_then(|one| one.mail).unwrap_or_default().note;
    assert_eq!(note, told[2]);
    let past = PreviewTenantMailRequest {
        date: day(2026, 11, 1),
        ..preview
    };
    let shown = client(&hers).preview_tenant_mail(past).await?.into_inner();
    assert_eq!((shown.wanted, shown.why_not()), (false, NoMailReason::Old));
    Ok(())
}

#[tokio::test]
async fn a_deposit_returned_after_the_end_is_told_to_who_lived_there() -> anyhow::Result<()> {
    let world = world().await?;
    let id = charged(&world, "Ada").await?.tenant_id;
    let hers = owner(&world, 1)?;
    let deposit = |deposit| RecordDepositRequest {
        tenant_id: id,
        deposit: Some(deposit),
        request_id: request_id(),
        email_tenants: Some(false),
    };
    let held = deposit(Deposit {
        amount: money(100_000),
        receive_date: day(2026, 11, 1),
        ..Deposit::default()
    });
    let mut deposits = DepositServiceClient::new(hers.clone());
    deposits.record_deposit(held).await?;
    let landlord = world.landlord()?;
    landlord.end_quietly(id, day(2026, 11, 22)).await?;
    let back = RecordDepositReturnRequest {
        tenant_id: id,
        deposit: Some(Deposit {
            return_date: day(2026, 11, 24),
            returned: money(100_000),
            ..Deposit::default()
        }),
        request_id: request_id(),
        email_tenants: None,
    };
    deposits.record_deposit_return(back).await?;
    assert_eq!(
        told_of_changes(&world).await?,
        ["£1,000.00 of your deposit is recorded as returned on 24 November 2026."]
    );
    Ok(())
}

#[tokio::test]
async fn a_reminder_says_what_the_landlord_wrote() -> anyhow::Result<()> {
    let world = world().await?;
    let id = charged(&world, "Ada").await?.tenant_id;
    let hers = owner(&world, 1)?;
    let request = PreviewTenantMailRequest {
        tenant_id: id,
        kind: Kind::RentReminder.into(),
        ..PreviewTenantMailRequest::default()
    };
    let proposed = client(&hers)
        .preview_tenant_mail(request)
        .await?
        .into_inner()
        .note;
    assert_eq!(
        proposed,
        "£1,000.00 of your rent has been owed since 1 November 2026. Please pay it, or tell me when you can."
    );
    let remind = async |note: &str, request_id: &str| {
        let request = RemindTenantRequest {
            tenant_id: id,
            note: note.to_owned(),
            request_id: request_id.to_owned(),
        };
        client(&hers).remind_tenant(request).await
    };
    let refused = refusal(remind("", "reminder-0001").await)?;
    assert_eq!(fields(&refused), ["note"]);
    for _ in 0..2 {
        remind("Could you pay by Friday?", "reminder-0002").await?;
    }
    let told = mailed(&world).await?;
    let told: Vec<_> = told
        .iter()
        .filter(|(kind, _, _)| *kind == Kind::RentReminder)
        .collect();
    assert_eq!(told.len(), 1);
    assert_eq!(
        (told[0].2.note.as_str(), told[0].2.balance.clone()),
        ("Could you pay by Friday?", money(100_000))
    );
    switch(&hers, id, true, "Wants letters").await?;
    let refused = refusal(remind("Could you pay?", "reminder-0003").await)?;
    assert_eq!(
        (refused.code(), reason(&refused)),
        (Code::FailedPrecondition, "TENANT_MAIL_OFF".to_owned())
    );
    Ok(())
}

#[tokio::test]
async fn viewings_hear_that_mails_are_off() -> anyhow::Result<()> {
    let world = world().await?;
    let id = charged(&world, "Ada").await?.tenant_id;
    let hers = owner(&world, 1)?;
    switch(&hers, id, true, "Wants letters").await?;
    assert!(contact(&one(&world).await?)?.mails_off);
    switch(&hers, id, false, "").await?;
    assert!(!contact(&one(&world).await?)?.mails_off);
    Ok(())
}
