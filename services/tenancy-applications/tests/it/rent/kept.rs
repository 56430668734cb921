//! What proves something afterwards is written once.

use crate::applying::world;

#[tokio::test]
async fn what_money_signatures_and_checks_left_behind_is_never_changed() -> anyhow::Result<()> {
    world()
        .await?
        .is_kept_from(&[
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
        ])
        .await
}
