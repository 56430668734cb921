//! One line for several tenants.

use super::*;

#[tokio::test]
async fn a_line_is_split_between_tenants_and_proposed_again() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, books) = (Bank::of(&world, 1)?, Books::of(&world, 1)?);
    let (ada, bob) = (ada(&world).await?.tenant_id, bob(&world).await?);
    let schedule = |day, amount| file(&[(day, "TRENTSIDE COUNCIL", "HB SCHEDULE 4711", amount)]);
    bank.add(schedule(5, "1500.00")).await?;
    let line = line_of(&bank, "TRENTSIDE COUNCIL").await?;
    let id = line.bank_line_id;
    let refused = bank
        .become_parts(id, &[(RENT, ada, 100_000), (RENT, bob, 30_000)])
        .await;
    let refused = refusal(refused)?;
    assert_eq!(reason(&refused), "BANK_PARTS_INVALID");
    assert_eq!(
        violations(&refused),
        [(
            "decisions[0].parts".to_owned(),
            "£200.00 is not given out yet.".to_owned()
        )]
    );
    let parts = [
        (RENT, ada, 100_000),
        (RENT, bob, 30_000),
        (NOTHING, 0, 20_000),
    ];
    let decided = bank.become_parts(id, &parts).await?;
    assert_eq!((decided.received, decided.ignored), (1, 0));
    assert_eq!(balance(&books.ledger(ada, None).await?), 0);
    let line = line_of(&bank, "TRENTSIDE COUNCIL").await?;
    assert_eq!(line.state(), BankLineState::Received);
    assert_eq!((line.open, line.entry_id), (money(0), 0));
    let shown: Vec<_> = line
        .parts
        .iter()
        .map(|part| (part.tenant_name.as_str(), part.kind(), part.entry_id > 0))
        .collect();
    assert_eq!(
        shown,
        [
            ("Ada Lovelace", RENT, true),
            ("Bob Byrne", RENT, true),
            ("", NOTHING, false)
        ]
    );

    bank.add(schedule(19, "1500.00")).await?;
    let next = bank.lines().await?.remove(0);
    assert!(next.split_sure, "{next:?}");
    let proposed: Vec<_> = next
        .proposed_split
        .iter()
        .map(|part| part.tenant_id)
        .collect();
    assert_eq!(proposed, [ada, bob, 0]);
    assert!(next.matches.iter().all(|found| !found.sure));
    // The payer's name alone names nobody.
    bank.add(file(&[(20, "TRENTSIDE COUNCIL", "SOMETHING ELSE", "1.00")]))
        .await?;
    let other = line_of(&bank, "SOMETHING ELSE").await?;
    assert!(other.proposed_split.is_empty());
    assert!(matches(&other).iter().all(|(_, sure)| !sure));

    assert_eq!(bank.undo(&[id]).await?, 1);
    let line = bank
        .lines()
        .await?
        .into_iter()
        .find(|line| line.bank_line_id == id);
    let line = line.unwrap_or_default();
    assert_eq!(
        (line.state(), line.open),
        (BankLineState::Open, money(150_000))
    );
    assert!(line.parts.is_empty());
    assert_eq!(balance(&books.ledger(ada, None).await?), 100_000);
    assert_eq!(bank.undo(&[id]).await?, 0, "it is to decide already");
    Ok(())
}

#[tokio::test]
async fn a_part_that_is_taken_back_is_to_give_out_again() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, books) = (Bank::of(&world, 1)?, Books::of(&world, 1)?);
    let (ada, bob) = (ada(&world).await?.tenant_id, bob(&world).await?);
    bank.add(file(&[(5, "M SMYTHE", "FOR BOTH", "700.00")]))
        .await?;
    let id = line_of(&bank, "M SMYTHE").await?.bank_line_id;
    bank.become_parts(id, &[(RENT, ada, 40_000), (RENT, bob, 30_000)])
        .await?;
    let entry = line_of(&bank, "M SMYTHE").await?.parts[1].entry_id;
    let back = lintel_proto::tenancy::v1::LedgerEntry {
        kind: lintel_proto::tenancy::v1::LedgerEntryKind::Reversal.into(),
        reverses: entry,
        ..Default::default()
    };
    books.post(bob, back, request_id()).await?;
    let line = line_of(&bank, "M SMYTHE").await?;
    assert_eq!(
        (line.state(), line.open),
        (BankLineState::Open, money(30_000))
    );
    assert_eq!(bank.files().await?[0].open_lines, 1);
    bank.decide(&[(id, ada)]).await?;
    let line = line_of(&bank, "M SMYTHE").await?;
    assert_eq!(
        (line.state(), line.parts.len()),
        (BankLineState::Received, 2)
    );
    assert_eq!(balance(&books.ledger(ada, None).await?), 30_000);
    Ok(())
}
