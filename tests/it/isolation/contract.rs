//! The reads and changes of the contract that the running product serves.

use anyhow::Context as _;
use lintel_system_tests::Installation;
use reqwest::Method;
use serde_json::{Map, Value};

use super::{
    ACCOUNTS, ATTACHMENTS, CHECKS, COSTS, DEEDS, DOCUMENTS, GIVEN, LAYOUTS, LINES, PETS, REQUESTS,
    Rows, STATEMENTS,
    reads::{Read, reads},
    schema,
};

/// GETs without an answer of a landlord's that ends (the event stream, which gateway/src/tests/events.rs tries), and those that tell
/// when the reader was last here, which reading changes.
const NOT_ANSWERS: [&str; 19] = [
    "/api/account/export",
    "/api/events",
    "/api/sessions",
    // By link.
    "/api/invites/by-token/",
    "/api/tenant-status/",
    "/api/guarantor-verify/",
    "/api/employer-verify/",
    "/api/jobs/",
    "/api/viewings/",
    "/api/unsubscribe/",
    "/api/agreements/",
    "/api/portal-invitations/",
    // These are for other accounts than landlords'.
    "/api/tenant-portal",
    "/api/tenant-applications/homes",
    "/api/reference-requests",
    // Each reading is noted and told.
    "/api/tenant-applications/{id}/documents/{documentId}/content",
    "/api/tenant-applications/{id}/right-to-rent/{checkId}/evidence",
    // Needs a time to come in its query; the list of viewings tells of overlaps as well.
    "/api/property-viewings/clashes",
    // Needs a host on the internet.
    "/api/listings/{id}/pictures/",
];
/// Writes that end or begin a session, come as forms or by a link: they name no rows, or `access.rs` tries them.
const NOT_CHANGES: [&str; 19] = [
    "/api/invites/by-token/",
    "/api/tenant-signup",
    "/api/tenant-status/",
    "/api/guarantor-verify/",
    "/api/employer-verify/",
    "/api/jobs/",
    "/api/viewings/",
    "/api/unsubscribe/",
    "/api/agreements/",
    "/api/portal-invitations/",
    "/api/bank-statements",
    "/api/mail-reports",
    "/api/sms-receipts",
    "/api/push-subscriptions",
    "/api/listing-imports",
    "/api/auth/",
    "/api/upload",
    "/api/sessions",
    "/api/two-factor",
];
/// Asks by POST what would be, and changes nothing.
const PREVIEW: &str = "/preview";
/// The collections of ids in a path or a message, by the id's name, where that is another collection than the path's
/// own.
const NAMED: [(&str, &str); 48] = [
    ("documentId", DOCUMENTS),
    ("document_id", DOCUMENTS),
    ("tenancy_document_id", GIVEN),
    ("billDocumentId", GIVEN),
    ("checkId", CHECKS),
    ("right_to_rent_check_id", CHECKS),
    ("deedId", DEEDS),
    ("deed_id", DEEDS),
    ("bank_statement_id", STATEMENTS),
    ("lineId", LINES),
    ("lineIds", LINES),
    ("bank_line_ids", LINES),
    ("bankAccountId", ACCOUNTS),
    ("bank_account_id", ACCOUNTS),
    ("bank_layout_id", LAYOUTS),
    ("requestId", PETS),
    ("pet_request_id", PETS),
    ("tenantId", "/api/tenants"),
    ("application_id", "/api/tenant-applications"),
    ("tenant_id", "/api/tenants"),
    ("tenancy_id", "/api/tenancies"),
    ("invite_id", "/api/invites"),
    ("organisationId", "/api/organisations"),
    ("propertyId", "/api/properties"),
    ("property_id", "/api/properties"),
    ("sold_property_id", "/api/sold-properties"),
    ("certificate_id", "/api/property-certificates"),
    ("inspectionId", "/api/property-inspections"),
    ("inspection_id", "/api/property-inspections"),
    ("property_import_id", "/api/property-imports"),
    ("tenant_import_id", "/api/tenant-imports"),
    ("viewing_id", "/api/property-viewings"),
    ("maintenance_request_id", REQUESTS),
    ("assigneeUserId", "/api/members"),
    ("assignee_user_id", "/api/members"),
    ("contractorId", "/api/contractors"),
    ("contractor_id", "/api/contractors"),
    ("attachmentId", ATTACHMENTS),
    ("attachment_id", ATTACHMENTS),
    ("fileId", ATTACHMENTS),
    ("costId", COSTS),
    ("analysisId", "/api/roi-analyses"),
    ("listingId", "/api/investment-properties"),
    ("listing_id", "/api/investment-properties"),
    ("listing_import_id", "/api/listing-imports"),
    ("backup_id", "/api/backups"),
    ("subjectId", "/api/tenant-applications"),
    ("subject_id", "/api/tenant-applications"),
];

