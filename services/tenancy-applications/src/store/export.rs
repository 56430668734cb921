//! What an organisation, or a person, is given a copy of.

use lintel_db::export::{Key, Section};

mod agreements;

pub use agreements::{
    DEED_SIGNING, OWN_AGREEMENTS, OWN_SIGNING, SIGNED_AGREEMENTS, SIGNED_DEEDS, SIGNER, SIGNING,
};

/// What references hold besides their answers, which stand sealed in the last column.
const REFERENCES: &str =
    "(SELECT *, encode(sealed_answer, 'base64') AS sealed FROM reference_requests)";
const REFERENCE_COLUMNS: &[&str] = &[
    "reference_id",
    "application_id",
    "kind",
    "email",
    "sent_at",
    "expires_at",
    "answered_at",
    "declined",
    "decline_reason",
    "sealed",
];
/// Of the organisation's copy alone: why a landlord did without a reference is theirs.
const WAIVED_COLUMNS: &[&str] = &[
    "reference_id",
    "application_id",
    "kind",
    "email",
    "sent_at",
    "expires_at",
    "answered_at",
    "declined",
    "decline_reason",
    "waived_at",
    "waive_reason",
    "sealed",
];
const RIGHT_TO_RENT_COLUMNS: &[&str] = &[
    "right_to_rent_check_id",
    "application_id",
    "display_name",
    "method",
    "document",
    "check_date",
    "checker",
    "expire_date",
    "follow_up_date",
    "media_type",
    "created_at",
];
const ENTRY_COLUMNS: &[&str] = &[
    "entry_id",
    "tenancy_id",
    "tenant_id",
    "kind",
    "amount",
    "effect",
    "entry_date",
    "method",
    "reference",
    "reverses",
    "reason",
    "pays",
    "period_start",
    "period_end",
    "actor",
    "created_at",
];
const PAPER_COLUMNS: &[&str] = &[
    "tenancy_paper_id",
    "tenancy_id",
    "paper",
    "delivery_date",
    "updated_at",
];
const HOLDING_DEPOSIT_COLUMNS: &[&str] = &[
    "application_id",
    "amount",
    "receive_date",
    "agreed_date",
    "outcome",
    "outcome_date",
    "reason",
    "updated_at",
];
const PET_REQUEST_COLUMNS: &[&str] = &[
    "pet_request_id",
    "tenant_id",
    "pet",
    "request_date",
    "information_date",
    "answer",
    "answer_date",
    "reason",
    "created_at",
    "updated_at",
];
const DEPOSIT_ANSWER_COLUMNS: &[&str] =
    &["tenant_id", "agreed", "reason", "answered_at", "outdated"];
const DEPOSIT_COLUMNS: &[&str] = &[
    "tenancy_id",
    "receive_date",
    "scheme",
    "scheme_reference",
    "protect_date",
    "information_date",
    "return_date",
    "returned",
    "deductions",
    "bill_document_id",
    "updated_at",
];
const APPLICATION_COLUMNS: &[&str] = &[
    "application_id",
    "property_id",
    "property_name",
    "property_address",
    "room_number",
    "home_rent",
    "user_id",
    "invite_id",
    "name",
    "email",
    "phone",
    "address",
    "date_of_birth",
    "nationality",
    "employment_status",
    "employer_name",
    "employer_phone",
    "employer_email",
    "position",
    "monthly_income",
    "guarantor_name",
    "guarantor_phone",
    "guarantor_email",
    "guarantor_relationship",
    "move_in_date",
    "additional_notes",
    "status",
    "landlord_notes",
    "rejection_reason",
    "approved_at",
    "rejected_at",
    "withdrawn_at",
    "requested_documents",
    "tenant_id",
    "created_at",
    "updated_at",
    "version",
];
/// Lines of banks' files; who paid and what for stand sealed in the last column.
const BANK_LINES: &str = "(SELECT organisation_id, bank_line_id, bank_statement_id, line_key, bank_account_id, booked_on, amount, went_out,
        balance, ignored, entry_id,
        encode(sealed, 'base64') AS sealed
    FROM bank_lines)";
