//! The parts of a portal's download.

use lintel_core::london_date;
use lintel_files::{FileId, Owner};
use lintel_proto::{
    Word as _,
    tenancy::v1::{
        AgreementState, GetAgreementRequest, GetLedgerRequest, GetPortalRequest, GetPortalResponse,
        GuaranteeState, LeaseStatus, ListTenancyDocumentsRequest, ReadGuaranteeRequest,
        ReadTenancyDocumentRequest, TenancyDocumentKind, Tenant,
    },
};

use super::ask;
use crate::{
    api::{home_facts, portal::overview::landlord_organisation},
    call::Call,
    rest::{
        convert::{date, instant},
        problem::Problem,
        reply::plain_name,
    },
};

/// The source of a part.
pub(super) enum Source {
    /// The statement of a tenant's rent.
    Statement(i64),
    /// A document that the tenant was given.
    Document(ReadTenancyDocumentRequest),
    /// The agreement of an application.
    Agreement(i64),
    /// A deed of guarantee.
    Deed(ReadGuaranteeRequest),
    /// The document of a certificate.
    Certificate(Owner, FileId),
}

/// A part.
pub(super) struct Part {
    /// Its name for people.
    pub(super) title: String,
    /// Its name in the file, without an ending.
    pub(super) name: String,
    pub(super) source: Source,
}

/// The parts that were found.
#[derive(Default)]
pub(super) struct FoundParts {
    pub(super) parts: Vec<Part>,
    /// The parts that could not be looked for.
    pub(super) missing: Vec<String>,
}

impl FoundParts {
    /// Takes in what was looked for under `title`.
    fn add(&mut self, title: &str, found: Result<Vec<Part>, Problem>) {
        match found {
            Ok(parts) => self.parts.extend(parts),
            Err(problem) => {
                tracing::warn!(reason = %problem.reason, "a list of a portal's download is missing");
                self.missing.push(title.to_owned());
            }
        }
    }
}

type Portal = Call<GetPortalRequest>;

/// Finds what the portal shows with a download of its own.
pub(super) async fn find(call: &Portal, portal: &GetPortalResponse, tenant: &Tenant) -> FoundParts {
    let (statement, agreement, documents, certificates) = tokio::join!(
        statement(call, tenant),
        agreement(call, tenant),
        documents(call, tenant),
        certificates(call, portal, tenant),
    );
    let mut found = FoundParts::default();
    found.add("Rent statement", statement);
    // A tenant who has moved in was given it among the documents.
    let is_given = documents.as_ref().is_ok_and(|(_, is_given)| *is_given);
    let agreement = agreement.map(|mut parts| {
        parts.retain(|part| !(is_given && matches!(part.source, Source::Agreement(_))));
        parts
    });
    found.add("Tenancy agreement", agreement);
    found.add("Documents", documents.map(|(parts, _)| parts));
    found.add("Certificates", certificates);
    found
}

/// The statement, of who is charged rent here.
async fn statement(call: &Portal, tenant: &Tenant) -> Result<Vec<Part>, Problem> {
    let message = GetLedgerRequest {
        tenant_id: tenant.tenant_id,
        ..Default::default()
    };
    let ledger = ask(call, message).await?;
    if ledger.terms.is_none() && ledger.entries.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![Part {
        title: "Rent statement".to_owned(),
        name: "rent-statement".to_owned(),
        source: Source::Statement(tenant.tenant_id),
    }])
}

/// The signed agreement with the signed deeds, of who is a party of it.
async fn agreement(call: &Portal, tenant: &Tenant) -> Result<Vec<Part>, Problem> {
    let application_id = tenant.agreement_application_id;
    if application_id == 0 {
        return Ok(Vec::new());
    }
    let agreement = match ask(call, GetAgreementRequest { application_id }).await {
        Ok(reply) => reply.agreement.unwrap_or_default(),
        Err(problem) if problem.status == http::StatusCode::NOT_FOUND => return Ok(Vec::new()),
        Err(problem) => return Err(problem),
    };
    if agreement.state() != AgreementState::Signed {
        return Ok(Vec::new());
    }
    let mut parts = vec![Part {
        title: "Tenancy agreement".to_owned(),
        name: "tenancy-agreement".to_owned(),
        source: Source::Agreement(application_id),
    }];
    let deeds = agreement.deeds.iter().filter(|deed| {
        matches!(
            deed.state(),
            GuaranteeState::Signed | GuaranteeState::InForce | GuaranteeState::Ended
        )
    });
    parts.extend(deeds.map(|deed| Part {
        title: "Deed of guarantee".to_owned(),
        name: "deed-of-guarantee".to_owned(),
        source: Source::Deed(ReadGuaranteeRequest {
            application_id,
            deed_id: deed.deed_id,
        }),
    }));
    Ok(parts)
}

/// The documents that the tenant was given, and whether the agreement is one of them.
async fn documents(call: &Portal, tenant: &Tenant) -> Result<(Vec<Part>, bool), Problem> {
    let tenant_id = tenant.tenant_id;
    let reply = ask(call, ListTenancyDocumentsRequest { tenant_id }).await?;
    let mut is_given = false;
    let mut parts = Vec::new();
    for document in reply.documents {
        is_given |= document.kind() == TenancyDocumentKind::Agreement;
        let given = instant(document.give_time)?.map(london_date);
        let day = given.map(|day| format!("{day} ")).unwrap_or_default();
        parts.push(Part {
            name: format!("documents/{day}{}", plain_name(&document.title)),
            title: document.title,
            source: Source::Document(ReadTenancyDocumentRequest {
                tenant_id,
                tenancy_document_id: document.tenancy_document_id,
            }),
        });
    }
    Ok((parts, is_given))
}

/// The certificates that have a document; who has left is shown none.
async fn certificates(
    call: &Portal,
    portal: &GetPortalResponse,
    tenant: &Tenant,
) -> Result<Vec<Part>, Problem> {
    if tenant.lease_status() == LeaseStatus::Ended {
        return Ok(Vec::new());
    }
    let organisation = landlord_organisation(portal);
    let found = home_facts::certificates(call.gateway(), organisation, tenant.property_id).await?;
    let mut parts = Vec::new();
    for certificate in found {
        let Some(file) = FileId::of_address(&certificate.certificate_url) else {
            continue;
        };
        let kind = certificate.certificate_type().text().unwrap_or_default();
        let expiry = date(certificate.expiry_date)?;
        let until = expiry.map(|day| format!(" until {day}"));
        let name = format!("{}{}", plain_name(kind), until.unwrap_or_default());
        parts.push(Part {
            title: format!("Certificate: {kind}"),
            name: format!("certificates/{name}"),
            source: Source::Certificate(Owner::Organisation(organisation.into()), file),
        });
    }
    Ok(parts)
}
