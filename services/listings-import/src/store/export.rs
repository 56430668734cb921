//! The copy that an organisation gets of its data, with its people's watchlists, searches and analyses.

use lintel_db::export::{Key, Section};

/// The files of a copy, in their order.
pub const SECTIONS: &[Section] = &[
    Section {
        file: "listing-imports.json",
        from: "listing_imports",
        owner: "organisation_id",
        key: Key::Id("listing_import_id"),
        columns: &[
            "listing_import_id",
            "created_by",
            "state",
            "format",
            "source",
            "file_name",
            "size_bytes",
            "read_count",
            "added_count",
            "changed_count",
            "unchanged_count",
            "withdrawn_count",
            "refused_count",
            "problem",
            "created_at",
            "started_at",
            "finished_at",
            "updated_at",
            "version",
        ],
    },
    Section {
        file: "listing-import-refusals.json",
        from: "(SELECT r.*, r.listing_import_id * 1000 + r.place AS refusal_id FROM listing_import_refusals r)",
        owner: "organisation_id",
        key: Key::Id("refusal_id"),
        columns: &[
            "listing_import_id",
            "line",
            "field",
            "reason",
        ],
    },
    Section {
        file: "listings.json",
        from: "(SELECT l.*, (SELECT json_agg(json_build_object('fromDate', p.from_date, 'pricePence', p.price_pence) ORDER BY p.from_date)
                    FROM listing_prices p WHERE p.listing_id = l.listing_id) AS price_history FROM listings l)",
        owner: "organisation_id",
        key: Key::Id("listing_id"),
        columns: &[
            "listing_id",
            "source",
            "external_key",
            "source_url",
            "title",
            "address",
            "town",
            "postcode",
            "nation",
            "price_pence",
            "price_qualifier",
            "bedrooms",
            "bathrooms",
            "square_feet",
            "description",
            "tags",
            "image_urls",
            "listing_type",
            "property_type",
            "tenure",
            "uprn",
            "source_rent_pence",
            "rent_pence",
            "rent_lettings",
            "yield_hundredths",
            "price_history",
            "first_seen_at",
            "last_seen_at",
            "withdrawn_at",
            "version",
        ],
    },
    Section {
        file: "listing-rents.json",
        from: "(SELECT r.*, convert_to(source_key || '/' || external_key, 'UTF8') AS rent_key FROM rent_comparables r)",
        owner: "organisation_id",
        key: Key::Bytes("rent_key"),
        columns: &[
            "source_key",
            "external_key",
            "outcode",
            "bedrooms",
            "rent_pence",
            "seen_at",
        ],
    },
    Section {
        file: "listing-sales.json",
        from: "(SELECT s.*, convert_to(transaction_id, 'UTF8') AS sale_key FROM sales s)",
        owner: "organisation_id",
        key: Key::Bytes("sale_key"),
        columns: &[
            "transaction_id",
            "price_pence",
            "sale_date",
            "postcode",
            "address",
            "property_type",
            "tenure",
            "new_build",
        ],
    },
    Section {
        file: "watchlists.json",
        from: "(SELECT w.*, convert_to(user_id || '/' || listing_id, 'UTF8') AS watch_key FROM watchlist w)",
        owner: "organisation_id",
        key: Key::Bytes("watch_key"),
        columns: &[
            "user_id",
            "listing_id",
            "created_at",
        ],
    },
    Section {
        file: "saved-searches.json",
        from: "saved_searches",
        owner: "organisation_id",
        key: Key::Id("saved_search_id"),
        columns: &[
            "saved_search_id",
            "user_id",
            "display_name",
            "location",
            "listing_type",
            "min_pence",
            "max_pence",
            "created_at",
        ],
    },
    Section {
        file: "analyses.json",
        from: "analyses",
        owner: "organisation_id",
        key: Key::Id("analysis_id"),
        columns: &[
            "analysis_id",
            "user_id",
            "listing_id",
            "display_name",
            "assumptions",
            "sources",
            "created_at",
            "updated_at",
            "version",
        ],
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use lintel_testkit::TestDatabase;

    use super::*;

    /// The table of each file.
    const TABLES: [(&str, &str); 8] = [
        ("listing-imports.json", "listing_imports"),
        ("listing-import-refusals.json", "listing_import_refusals"),
        ("listings.json", "listings"),
        ("listing-rents.json", "rent_comparables"),
        ("listing-sales.json", "sales"),
        ("watchlists.json", "watchlist"),
        ("saved-searches.json", "saved_searches"),
        ("analyses.json", "analyses"),
    ];

    /// The columns that a copy leaves out: the owner, computed values and keys that find a row, what an import that goes on works with,
    /// the file of an import, which its owner has, and which organisations are gone.
    const LEFT_OUT: [&str; 33] = [
        "link_tokens.*",
        "organisation_id",
        "listings.source_key",
        "listings.outcode",
        "listings.address_key",
        "listings.home_key",
        "listings.search_text",
        "listings.content_hash",
        "listings.seen_import",
        "listing_prices.*",
        "listing_words.*",
        "listing_imports.phase",
        "listing_imports.kept",
        "listing_imports.row_cursor",
        "listing_imports.branches",
        "listing_imports.lease_owner",
        "listing_imports.lease_until",
        "listing_imports.told_at",
        "listing_import_parts.*",
        "listing_import_refusals.place",
        "rent_medians.*",
        "watch_facts.*",
        "saved_searches.postcode_start",
        "saved_searches.outcode",
        "saved_searches.words",
        "saved_searches.told_import",
        "saved_searches.told_count",
        "li_gone_organisations.*",
        "li_gone_members.*",
        "request_ids.*",
        "inbox.*",
        "dead_letter.*",
        "outbox.*",
    ];

    #[tokio::test]
    async fn every_column_of_an_organisation_is_copied_or_left_out_on_purpose() -> anyhow::Result<()>
    {
        let database = TestDatabase::new("listings-import", &crate::store::MIGRATOR).await?;
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
            let table = TABLES.iter().find(|(file, _)| *file == section.file);
            let (_, table) =
                table.ok_or_else(|| anyhow::anyhow!("{} has no table", section.file))?;
            for column in section.columns {
                copied.insert(format!("{table}.{column}"));
            }
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
        assert!(held.len() > 80, "{} columns", held.len());
        Ok(())
    }
}