/// Names that mean something else in what is below a path.
const BELOW: [(&str, &str, &str); 5] = [
    ("/api/tenants/", "documentId", GIVEN),
    ("/api/listings/", "id", "/api/investment-properties"),
    ("/api/take-backs/tenancy/", "id", "/api/tenants"),
    (
        "/api/tenant-portal/certificates/",
        "id",
        "/api/property-certificates",
    ),
    ("/api/take-backs/portfolio/", "id", "/api/sold-properties"),
];

/// One operation of the REST API.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    pub(crate) method: Method,
    /// Its path with the placeholders.
    pub(crate) template: String,
    pub(crate) is_paged: bool,
    /// An example of its form, where it takes nothing else; its boundary is `cut`.
    pub(crate) form: Option<Vec<u8>>,
    /// An example of its body, where it has one.
    body: Option<Value>,
    /// The values that its query must have, by name.
    query: Map<String, Value>,
}

/// The words in paths that are no ids of rows; the first whose end of a path it is.
const WORDS: [(&str, &str); 7] = [
    ("mails/{kind", "receipt"),
    ("/{act", "tenant"),
    ("/{portfolioAct", "sale"),
    ("/{token", "no-such-token"),
    ("/{kind", "employer"),
    ("/{picture", "0192f0c47d3e4aaa8bbb0123456789ab"),
    ("/photos/{id", "0192f0c4-7d3e-4aaa-8bbb-0123456789ab"),
];

impl Operation {
    /// The paths of this operation for each of `rows`; one where it names no row. What the query must say is about the first of them.
    pub(crate) fn paths(&self, rows: &Rows) -> anyhow::Result<Vec<String>> {
        let mut paths = vec![String::new()];
        let mut rest = self.template.as_str();
        while let Some((before, more)) = rest.split_once('{') {
            let (name, after) = more.split_once('}').context("an open brace")?;
            let named = format!("{before}{{{name}");
            let word = WORDS.iter().find(|(known, _)| named.ends_with(known));
            let values = match word {
                Some((_, word)) => vec![(*word).to_owned()],
                None => self
                    .ids(name, before.trim_end_matches('/'), rows)
                    .with_context(|| self.key())?
                    .to_vec(),
            };
            let each = paths.iter().flat_map(|path| {
                let values = values.iter();
                values.map(move |value| format!("{path}{before}{value}"))
            });
            paths = each.collect();
            rest = after;
        }
        let query = self.query_about(rows)?;
        let whole = paths.iter().map(|path| format!("{path}{rest}{query}"));
        Ok(whole.collect())
    }

    fn ids<'a>(&self, name: &str, own: &str, rows: &'a Rows) -> anyhow::Result<&'a [String]> {
        let other = BELOW
            .iter()
            .find(|(path, one, _)| *one == name && self.template.starts_with(path));
        match other {
            Some((.., collection)) => ids("", collection, rows),
            None => ids(name, own, rows),
        }
    }

    /// Its query, from the question mark on.
    fn query_about(&self, rows: &Rows) -> anyhow::Result<String> {
        let mut query = Value::Object(self.query.clone());
        name_rows(&mut query, rows)?;
        let said = query.as_object().into_iter().flatten().enumerate();
        let said = said.map(|(place, (name, value))| {
            let mark = if place == 0 { '?' } else { '&' };
            format!("{mark}{name}={}", value.to_string().trim_matches('"'))
        });
        Ok(said.collect())
    }
}

