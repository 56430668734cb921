//! What proves something afterwards is written once.

use crate::applying::world;

#[tokio::test]
async fn what_money_signatures_and_checks_left_behind_is_never_changed() -> anyhow::Result<()> {
    let world = world().await?;
    let scope = lintel_db::Scope {
        organisation: Some(1.into()),
        user: None,
    };
    for sql in [
        "UPDATE ledger_entries SET amount = 1",
        "DELETE FROM ledger_entries",
        "DELETE FROM ledgers",
        "UPDATE rent_changes SET effective_date = effective_date",
        "UPDATE agreement_events SET entry = ''",
        "DELETE FROM agreement_events",
        "UPDATE agreement_contents SET sealed = ''",
        "DELETE FROM agreements",
        "UPDATE right_to_rent_checks SET check_date = check_date",
        "UPDATE right_to_rent_evidence SET sealed = ''",
        "DELETE FROM right_to_rent_readings",
        "UPDATE tenancy_document_deliveries SET given_at = now()",
        "UPDATE bank_lines SET amount = 1",
        "DELETE FROM bank_lines",
    ] {
        let mut tx = world.database.db.begin(scope).await?;
        let refused = sqlx::query(sql).execute(&mut *tx).await;
        assert!(
            refused.is_err_and(|error| error.to_string().contains("permission denied")),
            "{sql}"
        );
    }
    Ok(())
}
