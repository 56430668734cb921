//! The copies for a person: a tenant, an applicant, or whoever gave a reference.

use lintel_db::export::{Key, Section};

use super::{
    REFERENCES_FILE,
    columns::{
        APPLICATION_COLUMNS, CONFIRMATION_COLUMNS, DEPOSIT_ANSWER_COLUMNS, DEPOSIT_COLUMNS,
        DOCUMENT_COLUMNS, ENTRY_COLUMNS, HOLDING_DEPOSIT_COLUMNS, PAPER_COLUMNS,
        PET_REQUEST_COLUMNS, REFERENCE_COLUMNS, REFERENCES, RIGHT_TO_RENT_COLUMNS, TENANTS,
    },
};

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