impl Operation {
    /// Returns true where it says in its path, its query or its body which row it is about.
    pub(crate) fn names_a_row(&self) -> bool {
        self.names_a_row_in_its_address() || self.body.as_ref().is_some_and(names_a_row)
    }

    /// Returns true where it says in its path or its query which row it is about.
    pub(crate) fn names_a_row_in_its_address(&self) -> bool {
        let named = |name: &String| NAMED.iter().any(|(named, _)| named == name);
        self.template.contains('{') || self.query.keys().any(named)
    }

    /// Its body, about the first of these rows.
    pub(crate) fn body_about(&self, rows: &Rows) -> anyhow::Result<Option<Value>> {
        let mut body = self.body.clone();
        if let Some(body) = &mut body {
            name_rows(body, rows)?;
        }
        Ok(body)
    }
}

fn names_a_row(body: &Value) -> bool {
    match body {
        Value::Object(fields) => fields.iter().any(|(name, field)| {
            NAMED.iter().any(|(named, _)| named == name) || names_a_row(field)
        }),
        Value::Array(entries) => entries.iter().any(names_a_row),
        _ => false,
    }
}

fn name_rows(body: &mut Value, rows: &Rows) -> anyhow::Result<()> {
    match body {
        Value::Object(fields) => {
            for (name, field) in fields {
                if NAMED.iter().any(|(named, _)| named == name) {
                    let first = ids(name, "", rows)?.first().context("no row")?;
                    *field = serde_json::from_str(first)?;
                } else {
                    name_rows(field, rows)?;
                }
            }
            Ok(())
        }
        Value::Array(entries) => entries
            .iter_mut()
            .try_for_each(|entry| name_rows(entry, rows)),
        _ => Ok(()),
    }
}

/// The rows that a name stands for; where it is not in `NAMED`, those of the collection `own`.
///
/// # Errors
/// When there are none.
pub(super) fn ids<'a>(name: &str, own: &str, rows: &'a Rows) -> anyhow::Result<&'a [String]> {
    let named = NAMED.iter().find(|(field, _)| *field == name);
    let collection = named.map_or(own, |(_, collection)| *collection);
    rows.get(collection).map(Vec::as_slice).with_context(|| {
        format!(
            "{name}: let `furnish` add a row to {collection:?}, or name its collection in `NAMED`"
        )
    })
}

/// The operations and reads of the contract.
#[derive(Debug)]
pub(crate) struct Contract {
    pub(crate) gets: Vec<Operation>,
    pub(crate) changes: Vec<Operation>,
    pub(crate) reads: Vec<Read>,
}

impl Operation {
    /// Every operation that the running gateway describes.
    pub(crate) async fn all(system: &Installation) -> anyhow::Result<Vec<Self>> {
        let url = format!("{}/api/openapi.json", system.base);
        let openapi: Value = reqwest::get(url).await?.error_for_status()?.json().await?;
        let mut all = Vec::new();
        for (template, methods) in openapi["paths"].as_object().context("no paths")? {
            for (method, operation) in methods.as_object().context("no methods")? {
                all.push(Self {
                    method: method.to_uppercase().parse()?,
                    template: template.clone(),
                    is_paged: schema::has_parameter(operation, "pageSize"),
                    form: schema::form(&openapi, operation)?,
                    body: schema::body(&openapi, operation),
                    query: schema::query(&openapi, operation),
                });
            }
        }
        Ok(all)
    }

    /// Returns its key: method and path with its placeholders.
    pub(crate) fn key(&self) -> String {
        format!("{} {}", self.method, self.template)
    }
}

impl Contract {
    pub(crate) async fn of(system: &Installation) -> anyhow::Result<Self> {
        let (mut gets, mut changes) = (Vec::new(), Vec::new());
        for operation in Operation::all(system).await? {
            let template = &operation.template;
            let is = |listed: &[&str]| listed.iter().any(|path| template.starts_with(path));
            if operation.method == Method::GET {
                if !is(&NOT_ANSWERS) {
                    gets.push(operation);
                }
            } else if !is(&NOT_CHANGES) && !template.ends_with(PREVIEW) {
                changes.push(operation);
            }
        }
        Ok(Self {
            gets,
            changes,
            reads: reads()?,
        })
    }
}
