//! What can be asked and changed, out of the contract that the running product serves.

use anyhow::Context as _;
use lintel_auth::{AccessRules, CallAudience};
use lintel_system_tests::Installation;

use prost_reflect::{DescriptorPool, DynamicMessage, Kind, Value as Field};
use reqwest::Method;
use serde_json::{Map, Value, json};

use super::{ATTACHMENTS, COSTS, DOCUMENTS, REQUESTS, Rows};

/// GETs without an answer of a landlord's that ends (the event stream, which gateway/src/tests/events.rs tries), and those that tell
/// when the reader was last here, which reading changes.
const NOT_ANSWERS: [&str; 22] = [
    "/api/account/export",
    "/api/events",
    "/api/sessions",
    // By link.
    "/api/invites/by-token/",
    "/api/tenant-status/",
    "/api/guarantor-verify/",
    "/api/employer-verify/",
    "/api/viewings/",
    "/api/unsubscribe/",
    "/api/agreements/",
    // Of approved applications, tenancies with rent or documents alone, which access.rs tries.
    "/api/tenant-applications/{id}/agreement",
    "/api/tenant-applications/{id}/right-to-rent/{checkId}",
    "/api/tenants/{id}/documents/{documentId}",
    "/api/tenants/{id}/rent-rise",
    // Need in their query whose or which.
    "/api/rent-payments",
    "/api/tenants/{id}/notice",
    // Of other accounts than landlords'.
    "/api/tenant-portal",
    "/api/tenant-applications/homes",
    "/api/reference-requests",
    // Each reading is noted and told.
    "/api/tenant-applications/{id}/documents/{documentId}/content",
    // Needs a time in its query; the list of viewings tells of overlaps as well.
    "/api/property-viewings/clashes",
    // Needs in its query what the messages were about; over gRPC it is asked.
    "/api/deliveries",
];
/// The same over gRPC.
const NOT_READS: [&str; 26] = [
    "/lintel.identity.v1.PrivacyService/ReadAccountData",
    "/lintel.identity.v1.SessionService/ListSessions",
    "/lintel.identity.v1.InvitationService/PreviewInvitation",
    "/lintel.tenancy.v1.InviteService/OpenInvite",
    "/lintel.tenancy.v1.InviteService/GetDraft",
    "/lintel.tenancy.v1.ApplicantService/",
    "/lintel.tenancy.v1.ReferenceService/OpenGuarantorRequest",
    "/lintel.tenancy.v1.ReferenceService/OpenEmployerRequest",
    "/lintel.tenancy.v1.ReferenceService/ListReferenceRequests",
    "/lintel.tenancy.v1.PortalService/",
    "/lintel.tenancy.v1.SigningService/",
    "/lintel.tenancy.v1.AgreementService/",
    "/lintel.tenancy.v1.BankStatementService/ListBankLines",
    "/lintel.tenancy.v1.MoveInService/ReadRightToRentEvidence",
    "/lintel.tenancy.v1.RentService/ProposeRentRise",
    // Needs a format; over REST it is asked.
    "/lintel.tenancy.v1.RentService/ReadRentStatement",
    "/lintel.tenancy.v1.DepositService/ProposeNotice",
    "/lintel.tenancy.v1.TenancyDocumentService/ReadTenancyDocument",
    "/lintel.tenancy.v1.ApplicationService/ListOpenHomes",
    "/lintel.tenancy.v1.DocumentService/ReadDocument",
    // Another one each time.
    "/lintel.tenancy.v1.DocumentService/IssueDocumentTicket",
    "/lintel.tenancy.v1.PrivacyService/ReadOwnTenancyData",
    "/lintel.viewings.v1.ViewerService/",
    "/lintel.viewings.v1.ViewingService/CheckViewingTime",
    "/lintel.maintenance.v1.PrivacyService/ReadOwnMaintenanceData",
    "/lintel.notifications.v1.UnsubscribeService/",
];
/// Writes that end or begin a session, come as forms or by a link: they name no rows, or `access.rs` tries them.
const NOT_CHANGES: [&str; 17] = [
    "/api/invites/by-token/",
    "/api/tenant-signup",
    "/api/tenant-status/",
    "/api/guarantor-verify/",
    "/api/employer-verify/",
    "/api/viewings/",
    "/api/unsubscribe/",
    "/api/agreements/",
    "/api/bank-",
    "/api/mail-reports",
    "/api/sms-receipts",
    "/api/push-subscriptions",
    "/api/listing-imports",
    "/api/auth/",
    "/api/upload",
    "/api/sessions",
    "/api/two-factor",
];
/// `DeliverySubject` of an application.
const APPLICATION: i32 = 1;
/// Asks by POST what would be, and changes nothing.
const PREVIEW: &str = "/preview";
/// Where an id in a path or a message, by its name, is one of another collection than the path's own.
const NAMED: [(&str, &str); 31] = [
    ("documentId", DOCUMENTS),
    // Nobody has a check: any number is one that is not there.
    ("checkId", DOCUMENTS),
    ("document_id", DOCUMENTS),
    ("application_id", "/api/tenant-applications"),
    ("tenant_id", "/api/tenants"),
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
    ("costId", COSTS),
    ("analysisId", "/api/roi-analyses"),
    ("listingId", "/api/investment-properties"),
    ("listing_id", "/api/investment-properties"),
    ("listing_import_id", "/api/listing-imports"),
    ("backup_id", "/api/backups"),
    ("subjectId", "/api/tenant-applications"),
    ("subject_id", "/api/tenant-applications"),
];