/// Tenants with the fields of their tenancies, and when their photo was set.
const TENANTS: &str = "(SELECT t.*, y.property_id, y.home_name, y.home_address, y.home_postcode, y.home_nation, y.room_number, y.start_date,
        y.end_date, y.rent, y.deposit, y.state, p.created_at AS photo_set_at
    FROM tenants t
    JOIN tenancies y ON y.organisation_id = t.organisation_id AND y.tenancy_id = t.tenancy_id
    LEFT JOIN tenant_photos p ON p.organisation_id = t.organisation_id AND p.tenant_id = t.tenant_id)";
const CONFIRMATION_COLUMNS: &[&str] = &[
    "confirmation_id",
    "tenant_id",
    "user_id",
    "mine",
    "basis",
    "decided_at",
];
const DOCUMENT_COLUMNS: &[&str] = &[
    "document_id",
    "application_id",
    "document_type",
    "title",
    "status",
    "reason",
    "media_type",
    "size_bytes",
    "added_by",
    "created_at",
    "opened_at",
];

/// The files of an organisation's copy, in their order.
pub const SECTIONS: &[Section] = &[
    Section {
        file: "tenancies.json",
        from: "tenancies",
        owner: "organisation_id",
        key: Key::Id("tenancy_id"),
        columns: &[
            "tenancy_id",
            "property_id",
            "home_name",
            "home_address",
            "home_postcode",
            "home_nation",
            "room_number",
            "start_date",
            "end_date",
            "rent",
            "deposit",
            "state",
            "tenant_import_id",
            "created_at",
            "updated_at",
            "version",
        ],
    },
    Section {
        file: "tenants.json",
        from: TENANTS,
        owner: "organisation_id",
        key: Key::Id("tenant_id"),
        columns: &[
            "tenant_id",
            "tenancy_id",
            "name",
            "email",
            "phone",
            "address",
            "employment_status",
            "share",
            "leave_date",
            "leave_reason",
            "leave_by",
            "leave_notice_date",
            "leave_noted_at",
            "has_left",
            "application_id",
            "photo_set_at",
            "portal_invited_at",
            "wrote_at",
            "created_at",
        ],
    },
    Section {
        file: "taken-back.json",
        from: "taken_back",
        owner: "organisation_id",
        key: Key::Id("taken_back_id"),
        columns: &[
            "taken_back_id",
            "act",
            "object_id",
            "tenancy_id",
            "property_id",
            "application_id",
            "what",
            "reason",
            "basis",
            "rows",
            "taken_back_by",
            "taken_back_at",
        ],
    },
    Section {
        file: "portal-confirmations.json",
        from: "tenant_confirmations",
        owner: "organisation_id",
        key: Key::Id("confirmation_id"),
        columns: CONFIRMATION_COLUMNS,
    },
    Section {
        file: "invites.json",
        from: "invites",
        owner: "organisation_id",
        key: Key::Id("invite_id"),
        columns: &[
            "invite_id",
            "property_id",
            "property_name",
            "property_address",
            "room_number",
            "recipient_name",
            "recipient_email",
            "expires_at",
            "revoked_at",
            "last_used_at",
            "applications",
            "offered_deposit",
            "offered_from",
            "offered_bills",
            "offered_energy_rating",
            "created_by",
            "created_at",
            "version",
        ],
    },
    Section {
        file: "applications.json",
        from: "applications",
        owner: "organisation_id",
        key: Key::Id("application_id"),
        columns: APPLICATION_COLUMNS,
    },
    Section {
        file: "application-timeline.json",
        from: "application_events",
        owner: "organisation_id",
        key: Key::Id("application_event_id"),
        columns: EVENT_COLUMNS,
    },
    Section {
        file: REFERENCES_FILE,
        from: REFERENCES,
        owner: "organisation_id",
        key: Key::Id("reference_id"),
        columns: WAIVED_COLUMNS,
    },
    Section {
        file: "right-to-rent-checks.json",
        from: "right_to_rent_checks",
        owner: "organisation_id",
        key: Key::Id("right_to_rent_check_id"),
        columns: &[
            "right_to_rent_check_id",
            "application_id",
            "display_name",
            "method",
            "document",
            "check_date",
            "checker",
            "expire_date",
            "follow_up_date",
            "media_type",
            "created_by",
            "created_at",
            "keep_until",
        ],
    },
    Section {
        file: "right-to-rent-readings.json",
        from: "right_to_rent_readings",
        owner: "organisation_id",
        key: Key::Id("right_to_rent_reading_id"),
        columns: &[
            "right_to_rent_reading_id",
            "right_to_rent_check_id",
            "user_id",
            "read_at",
        ],
    },
    Section {
        file: "deposits.json",
        from: "deposits",
        owner: "organisation_id",
        key: Key::Id("tenancy_id"),
        columns: DEPOSIT_COLUMNS,
    },
    Section {
        file: "deposit-answers.json",
        from: "deposit_answers",
        owner: "organisation_id",
        key: Key::Id("tenant_id"),
        columns: DEPOSIT_ANSWER_COLUMNS,
    },
    Section {
        file: "tenancy-papers.json",
        from: "tenancy_papers",
        owner: "organisation_id",
        key: Key::Id("tenancy_paper_id"),
        columns: PAPER_COLUMNS,
    },
    Section {
        file: "holding-deposits.json",
        from: "holding_deposits",
        owner: "organisation_id",
        key: Key::Id("application_id"),
        columns: HOLDING_DEPOSIT_COLUMNS,
    },
    Section {
        file: "pet-requests.json",
        from: "pet_requests",
        owner: "organisation_id",
        key: Key::Id("pet_request_id"),
        columns: PET_REQUEST_COLUMNS,
    },
    Section {
        file: "ledgers.json",
        from: "ledgers",
        owner: "organisation_id",
        key: Key::Id("tenancy_id"),
        columns: &[
            "tenancy_id",
            "period",
            "due_day",
            "first_day",
            "pro_rata",
            "first_rent",
            "earlier_rise_date",
            "earlier_rise_rent",
            "next_due",
            "version",
        ],
    },
    Section {
        file: "ledger-entries.json",
        from: "ledger_entries",
        owner: "organisation_id",
        key: Key::Id("entry_id"),
        columns: ENTRY_COLUMNS,
    },
    Section {
        file: "tenant-shares.json",
        from: "tenant_shares",
        owner: "organisation_id",
        key: Key::Id("tenant_share_id"),
        columns: &[
            "tenant_share_id",
            "tenancy_id",
            "effective_date",
            "tenant_id",
            "share",
            "created_at",
        ],
    },
    Section {
        file: "rent-changes.json",
        from: "rent_changes",
        owner: "organisation_id",
        key: Key::Id("rent_change_id"),
        columns: &[
            "rent_change_id",
            "tenancy_id",
            "effective_date",
            "monthly_rent",
            "serve_date",
            "created_at",
        ],
    },
    Section {
        file: "tenant-mail-switches.json",
        from: "tenant_mail_switches",
        owner: "organisation_id",
        key: Key::Id("tenant_mail_switch_id"),
        columns: &[
            "tenant_mail_switch_id",
            "tenant_id",
            "off",
            "reason",
            "switched_by",
            "switched_at",
        ],
    },
    Section {
        file: "bank-statements.json",
        from: "bank_statements",
        owner: "organisation_id",
        key: Key::Id("bank_statement_id"),
        columns: &[
            "bank_statement_id",
            "bank_account_id",
            "created_by",
            "file_name",
            "format",
            "line_count",
            "known_count",
            "out_count",
            "known_out_count",
            "wrong_way_count",
            "proof",
            "layout_name",
            "from_date",
            "to_date",
            "version",
            "created_at",
        ],
    },
    Section {
        file: BANK_LINES_FILE,
        from: BANK_LINES,
        owner: "organisation_id",
        key: Key::Id("bank_line_id"),
        columns: &[
            "bank_line_id",
            "bank_statement_id",
            "line_key",
            "bank_account_id",
            "booked_on",
            "amount",
            "went_out",
            "balance",
            "ignored",
            "entry_id",
            "sealed",
        ],
    },
    Section {
        file: "bank-line-parts.json",
        from: "bank_line_parts",
        owner: "organisation_id",
        key: Key::Id("bank_line_part_id"),
        columns: &[
            "bank_line_part_id",
            "bank_line_id",
            "kind",
            "amount",
            "entry_id",
            "tenant_id",
        ],
    },
    Section {
        file: "bank-accounts.json",
        from: "bank_accounts",
        owner: "organisation_id",
        key: Key::Id("bank_account_id"),
        columns: &["bank_account_id", "name", "ending", "created_at"],
    },
    Section {
        file: "bank-layouts.json",
        from: "bank_layouts",
        owner: "organisation_id",
        key: Key::Id("bank_layout_id"),
        columns: &[
            "bank_layout_id",
            "bank_account_id",
            "name",
            "header",
            "layout",
            "used_at",
            "created_at",
        ],
    },
    Section {
        file: "tenancy-documents.json",
        from: "tenancy_documents",
        owner: "organisation_id",
        key: Key::Id("tenancy_document_id"),
        columns: &[
            "tenancy_document_id",
            "tenancy_id",
            "kind",
            "title",
            "media_type",
            "size_bytes",
            "hash",
            "created_at",
        ],
    },
    agreements::AGREEMENTS,
    agreements::SIGNERS,
    agreements::EVENTS,
    agreements::DEEDS,
    agreements::GUARANTEES,
    Section {
        file: "tenancy-document-deliveries.json",
        from: "tenancy_document_deliveries",
        owner: "organisation_id",
        key: Key::Id("delivery_id"),
        columns: &[
            "delivery_id",
            "tenancy_document_id",
            "tenant_id",
            "given_at",
            "opened_at",
        ],
    },
    Section {
        file: "documents.json",
        from: "application_documents",
        owner: "organisation_id",
        key: Key::Id("document_id"),
        columns: DOCUMENT_COLUMNS,
    },
    Section {
        file: "document-readings.json",
        from: "document_readings",
        owner: "organisation_id",
        key: Key::Id("document_reading_id"),
        columns: &[
            "document_reading_id",
            "document_id",
            "actor",
            "user_id",
            "read_at",
        ],
    },
    Section {
        file: "erased-applications.json",
        from: "erased_applications",
        owner: "organisation_id",
        key: Key::Id("application_id"),
        columns: &["application_id", "erased_at"],
    },
    Section {
        file: "tenant-imports.json",
        from: "tenant_imports",
        owner: "organisation_id",
        key: Key::Id("tenant_import_id"),
        columns: &[
            "tenant_import_id",
            "created_by",
            "file_name",
            "state",
            "row_count",
            "imported_count",
            "problem_count",
            "problems",
            "warnings",
            "created_at",
            "updated_at",
            "version",
        ],
    },
];
const EVENT_COLUMNS: &[&str] = &[
    "application_event_id",
    "application_id",
    "event",
    "description",
    "actor",
    "happened_at",
];

