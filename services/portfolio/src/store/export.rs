//! The copy that an organisation gets of its data: everything that is stored about it.

use lintel_db::export::{Key, Section};

/// The files of a copy, in their order.
pub const SECTIONS: &[Section] = &[
    Section {
        file: "properties.json",
        from: "properties",
        owner: "organisation_id",
        key: Key::Id("property_id"),
        columns: &[
            "property_id",
            "name",
            "address",
            "postcode",
            "nation",
            "property_type",
            "bedrooms",
            "bathrooms",
            "size",
            "monthly_rent",
            "purchase_price",
            "current_value",
            "purchase_date",
            "purchase_year",
            "status",
            "photos",
            "hmo_utilities",
            "hmo_tv_licence",
            "hmo_council_tax",
            "hmo_water",
            "hmo_cleaning_fees",
            "lease_years_remaining",
            "lease_last_updated",
            "service_charge",
            "ground_rent",
            "mortgage_company",
            "mortgage_reference",
            "mortgage_contact",
            "interest_rate",
            "amount_borrowed",
            "outstanding_balance",
            "monthly_mortgage_payment",
            "mortgage_type",
            "fixed_term_end_date",
            "insurance_company",
            "insurance_reference",
            "insurance_amount",
            "insurance_renewal_date",
            "insurance_type",
            "gas",
            "furnishing",
            "shared",
            "storeys",
            "most_residents",
            "licensing_area",
            "let_rent",
            "responsible_user_id",
            "property_import_id",
            "created_at",
            "updated_at",
            "version",
        ],
    },
    Section {
        file: "rooms.json",
        from: "rooms",
        owner: "organisation_id",
        key: Key::Id("room_id"),
        columns: &[
            "room_id",
            "property_id",
            "room_number",
            "name",
            "monthly_rent",
            "let_rent",
            "is_occupied",
        ],
    },
    Section {
        file: "lettings.json",
        from: "lettings",
        owner: "organisation_id",
        key: Key::Id("tenancy_id"),
        columns: &[
            "tenancy_id",
            "property_id",
            "room_number",
            "start_date",
            "end_date",
            "in_force",
            "version",
            "monthly_rent",
        ],
    },
    Section {
        file: "property-history.json",
        // With what each entry made different.
        from: "(SELECT h.*, (
                    SELECT json_agg(json_build_object('field', c.field, 'roomNumber', c.room_number,
                        'oldValue', c.old_value, 'newValue', c.new_value) ORDER BY c.place)
                    FROM property_changes c
                    WHERE c.organisation_id = h.organisation_id AND c.property_history_id = h.property_history_id
                ) AS changes FROM property_history h)",
        owner: "organisation_id",
        key: Key::Id("property_history_id"),
        columns: &[
            "property_history_id",
            "property_id",
            "version",
            "valid_from",
            "status",
            "monthly_rent",
            "current_value",
            "monthly_costs",
            "settings_version",
            "changes",
            "departure",
            "changed_by",
        ],
    },
    Section {
        file: "sold-properties.json",
        from: "sold_properties",
        owner: "organisation_id",
        key: Key::Id("sold_property_id"),
        columns: &[
            "sold_property_id",
            "original_property_id",
            "name",
            "address",
            "postcode",
            "property_type",
            "photos",
            "sale_price",
            "sale_date",
            "purchase_price",
            "purchase_date",
            "purchase_year",
            "deposit",
            "stamp_duty",
            "legal_fees_purchase",
            "refurb_costs",
            "fees_to_sell",
            "notes",
            "net_profit",
            "annualised_return",
            "created_at",
            "version",
        ],
    },
    Section {
        file: "certificates.json",
        from: "property_certificates",
        owner: "organisation_id",
        key: Key::Id("certificate_id"),
        columns: &[
            "certificate_id",
            "property_id",
            "certificate_type",
            "issue_date",
            "expiry_date",
            "certificate_url",
            "notes",
            "superseded_by",
            "changed_by",
            "created_at",
            "updated_at",
            "version",
        ],
    },
    Section {
        file: "duty-exemptions.json",
        from: "duty_exemptions",
        owner: "organisation_id",
        key: Key::Id("duty_exemption_id"),
        columns: &[
            "duty_exemption_id",
            "property_id",
            "duty",
            "reason",
            "created_by",
            "created_at",
        ],
    },
    Section {
        file: "inspections.json",
        from: "property_inspections",
        owner: "organisation_id",
        key: Key::Id("inspection_id"),
        columns: &[
            "inspection_id",
            "property_id",
            "inspection_date",
            "inspection_time",
            "status",
            "notes",
            "issues_found",
            "action_required",
            "media_urls",
            "completed_at",
            "automatic",
            "follows_id",
            "changed_by",
            "created_at",
            "updated_at",
            "version",
        ],
    },
    Section {
        file: "inspection-settings.json",
        from: "inspection_settings",
        owner: "organisation_id",
        key: Key::Id("property_id"),
        columns: &[
            "property_id",
            "frequency_months",
            "reminder_days",
            "auto_schedule",
            "version",
        ],
    },
    Section {
        file: "imports.json",
        from: "property_imports",
        owner: "organisation_id",
        key: Key::Id("property_import_id"),
        columns: &[
            "property_import_id",
            "created_by",
            "file_name",
            "state",
            "row_count",
            "imported_count",
            "problem_count",
            "photos",
            "inspection_frequency_months",
            "problems",
            "created_at",
            "updated_at",
            "version",
        ],
    },
    Section {
        file: "kept-homes.json",
        from: "kept_homes",
        owner: "organisation_id",
        key: Key::Id("sold_property_id"),
        columns: &["sold_property_id", "property_id", "kept", "media_urls"],
    },
    Section {
        file: "taken-back.json",
        from: "property_take_backs",
        owner: "organisation_id",
        key: Key::Id("property_take_back_id"),
        columns: &[
            "property_take_back_id",
            "act",
            "object_id",
            "property_id",
            "what",
            "reason",
            "rows",
            "issues_found",
            "action_required",
            "media_urls",
            "taken_back_by",
            "taken_back_at",
        ],
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use lintel_testkit::TestDatabase;

    use super::*;

    /// The table of each file, where the section does not name it.
    const BEHIND: [(&str, &str); 1] = [("property-history.json", "property_history")];

    fn text_of(file: &str) -> &'static str {
        let section = SECTIONS.iter().find(|section| section.file == file);
        section.map_or("", |section| section.from)
    }

    /// The columns that a copy leaves out: the owner, values computed from other columns, the file of an import, which its owner has,
    /// what was told of things that are in it, which files went, and which organisations are gone.
    const LEFT_OUT: [&str; 9] = [
        "link_tokens.*",
        "organisation_id",
        "properties.search_text",
        "property_imports.content",
        "property_changes.property_history_id",
        "property_changes.place",
        "reminders.*",
        "unnamed_uploads.*",
        "departed_organisations.*",
    ];

    #[tokio::test]
    async fn every_column_of_an_organisation_is_copied_or_left_out_on_purpose() -> anyhow::Result<()>
    {
        let database = TestDatabase::new("portfolio", &crate::store::MIGRATOR).await?;
        let mut superuser = database.superuser().await?;
        let held: Vec<(String, String)> = sqlx::query_as(
            "SELECT table_name::text, column_name::text FROM information_schema.columns
             WHERE table_schema = 'public' AND table_name <> 'outbox' AND table_name IN (
                 SELECT table_name
                 FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
                 WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'organisation_id')",
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
        // An entry's changes are in its own row.
        for column in ["field", "room_number", "old_value", "new_value"] {
            assert!(text_of("property-history.json").contains(&format!("c.{column}")));
            copied.insert(format!("property_changes.{column}"));
        }
        for (table, column) in &held {
            let name = format!("{table}.{column}");
            let left_out = LEFT_OUT
                .iter()
                .any(|out| *out == name || out == column || *out == format!("{table}.*"));
            assert!(
                copied.contains(&name) != left_out,
                "{name}: put it into a section, or into LEFT_OUT with its reason"
            );
        }
        assert!(held.len() > 120, "{} columns", held.len());
        Ok(())
    }
}
