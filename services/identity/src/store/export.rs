//! The contents of an account's data export: everything stored about it except credentials.

use lintel_db::export::{Key, Section};

/// The export's files in order, each with the account's own rows.
pub const SECTIONS: &[Section] = &[
    Section {
        file: "account.json",
        from: "users",
        owner: "user_id",
        key: Key::Id("user_id"),
        columns: &[
            "user_id",
            "email",
            "name",
            "role",
            "phone",
            "address",
            "verified_at",
            "password_changed_at",
            "failed_logins",
            "locked_until",
            "created_at",
            "updated_at",
            "version",
        ],
    },
    Section {
        file: "settings.json",
        from: "user_settings",
        owner: "user_id",
        key: Key::Id("user_id"),
        columns: &[
            "first_name",
            "last_name",
            "email",
            "phone",
            "company",
            "email_notifications",
            "sms_notifications",
            "push_notifications",
            "maintenance_alerts",
            "rent_reminders",
            "certificate_expiry",
            "inspection_reminders",
            "default_inspection_frequency",
            "default_reminder_days",
            "currency",
            "date_format",
            "auto_rent_calculation",
            "maintenance_auto_assign",
            "two_factor_auth",
            "login_notifications",
            "session_timeout",
            "password_change_required",
            "data_backup",
            "digest",
            "quiet_hours",
            "quiet_from",
            "quiet_until",
            "updated_at",
            "version",
        ],
    },
    Section {
        file: "organisations.json",
        from: "(SELECT m.*, o.name, o.landlord_kind, o.landlord_names, o.landlord_company_number, o.landlord_trading_as, \
                   o.landlord_notice_address, o.landlord_contact_name, o.landlord_contact_phone, o.landlord_contact_email, o.mails_off \
               FROM memberships m JOIN organisations o USING (organisation_id))",
        owner: "user_id",
        key: Key::Id("membership_id"),
        columns: &[
            "membership_id",
            "organisation_id",
            "name",
            "grade",
            "landlord_kind",
            "landlord_names",
            "landlord_company_number",
            "landlord_trading_as",
            "landlord_notice_address",
            "landlord_contact_name",
            "landlord_contact_phone",
            "landlord_contact_email",
            "mails_off",
            "created_at",
            "version",
        ],
    },
    Section {
        file: "invitations-sent.json",
        from: "own_invitations()",
        owner: "invited_by",
        key: Key::Id("invitation_id"),
        columns: &[
            "invitation_id",
            "organisation_id",
            "email",
            "grade",
            "created_at",
            "expires_at",
            "version",
        ],
    },
    Section {
        file: "api-keys.json",
        from: "own_api_keys()",
        owner: "created_by",
        key: Key::Id("api_key_id"),
        columns: &[
            "api_key_id",
            "organisation_id",
            "name",
            "prefix",
            "scopes",
            "created_at",
            "expires_at",
            "last_used_at",
        ],
    },
    Section {
        file: "api-key-sessions.json",
        from: "own_api_key_sessions()",
        owner: "user_id",
        key: Key::Uuid("session_id"),
        columns: &[
            "session_id",
            "api_key_id",
            "organisation_id",
            "created_at",
            "ended_at",
        ],
    },
    Section {
        file: "sessions.json",
        from: "sessions",
        owner: "user_id",
        key: Key::Uuid("session_id"),
        columns: &[
            "session_id",
            "organisation_id",
            "user_agent",
            "address",
            "created_at",
            "last_used_at",
            "rotated_at",
            "switched_at",
            "password_change_due",
            "failed_passwords",
            "passwords_locked_until",
            "expires_at",
            "ended_at",
        ],
    },
    Section {
        file: "devices.json",
        from: "devices",
        owner: "user_id",
        key: Key::Bytes("device_hash"),
        columns: &[
            "created_at",
            "last_used_at",
            "failed_logins",
            "locked_until",
        ],
    },
    Section {
        file: "two-factor.json",
        from: "second_factors",
        owner: "user_id",
        key: Key::Id("user_id"),
        columns: &[
            "created_at",
            "confirmed_at",
            "failed_codes",
            "codes_locked_until",
        ],
    },
    Section {
        file: "recovery-codes.json",
        from: "recovery_codes",
        owner: "user_id",
        key: Key::Bytes("code_hash"),
        columns: &["used_at"],
    },
    Section {
        file: "mailed-links.json",
        from: "email_tokens",
        owner: "user_id",
        key: Key::Id("email_token_id"),
        columns: &[
            "email_token_id",
            "purpose",
            "new_email",
            "created_at",
            "expires_at",
            "used_at",
        ],
    },
    Section {
        file: "security-log.json",
        from: "security_events",
        owner: "user_id",
        key: Key::Id("security_event_id"),
        columns: &["security_event_id", "at", "kind", "user_agent", "address"],
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use lintel_testkit::TestDatabase;

    use super::*;

    /// The table behind a file, where the section does not name it.
    const BEHIND: [(&str, &str); 4] = [
        ("organisations.json", "memberships"),
        ("invitations-sent.json", "invitations"),
        ("api-keys.json", "api_keys"),
        ("api-key-sessions.json", "api_key_sessions"),
    ];

    /// Columns that the export leaves out: secrets and their hashes, repetitions of other columns, and the owner's id. A sign-in
    /// that waits for its code ends within five minutes, and a deleted account has no export.
    const LEFT_OUT: [&str; 30] = [
        "users.snapshot_version",
        "users.snapshot_due",
        "users.email_key",
        "users.deleted_at",
        "users.password_hash",
        "user_settings.user_id",
        "memberships.user_id",
        "invitations.email_key",
        "invitations.invited_by",
        "invitations.token_hash",
        "api_keys.created_by",
        "api_keys.key_hash",
        "api_key_sessions.user_id",
        "sessions.user_id",
        "sessions.refresh_hash",
        "sessions.previous_hash",
        "sessions.successor_box",
        "sessions.device_hash",
        "devices.user_id",
        "devices.device_hash",
        "second_factors.user_id",
        "second_factors.sealed_secret",
        "second_factors.last_step",
        "recovery_codes.user_id",
        "recovery_codes.code_hash",
        "email_tokens.user_id",
        "email_tokens.token_hash",
        "email_tokens.code_hash",
        "login_challenges.*",
        "security_events.user_id",
    ];

    #[tokio::test]
    async fn every_column_about_a_person_is_copied_or_left_out_on_purpose() -> anyhow::Result<()> {
        let database = TestDatabase::new("identity", &crate::MIGRATOR).await?;
        let mut superuser = database.superuser().await?;
        let held: Vec<(String, String)> = sqlx::query_as(
            "SELECT table_name::text, column_name::text FROM information_schema.columns
             WHERE table_schema = 'public' AND table_name IN (
                 SELECT table_name FROM information_schema.columns
                 WHERE table_schema = 'public' AND column_name IN ('user_id', 'invited_by', 'created_by'))",
        )
        .fetch_all(&mut superuser)
        .await?;
        let mut copied = BTreeSet::new();
        for section in SECTIONS {
            let behind = BEHIND.iter().find(|(file, _)| *file == section.file);
            let table = behind.map_or(section.from, |(_, table)| *table);
            copied.extend(
                section
                    .columns
                    .iter()
                    .map(|column| format!("{table}.{column}")),
            );
        }
        let is_left_out = |table: &str, name: &str| {
            LEFT_OUT.contains(&name) || LEFT_OUT.contains(&format!("{table}.*").as_str())
        };
        let mut seen = 0;
        for (table, column) in &held {
            let name = format!("{table}.{column}");
            seen += 1;
            assert!(
                copied.contains(&name) != is_left_out(table, &name),
                "{name}: put it into a section, or into LEFT_OUT with its reason"
            );
        }
        assert!(seen > 80, "{seen} columns");
        Ok(())
    }
}