/// The file of banks' lines, which are opened.
pub const BANK_LINES_FILE: &str = "bank-lines.json";
/// The file with references, whose answers are opened.
pub const REFERENCES_FILE: &str = "references.json";

/// A tenant's own tenancy, by the tenant's id.
pub const OWN_TENANCY: Section = Section {
    file: "tenancies.json",
    from: TENANTS,
    owner: "tenant_id",
    key: Key::Id("tenant_id"),
    columns: &[
        "tenant_id",
        "home_name",
        "home_address",
        "home_postcode",
        "home_nation",
        "room_number",
        "start_date",
        "end_date",
        "rent",
        "deposit",
        "state",
        "name",
        "email",
        "phone",
        "address",
        "employment_status",
        "share",
        "leave_date",
        "has_left",
        "photo_set_at",
        "portal_invited_at",
        "wrote_at",
        "created_at",
    ],
};
/// The answers of an account about tenants, by the account's id.
pub const OWN_CONFIRMATION: Section = Section {
    file: "portal-confirmations.json",
    from: "tenant_confirmations",
    owner: "user_id",
    key: Key::Id("confirmation_id"),
    columns: CONFIRMATION_COLUMNS,
};
/// The entries of a tenant's own ledger, by the tenant's id.
pub const OWN_LEDGER: Section = Section {
    file: "ledger-entries.json",
    from: "ledger_entries",
    owner: "tenant_id",
    key: Key::Id("entry_id"),
    columns: ENTRY_COLUMNS,
};
/// The deposit of a tenant's own tenancy, by the tenant's id.
pub const OWN_DEPOSIT: Section = Section {
    file: "deposits.json",
    from: "(SELECT d.*, t.tenant_id FROM deposits d
            JOIN tenants t ON t.organisation_id = d.organisation_id AND t.tenancy_id = d.tenancy_id)",
    owner: "tenant_id",
    key: Key::Id("tenancy_id"),
    columns: DEPOSIT_COLUMNS,
};
/// What a tenant said of the return of the deposit, by the tenant's id.
pub const OWN_DEPOSIT_ANSWER: Section = Section {
    file: "deposit-answers.json",
    from: "deposit_answers",
    owner: "tenant_id",
    key: Key::Id("tenant_id"),
    columns: DEPOSIT_ANSWER_COLUMNS,
};
/// The papers that were given in a tenant's own tenancy, by the tenant's id.
pub const OWN_PAPERS: Section = Section {
    file: "tenancy-papers.json",
    from: "(SELECT p.*, t.tenant_id FROM tenancy_papers p
            JOIN tenants t ON t.organisation_id = p.organisation_id AND t.tenancy_id = p.tenancy_id)",
    owner: "tenant_id",
    key: Key::Id("tenancy_paper_id"),
    columns: PAPER_COLUMNS,
};
/// The holding deposit of an application, by its id.
pub const OWN_HOLDING_DEPOSIT: Section = Section {
    file: "holding-deposits.json",
    from: "holding_deposits",
    owner: "application_id",
    key: Key::Id("application_id"),
    columns: HOLDING_DEPOSIT_COLUMNS,
};
/// A tenant's own requests for pets, by the tenant's id.
pub const OWN_PET_REQUESTS: Section = Section {
    file: "pet-requests.json",
    from: "pet_requests",
    owner: "tenant_id",
    key: Key::Id("pet_request_id"),
    columns: PET_REQUEST_COLUMNS,
};
/// What a tenant was given, by the tenant's id.
pub const OWN_TENANCY_DOCUMENTS: Section = Section {
    file: "tenancy-documents.json",
    from: "(SELECT * FROM tenancy_documents JOIN tenancy_document_deliveries USING (organisation_id, tenancy_document_id))",
    owner: "tenant_id",
    key: Key::Id("tenancy_document_id"),
    columns: &[
        "tenancy_document_id",
        "kind",
        "title",
        "media_type",
        "size_bytes",
        "hash",
        "given_at",
        "opened_at",
    ],
};
/// The checks of the right to rent of an application, by its id.
pub const OWN_RIGHT_TO_RENT: Section = Section {
    file: "right-to-rent-checks.json",
    from: "right_to_rent_checks",
    owner: "application_id",
    key: Key::Id("right_to_rent_check_id"),
    columns: RIGHT_TO_RENT_COLUMNS,
};
/// An applicant's own application, by its id.
pub const OWN_APPLICATION: Section = Section {
    file: "applications.json",
    from: "applications",
    owner: "application_id",
    key: Key::Id("application_id"),
    columns: APPLICATION_COLUMNS,
};
/// The documents of an application, by its id.
pub const OWN_DOCUMENTS: Section = Section {
    file: "documents.json",
    from: "application_documents",
    owner: "application_id",
    key: Key::Id("document_id"),
    columns: DOCUMENT_COLUMNS,
};
/// Whom an application asked for a reference, by its id: what they answered is theirs and the landlord's.
pub const ASKED_REFERENCES: Section = Section {
    file: "requested-references.json",
    from: "reference_requests",
    owner: "application_id",
    key: Key::Id("reference_id"),
    columns: &[
        "reference_id",
        "application_id",
        "kind",
        "email",
        "sent_at",
        "answered_at",
        "declined",
    ],
};
/// What somebody answered themselves, by the reference's id.
pub const OWN_REFERENCE: Section = Section {
    file: REFERENCES_FILE,
    from: REFERENCES,
    owner: "reference_id",
    key: Key::Id("reference_id"),
    columns: REFERENCE_COLUMNS,
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use lintel_testkit::TestDatabase;

    use super::*;

    /// What a copy leaves out: whose it is, hashes and keys, bytes of files, what another column says as well, copies of what other
    /// services export themselves, what jobs have looked at and told, half-filled forms, which are their applicants', and which organisations are gone.
    const LEFT_OUT: &[&str] = &[
        "organisation_id",
        "token_nonce",
        "token_hash",
        "email_key",
        "room_id",
        "application_drafts.*",
        "draft_mails.*",
        "document_contents.*",
        "document_tickets.*",
        "organisation_keys.*",
        "gone_organisations.*",
        "homes.*",
        "home_rooms.*",
        "organisation_names.*",
        "application_documents.members_told",
        "application_documents.was_requested",
        "application_documents.file_id",
        "applications.draft_id",
        "applications.device",
        "applications.current_step",
        "reference_requests.generation",
        "reference_requests.device",
        "reference_requests.sealed_answer",
        "tenant_photos.tenant_id",
        "tenant_photos.photo_id",
        "tenant_photos.media_type",
        "tenant_photos.sealed",
        "tenant_photos.created_at",
        "tenant_imports.sealed",
        "tenant_snapshots.*",
        "tenancies.told_rent",
        "tenancies.imported_version",
        "members.*",
        "right_to_rent_checks.told_at",
        "right_to_rent_evidence.*",
        "tenancy_document_contents.*",
        "deposits.told_soon",
        "deposits.told_late",
        "tenancy_papers.told_soon",
        "tenancy_papers.told_late",
        "pet_requests.told_soon",
        "pet_requests.told_late",
        "holding_deposits.told_soon",
        "holding_deposits.told_late",
        "ledgers.looked_on",
        "ledgers.mailed_on",
        "ledgers.last_receipt",
        "ledgers.told_receipt",
        "ledgers.receipts_mailed_on",
        "receipt_mails.*",
        "ledgers.quiet",
        "arrears_told.*",
        "agreements.terms",
        "agreements.void_told",
        "agreement_contents.*",
        "agreement_signers.sealed_signature",
        "agreement_signers.generation",
        "guarantee_contents.*",
        "guarantee_deeds.sealed_witness_signature",
        "link_tokens.*",
        "bank_accounts.number_mark",
        "bank_layouts.shape",
        "bank_lines.number_marks",
        "bank_lines.payer_mark",
        "bank_lines.propose_again",
        "bank_lines.read_before",
        "bank_lines.reference_mark",
        "bank_statements.content_mark",
        "bank_statements.left_out",
    ];

    #[tokio::test]
    async fn every_column_of_an_organisation_is_copied_or_left_out_on_purpose() -> anyhow::Result<()>
    {
        let database = TestDatabase::new("tenancy-applications", &crate::store::MIGRATOR).await?;
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
            let table = match section.file {
                "tenants.json" => "tenants",
                REFERENCES_FILE => "reference_requests",
                BANK_LINES_FILE => "bank_lines",
                "agreement-events.json" => "agreement_events",
                "guarantee-events.json" => "guarantee_events",
                _ => section.from,
            };
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
        assert!(held.len() > 120, "{} columns", held.len());
        Ok(())
    }
}
