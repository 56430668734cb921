//! Accounts and columns are kept, and found again.

use super::*;

#[tokio::test]
async fn an_account_has_a_name_and_its_last_digits() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, other) = (Bank::of(&world, 1)?, Bank::of(&world, 2)?);
    let content = b"Date,Account Number,Description,Amount\n20/11/2026,12344471,RENT,900.00\n20/11/2026,12345555,RENT,900.00\n";
    let added = bank.add(content.to_vec()).await?;
    assert_eq!((added.lines, added.known_lines), (2, 0));
    let accounts = bank
        .0
        .clone()
        .list_bank_accounts(ListBankAccountsRequest {})
        .await?;
    let accounts = accounts.into_inner().bank_accounts;
    let shown: Vec<_> = accounts
        .iter()
        .map(|one| (one.name.as_str(), one.ending.as_str()))
        .collect();
    assert_eq!(
        shown,
        [
            ("Account ending 4471", "4471"),
            ("Account ending 5555", "5555")
        ]
    );
    let rename = |name: &str| RenameBankAccountRequest {
        bank_account_id: accounts[0].bank_account_id,
        name: name.to_owned(),
        request_id: request_id(),
    };
    let renamed = bank
        .0
        .clone()
        .rename_bank_account(rename("Current"))
        .await?;
    let renamed = renamed.into_inner().bank_account.unwrap_or_default();
    assert_eq!(renamed.name, "Current");
    let refused = refusal(bank.0.clone().rename_bank_account(rename(" ")).await)?;
    assert_eq!(reason(&refused), "BANK_ACCOUNT_INVALID");
    let refused = refusal(other.0.clone().rename_bank_account(rename("Mine")).await)?;
    assert_eq!(reason(&refused), "BANK_ACCOUNT_NOT_FOUND");
    // A file that names none: there are several.
    let bare = file(&[(23, "A TESTER", "RENT", "900.00")]);
    let refused = refusal(bank.add(bare.clone()).await)?;
    assert_eq!(reason(&refused), "BANK_ACCOUNT_NEEDED");
    let chosen = AddBankStatementRequest {
        content: bare,
        bank_account_id: accounts[1].bank_account_id,
        ..Default::default()
    };
    assert_eq!(
        bank.send(chosen.clone()).await?.bank_account_name,
        "Account ending 5555"
    );
    let refused = refusal(other.send(chosen).await)?;
    assert_eq!(reason(&refused), "BANK_ACCOUNT_NOT_FOUND");
    let stored = world
        .number("SELECT count(*) FROM bank_accounts WHERE bank_accounts::text LIKE '%12344471%'")
        .await?;
    assert_eq!(stored, 0);
    Ok(())
}

#[tokio::test]
async fn columns_are_named_once() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, other) = (Bank::of(&world, 1)?, Bank::of(&world, 2)?);
    let content = |day: u32, amount: &str| {
        format!("Posted,Kind,Other party,Narrative,Value,Ind\n{day:02}/11/2026,FP,H PETRIE,APT 19,{amount},X\n{day:02}/11/2026,DD,TYNEGATE,TM-2,398.20,Y\n")
            .into_bytes()
    };
    let refused = refusal(bank.add(content(20, "1250.00")).await)?;
    assert_eq!(reason(&refused), "BANK_COLUMNS_NEEDED");
    let words = ["date", "ignore", "payer", "reference", "amount", "flag"];
    let layout = lintel_proto::tenancy::v1::BankLayout {
        columns: words.map(ToOwned::to_owned).to_vec(),
        out_words: vec!["Y".to_owned()],
        ..Default::default()
    };
    let preview = lintel_proto::tenancy::v1::PreviewBankFileRequest {
        content: content(20, "1250.00"),
        layout: Some(layout.clone()),
        ..Default::default()
    };
    let shown = bank
        .0
        .clone()
        .preview_bank_file(preview.clone())
        .await?
        .into_inner();
    assert_eq!((shown.lines, shown.missing.len()), (2, 0), "{shown:?}");
    assert_eq!(shown.preview[1].amount, money(-39_820));
    assert_eq!(shown.layout_name, "");
    assert!(bank.files().await?.is_empty(), "nothing is kept");
    let named = AddBankStatementRequest {
        content: content(20, "1250.00"),
        layout: Some(layout),
        layout_name: "Aldergate Business".to_owned(),
        ..Default::default()
    };
    let added = bank.send(named).await?;
    assert_eq!((added.lines, added.money_out_lines), (1, 1));
    let next = bank.add(content(21, "1300.00")).await?;
    assert_eq!(
        (next.lines, next.layout_name.as_str()),
        (1, "Aldergate Business")
    );
    let shown = bank
        .0
        .clone()
        .preview_bank_file(preview)
        .await?
        .into_inner();
    assert_eq!(shown.layout_name, "Aldergate Business");
    let refused = refusal(other.add(content(21, "1300.00")).await)?;
    assert_eq!(
        reason(&refused),
        "BANK_COLUMNS_NEEDED",
        "it is the organisation's own"
    );
    let kept = bank
        .0
        .clone()
        .list_bank_layouts(ListBankLayoutsRequest {})
        .await?;
    let kept = kept.into_inner().bank_layouts;
    assert_eq!(kept[0].header[2], "Other party");
    let forget = || DeleteBankLayoutRequest {
        bank_layout_id: kept[0].bank_layout_id,
        request_id: request_id(),
    };
    let refused = refusal(other.0.clone().delete_bank_layout(forget()).await)?;
    assert_eq!(reason(&refused), "BANK_LAYOUT_NOT_FOUND");
    bank.0.clone().delete_bank_layout(forget()).await?;
    let refused = refusal(bank.add(content(22, "1300.00")).await)?;
    assert_eq!(reason(&refused), "BANK_COLUMNS_NEEDED");
    Ok(())
}
