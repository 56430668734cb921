//! Agreements: who signs them, and their evidence.

use lintel_db::export::{Key, Section};

const AGREEMENT_COLUMNS: &[&str] = &[
    "agreement_id",
    "tenancy_id",
    "application_id",
    "property_id",
    "state",
    "nation",
    "edition",
    "property_address",
    "document_hash",
    "pages",
    "signed_hash",
    "reason",
    "created_at",
    "completed_at",
    "version",
];
const SIGNER_COLUMNS: &[&str] = &[
    "signer_id",
    "agreement_id",
    "party",
    "name",
    "email",
    "sent_at",
    "expires_at",
    "reminded_at",
    "opened_at",
    "signed_at",
    "declined_at",
    "decline_reason",
];
const DEED_COLUMNS: &[&str] = &[
    "deed_id",
    "agreement_id",
    "signer_id",
    "guarantor_address",
    "tenants",
    "document_hash",
    "pages",
    "signed_hash",
    "signed_at",
    "witness_name",
    "witness_address",
    "witness_occupation",
    "end_date",
    "end_reason",
    "version",
];
/// The chains of evidence of deeds, likewise.
const DEED_EVENTS: &str =
    "(SELECT organisation_id, event_id, deed_id, number, encode(entry, 'base64') AS entry, encode(hash, 'hex') AS hash
    FROM guarantee_events)";
/// The chains of evidence, entry by entry as they are hashed.
const AGREEMENT_EVENTS: &str =
    "(SELECT organisation_id, event_id, agreement_id, number, encode(entry, 'base64') AS entry,
        encode(hash, 'hex') AS hash
    FROM agreement_events)";

/// The agreements of an organisation.
pub(super) const AGREEMENTS: Section = Section {
    file: "agreements.json",
    from: "agreements",
    owner: "organisation_id",
    key: Key::Id("agreement_id"),
    columns: AGREEMENT_COLUMNS,
};
/// Who is to sign them.
pub(super) const SIGNERS: Section = Section {
    file: "agreement-signers.json",
    from: "agreement_signers",
    owner: "organisation_id",
    key: Key::Id("signer_id"),
    columns: SIGNER_COLUMNS,
};
/// Their chains of evidence.
pub(super) const EVENTS: Section = Section {
    file: "agreement-events.json",
    from: AGREEMENT_EVENTS,
    owner: "organisation_id",
    key: Key::Id("event_id"),
    columns: &["event_id", "agreement_id", "number", "entry", "hash"],
};

/// The deeds of guarantee that belong to them.
pub(super) const DEEDS: Section = Section {
    file: "guarantee-deeds.json",
    from: "guarantee_deeds",
    owner: "organisation_id",
    key: Key::Id("deed_id"),
    columns: DEED_COLUMNS,
};
/// The chains of evidence of the deeds.
pub(super) const GUARANTEES: Section = Section {
    file: "guarantee-events.json",
    from: DEED_EVENTS,
    owner: "organisation_id",
    key: Key::Id("event_id"),
    columns: &["event_id", "deed_id", "number", "entry", "hash"],
};

/// The agreements of a tenant's tenancy, by the tenant's id.
pub const OWN_AGREEMENTS: Section = Section {
    file: "agreements.json",
    from: "(SELECT g.*, t.tenant_id FROM agreements g JOIN tenants t USING (organisation_id, tenancy_id))",
    owner: "tenant_id",
    key: Key::Id("agreement_id"),
    columns: AGREEMENT_COLUMNS,
};
/// What a tenant did with them, by the tenant's id: the entries of the chain that name the tenant as signer.
pub const OWN_SIGNING: Section = Section {
    file: "agreement-events.json",
    from: "(SELECT e.event_id, e.agreement_id, e.number, convert_from(e.entry, 'UTF8') AS entry, t.tenant_id
        FROM agreement_events e
        JOIN agreements g USING (organisation_id, agreement_id)
        JOIN tenants t USING (organisation_id, tenancy_id)
        JOIN agreement_signers s ON s.organisation_id = e.organisation_id AND s.agreement_id = e.agreement_id
            AND s.email_key = lower(t.email)
        WHERE convert_from(e.entry, 'UTF8')::jsonb #>> '{signer,id}' = s.signer_id::text)",
    owner: "tenant_id",
    key: Key::Id("event_id"),
    columns: &["event_id", "agreement_id", "number", "entry"],
};
/// The agreements that somebody is to sign or has signed, by the signer's id.
pub const SIGNED_AGREEMENTS: Section = Section {
    file: "agreements.json",
    from: "(SELECT g.*, s.signer_id FROM agreements g JOIN agreement_signers s USING (organisation_id, agreement_id))",
    owner: "signer_id",
    key: Key::Id("agreement_id"),
    columns: AGREEMENT_COLUMNS,
};
/// Who they are in them and how far they came, by the signer's id.
pub const SIGNER: Section = Section {
    file: "agreement-signers.json",
    from: "agreement_signers",
    owner: "signer_id",
    key: Key::Id("signer_id"),
    columns: SIGNER_COLUMNS,
};
/// What they did with them, by the signer's id: the entries of the chain that name them.
pub const SIGNING: Section = Section {
    file: "agreement-events.json",
    from: "(SELECT e.event_id, e.agreement_id, e.number, convert_from(e.entry, 'UTF8') AS entry, s.signer_id
        FROM agreement_events e
        JOIN agreement_signers s USING (organisation_id, agreement_id)
        WHERE convert_from(e.entry, 'UTF8')::jsonb #>> '{signer,id}' = s.signer_id::text)",
    owner: "signer_id",
    key: Key::Id("event_id"),
    columns: &["event_id", "agreement_id", "number", "entry"],
};
/// The deeds that somebody is to sign or has signed as guarantor, by the signer's id.
pub const SIGNED_DEEDS: Section = Section {
    file: "guarantee-deeds.json",
    from: "guarantee_deeds",
    owner: "signer_id",
    key: Key::Id("deed_id"),
    columns: DEED_COLUMNS,
};
/// What happened to them, by the signer's id.
pub const DEED_SIGNING: Section = Section {
    file: "guarantee-events.json",
    from: "(SELECT e.event_id, e.deed_id, e.number, convert_from(e.entry, 'UTF8') AS entry, d.signer_id
        FROM guarantee_events e JOIN guarantee_deeds d USING (organisation_id, deed_id))",
    owner: "signer_id",
    key: Key::Id("event_id"),
    columns: &["event_id", "deed_id", "number", "entry"],
};
