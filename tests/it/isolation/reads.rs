//! The reads of the contract over gRPC.

use anyhow::Context as _;
use lintel_auth::{AccessRules, CallAudience};
use lintel_proto::{notifications::v1::DeliverySubject, tenancy::v1::NoticeGiver};
use prost_reflect::{DescriptorPool, DynamicMessage, Kind, Value as Field};

use super::{Rows, contract::ids};

/// Reads without an answer of a landlord's, and those that tell when the reader was last here or that reading is noted by; as
/// `NOT_ANSWERS` says over REST.
const NOT_READS: [&str; 30] = [
    "/lintel.identity.v1.PrivacyService/ReadAccountData",
    "/lintel.identity.v1.SessionService/ListSessions",
    "/lintel.identity.v1.InvitationService/PreviewInvitation",
    // Shows a file that the caller sends.
    "/lintel.tenancy.v1.BankStatementService/PreviewBankFile",
    "/lintel.tenancy.v1.InviteService/OpenInvite",
    "/lintel.tenancy.v1.InviteService/GetDraft",
    "/lintel.tenancy.v1.ApplicantService/",
    "/lintel.tenancy.v1.ReferenceService/OpenGuarantorRequest",
    "/lintel.tenancy.v1.ReferenceService/OpenEmployerRequest",
    "/lintel.tenancy.v1.ReferenceService/ListReferenceRequests",
    "/lintel.tenancy.v1.PortalService/",
    "/lintel.tenancy.v1.SigningService/",
    "/lintel.tenancy.v1.GuaranteeService/ReadGuaranteeByLink",
    "/lintel.tenancy.v1.MoveInService/ReadRightToRentEvidence",
    "/lintel.tenancy.v1.ApplicationService/ListOpenHomes",
    "/lintel.tenancy.v1.DocumentService/ReadDocument",
    // Another one each time.
    "/lintel.tenancy.v1.DocumentService/IssueDocumentTicket",
    "/lintel.tenancy.v1.PrivacyService/ReadOwnTenancyData",
    "/lintel.viewings.v1.ViewerService/",
    "/lintel.maintenance.v1.JobService/",
    // These are for tenants, by what they write.
    "/lintel.maintenance.v1.MaintenanceService/JudgeReport",
    "/lintel.viewings.v1.ViewingService/CheckViewingTime",
    "/lintel.maintenance.v1.PrivacyService/ReadOwnMaintenanceData",
    "/lintel.notifications.v1.UnsubscribeService/",
    // Want a kind of mail, and write what they show by the day.
    "/lintel.notifications.v1.MailPreviewService/ShowTenantMail",
    "/lintel.tenancy.v1.TenantMailService/PreviewTenantMail",
    // Says in its file when it was made.
    "/lintel.tenancy.v1.AgreementService/PreviewAgreement",
    // Want an act; over REST each is asked for.
    "/lintel.tenancy.v1.TakeBackService/GetTakeBack",
    "/lintel.portfolio.v1.PortfolioTakeBackService/GetTakeBack",
    // Needs a host on the internet.
    "/lintel.listings.v1.ListingService/GetListingPicture",
];
/// The values that a read needs beside ids, by the name of its field: the subject of messages, of which `subject_id` is
/// the number, the person who gives a notice, and the kind of file.
const SAID: [(&str, Said); 3] = [
    ("subject", Said::Choice(DeliverySubject::Application as i32)),
    ("giver", Said::Choice(NoticeGiver::Tenant as i32)),
    ("format", Said::Text("csv")),
];

/// The value of a field of a read.
#[derive(Debug, Clone, Copy)]
enum Said {
    /// One of its words, by its number.
    Choice(i32),
    /// A text; a field of that name that takes none is left.
    Text(&'static str),
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
        for (name, said) in SAID {
            let Some(field) = self.request.get_field_by_name(name) else {
                continue;
            };
            match (said, field.kind()) {
                (Said::Choice(number), Kind::Enum(_)) => {
                    request.set_field(&field, Field::EnumNumber(number));
                }
                (Said::Text(text), Kind::String) => {
                    request.set_field(&field, Field::String(text.to_owned()));
                }
                _ => {}
            }
        }
        for field in self.request.fields() {
            let Some(one) = field
                .name()
                .strip_suffix("_ids")
                .filter(|_| field.is_list())
            else {
                continue;
            };
            let all = ids(&format!("{one}_id"), "", rows).with_context(|| self.path.clone())?;
            let all = all.iter().take(100).map(|id| Ok(Field::I64(id.parse()?)));
            request.set_field(&field, Field::List(all.collect::<anyhow::Result<_>>()?));
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

/// Every read of a landlord's.
///
/// # Errors
/// When the contract cannot be read.
pub(super) fn reads() -> anyhow::Result<Vec<Read>> {
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
