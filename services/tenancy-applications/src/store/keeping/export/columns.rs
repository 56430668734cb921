//! The contents of several copies: the columns, and the tables that are put together for them.

/// The columns of references besides their answers, which stand sealed in the last column.
pub(super) const REFERENCES: &str =
    "(SELECT *, encode(sealed_answer, 'base64') AS sealed FROM reference_requests)";

pub(super) const REFERENCE_COLUMNS: &[&str] = &[
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

/// A column of the organisation's copy alone: why a landlord did without a reference is theirs.
pub(super) const WAIVED_COLUMNS: &[&str] = &[
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

pub(super) const RIGHT_TO_RENT_COLUMNS: &[&str] = &[
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

pub(super) const ENTRY_COLUMNS: &[&str] = &[
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

pub(super) const PAPER_COLUMNS: &[&str] = &[
    "tenancy_paper_id",
    "tenancy_id",
    "paper",
    "delivery_date",
    "updated_at",
];

pub(super) const HOLDING_DEPOSIT_COLUMNS: &[&str] = &[
    "application_id",
    "amount",
    "receive_date",
    "agreed_date",
    "outcome",
    "outcome_date",
    "reason",
    "updated_at",
];

pub(super) const PET_REQUEST_COLUMNS: &[&str] = &[
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

pub(super) const DEPOSIT_ANSWER_COLUMNS: &[&str] =
    &["tenant_id", "agreed", "reason", "answered_at", "outdated"];

pub(super) const DEPOSIT_COLUMNS: &[&str] = &[
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

pub(super) const APPLICATION_COLUMNS: &[&str] = &[
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
pub(super) const BANK_LINES: &str = "(SELECT organisation_id, bank_line_id, bank_statement_id, line_key, bank_account_id, booked_on, amount, went_out,
        balance, ignored, entry_id,
        encode(sealed, 'base64') AS sealed
    FROM bank_lines)";

/// Tenants with the fields of their tenancies, and when their photo was set.
pub(super) const TENANTS: &str = "(SELECT t.*, y.property_id, y.home_name, y.home_address, y.home_postcode, y.home_nation, y.room_number, y.start_date,
        y.end_date, y.rent, y.deposit, y.state, p.created_at AS photo_set_at
    FROM tenants t
    JOIN tenancies y ON y.organisation_id = t.organisation_id AND y.tenancy_id = t.tenancy_id
    LEFT JOIN tenant_photos p ON p.organisation_id = t.organisation_id AND p.tenant_id = t.tenant_id)";

pub(super) const CONFIRMATION_COLUMNS: &[&str] = &[
    "confirmation_id",
    "tenant_id",
    "user_id",
    "mine",
    "basis",
    "decided_at",
];

pub(super) const DOCUMENT_COLUMNS: &[&str] = &[
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

pub(super) const EVENT_COLUMNS: &[&str] = &[
    "application_event_id",
    "application_id",
    "event",
    "description",
    "actor",
    "happened_at",
];