/// One operation of the REST API.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    pub(crate) method: Method,
    /// With its placeholders.
    pub(crate) template: String,
    pub(crate) is_paged: bool,
    /// Whether it takes a form, and nothing else.
    pub(crate) takes_a_form: bool,
    /// What its body may look like, where it has one.
    body: Option<Value>,
}

/// What stands in a path and is no id of a row.
const WORDS: [(&str, &str); 2] = [("token", "no-such-token"), ("kind", "employer")];

impl Operation {
    /// The paths of this operation for each of `rows`; one where it names no row.
    pub(crate) fn paths(&self, rows: &Rows) -> anyhow::Result<Vec<String>> {
        let mut paths = vec![String::new()];
        let mut rest = self.template.as_str();
        while let Some((before, more)) = rest.split_once('{') {
            let (name, after) = more.split_once('}').context("an open brace")?;
            let word = WORDS.iter().find(|(known, _)| *known == name);
            let values = match word {
                Some((_, word)) => vec![(*word).to_owned()],
                None => ids(name, before.trim_end_matches('/'), rows)
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
        Ok(paths.iter().map(|path| format!("{path}{rest}")).collect())
    }
}

impl Operation {
    /// Whether it says in its path or its body which row it is about.
    pub(crate) fn names_a_row(&self) -> bool {
        self.template.contains('{') || self.body.as_ref().is_some_and(names_a_row)
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

fn ids<'a>(name: &str, own: &str, rows: &'a Rows) -> anyhow::Result<&'a [String]> {
    let named = NAMED.iter().find(|(field, _)| *field == name);
    let collection = named.map_or(own, |(_, collection)| *collection);
    rows.get(collection).map(Vec::as_slice).with_context(|| {
        format!(
            "{name}: let `furnish` add a row to {collection:?}, or name its collection in `NAMED`"
        )
    })
}

/// A read over gRPC.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) path: String,
    request: prost_reflect::MessageDescriptor,
}

impl Read {
    /// Its requests, encoded: one for each row that it can name. What is read with an export's token is read with `export_token`.
    pub(crate) fn requests(&self, rows: &Rows, export_token: &str) -> anyhow::Result<Vec<Vec<u8>>> {
        let mut request = DynamicMessage::new(self.request.clone());
        if let Some(field) = self.request.get_field_by_name("export_token") {
            request.set_field(&field, Field::String(export_token.to_owned()));
        }
        // What messages were about, of which `subject_id` is the number.
        if let Some(field) = self.request.get_field_by_name("subject") {
            request.set_field(&field, Field::EnumNumber(APPLICATION));
        }
        let mut requests = vec![request];
        for field in self.request.fields() {
            if field.kind() != Kind::Int64 || !field.name().ends_with("_id") || field.is_list() {
                continue;
            }
            let ids = ids(field.name(), "", rows).with_context(|| self.path.clone())?;
            let mut named = Vec::new();
            for id in ids {
                for request in &requests {
                    let mut request = request.clone();
                    request.set_field(&field, Field::I64(id.parse()?));
                    named.push(request);
                }
            }
            requests = named;
        }
        Ok(requests.iter().map(prost::Message::encode_to_vec).collect())
    }
}

/// All of it.
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
                    is_paged: has_parameter(operation, "pageSize"),
                    takes_a_form: takes_a_form(operation),
                    body: body(&openapi, operation),
                });
            }
        }
        Ok(all)
    }

    /// What it is called: method and path with its placeholders.
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

fn has_parameter(operation: &Value, name: &str) -> bool {
    let parameters = operation["parameters"].as_array();
    parameters.is_some_and(|all| all.iter().any(|one| one["name"] == name))
}

fn takes_a_form(operation: &Value) -> bool {
    let kinds = operation["requestBody"]["content"].as_object();
    kinds.is_some_and(|kinds| kinds.keys().all(|kind| kind == "multipart/form-data"))
}

fn reads() -> anyhow::Result<Vec<Read>> {
    let rules = AccessRules::from_contract()?;
    let pool = DescriptorPool::decode(lintel_proto::FILE_DESCRIPTOR_SET)?;
    let mut reads = Vec::new();
    for service in pool.services() {
        for method in service.methods() {
            let path = format!("/{}/{}", service.full_name(), method.name());
            let rule = rules.get(&path).context("an RPC without a rule")?;
            if !rule.writes
                && rule.audience != CallAudience::Internal
                && !NOT_READS.iter().any(|one| path.starts_with(one))
            {
                reads.push(Read {
                    path,
                    request: method.input(),
                });
            }
        }
    }
    Ok(reads)
}

/// A body that its schema allows: what is required, and what has an example.
fn body(openapi: &Value, operation: &Value) -> Option<Value> {
    let schema = operation.pointer("/requestBody/content/application~1json/schema")?;
    Some(example(openapi, schema))
}

fn example(openapi: &Value, schema: &Value) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.trim_start_matches('#');
        return example(openapi, openapi.pointer(pointer).unwrap_or(&Value::Null));
    }
    if let Some(value) = schema.get("example").or_else(|| schema.pointer("/enum/0")) {
        return value.clone();
    }
    let kind = schema["type"]
        .as_str()
        .or_else(|| schema["type"][0].as_str());
    match kind {
        Some("object") => object(openapi, schema),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        Some("boolean") => json!(false),
        Some("array") => json!([example(openapi, &schema["items"])]),
        _ if schema["format"] == "date" => json!("2026-06-01"),
        _ => json!("Example"),
    }
}

fn object(openapi: &Value, schema: &Value) -> Value {
    let required: Vec<&str> = schema["required"]
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let mut fields = Map::new();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if required.contains(&name.as_str()) || field.get("example").is_some() {
            fields.insert(name.clone(), example(openapi, field));
        }
    }
    Value::Object(fields)
}
