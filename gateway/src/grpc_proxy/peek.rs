//! The fields of a call by gRPC that REST counts: the token of a private link, and a file. Calls that have such a field
//! send one message, which is read to its end and passed on as it came.

use std::collections::BTreeMap;

use axum::body::Body;
use futures::StreamExt as _;
use lintel_proto::FILE_DESCRIPTOR_SET;
use prost::{
    Message as _,
    bytes::BytesMut,
    encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field},
};
use prost_types::{FileDescriptorSet, field_descriptor_proto::Type};
use tonic::Status;

/// The names of fields that hold the token of a private link, in calls that anybody may make.
const TOKENS: [&str; 2] = ["token", "mailed_token"];
/// Calls whose bytes are rows of a table, which REST does not count as files either, and pieces of a file that was counted when it began.
const TABLES: [&str; 3] = [
    "/lintel.listings.v1.ListingImportService/AppendListingImport",
    "/lintel.portfolio.v1.PropertyTransferService/CheckPropertyImport",
    "/lintel.tenancy.v1.TenantTransferService/CheckTenantImport",
];
/// The call that begins a file that comes in pieces.
const BEGINS: &str = "/lintel.listings.v1.ListingImportService/BeginListingImport";
/// The largest message that is looked into; services take none that is larger.
const LARGEST: usize = 12 * 1024 * 1024;
/// The length of the prefix of a message: a flag for compression, and the message's length.
const PREFIX: usize = 5;

/// The fields of a request that count.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Fields {
    token: Option<u32>,
    files: Vec<u32>,
    begins_file: bool,
}

/// The counted fields of a request.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Contents {
    /// The token of a private link.
    pub token: Option<String>,
    /// True where it sends a file.
    pub has_file: bool,
}

/// The places in requests to look at.
#[derive(Debug)]
pub(super) struct Peek(BTreeMap<String, Fields>);

impl Peek {
    /// Reads the places from the contract.
    ///
    /// # Errors
    /// When the contract cannot be read.
    pub(super) fn of_contract() -> Result<Self, prost::DecodeError> {
        let contract = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET)?;
        let mut messages = BTreeMap::new();
        for file in &contract.file {
            for message in &file.message_type {
                messages.insert(format!(".{}.{}", file.package(), message.name()), message);
            }
        }
        let mut calls = BTreeMap::new();
        for file in &contract.file {
            for service in &file.service {
                for method in &service.method {
                    let path = format!("/{}.{}/{}", file.package(), service.name(), method.name());
                    let fields = messages.get(method.input_type());
                    let fields = fields.map(|message| fields_of(&path, &message.field));
                    if let Some(fields) = fields.filter(|fields| *fields != Fields::default()) {
                        calls.insert(path, fields);
                    }
                }
            }
        }
        Ok(Self(calls))
    }

    /// Looks into the body of a call to `path`. Returns what it found, and the body as it was.
    ///
    /// # Errors
    /// `OUT_OF_RANGE` for more than any service takes, as the services themselves answer it.
    pub(super) async fn look_into(
        &self,
        path: &str,
        body: Body,
    ) -> Result<(Contents, Body), Status> {
        let Some(fields) = self.0.get(path) else {
            return Ok((Contents::default(), body));
        };
        let mut rest = body.into_data_stream();
        let mut read = BytesMut::new();
        while read.len() <= LARGEST {
            match rest.next().await {
                Some(Ok(piece)) => read.extend_from_slice(&piece),
                Some(Err(error)) => {
                    let broken = futures::stream::iter([Ok(read.freeze()), Err(error)]);
                    return Ok((Contents::default(), Body::from_stream(broken)));
                }
                None => {
                    // Passed on as one piece whose end is known: a service that answers before it has heard of the end resets the
                    // stream, and after some of those the connection, with all calls on it.
                    let read = read.freeze();
                    let found = fields.find(read.get(PREFIX..).unwrap_or_default());
                    return Ok((found, Body::from(read)));
                }
            }
        }
        Err(Status::out_of_range(
            "The message is larger than any that is taken.",
        ))
    }
}

fn fields_of(path: &str, fields: &[prost_types::FieldDescriptorProto]) -> Fields {
    let number = |field: &prost_types::FieldDescriptorProto| u32::try_from(field.number()).ok();
    let token = fields.iter().find(|field| TOKENS.contains(&field.name()));
    let files = fields.iter().filter(|field| field.r#type() == Type::Bytes);
    let counted = !TABLES.contains(&path);
    Fields {
        token: token.and_then(number),
        files: files.filter(|_| counted).filter_map(number).collect(),
        begins_file: path == BEGINS,
    }
}

impl Fields {
    fn find(&self, mut message: &[u8]) -> Contents {
        let mut found = Contents {
            token: None,
            has_file: self.begins_file,
        };
        // The service refuses what cannot be read.
        while let Ok((tag, kind)) = decode_key(&mut message) {
            if kind != WireType::LengthDelimited {
                if skip_field(kind, tag, &mut message, DecodeContext::default()).is_err() {
                    break;
                }
                continue;
            }
            let length = decode_varint(&mut message).ok();
            let value = length.and_then(|length| usize::try_from(length).ok());
            let Some((value, rest)) = value.and_then(|length| message.split_at_checked(length))
            else {
                break;
            };
            message = rest;
            if Some(tag) == self.token {
                found.token = std::str::from_utf8(value).ok().map(str::to_owned);
            }
            found.has_file |= self.files.contains(&tag) && !value.is_empty();
        }
        found.token = found.token.filter(|token| !token.is_empty());
        found
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use axum::body::Bytes;
    use lintel_auth::{AccessRules, CallAudience};
    use lintel_proto::{
        Rpc,
        tenancy::v1::{AddDocumentRequest, AddOwnDocumentRequest, GetOwnApplicationRequest},
    };

    use super::*;

    fn framed(message: &[u8]) -> Vec<u8> {
        let length = u32::try_from(message.len()).unwrap();
        [&[0][..], &length.to_be_bytes(), message].concat()
    }

    async fn seen<R: Rpc>(message: R, piece: usize) -> Contents {
        let sent = framed(&message.encode_to_vec());
        let pieces: Vec<_> = sent.chunks(piece).map(Bytes::copy_from_slice).collect();
        let pieces = pieces.into_iter().map(Ok::<_, std::io::Error>);
        let body = Body::from_stream(futures::stream::iter(pieces));
        let peek = Peek::of_contract().unwrap();
        let (found, body) = peek.look_into(R::PATH, body).await.unwrap();
        let passed = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        assert_eq!(passed, sent, "passed on as it came");
        found
    }

    #[tokio::test]
    async fn a_token_and_a_file_are_found_however_they_come() {
        let by_link = || AddOwnDocumentRequest {
            token: "the token".to_owned(),
            content: vec![7; 5000],
            ..AddOwnDocumentRequest::default()
        };
        for piece in [1, 3, 1000, 10_000] {
            let found = seen(by_link(), piece).await;
            assert_eq!(
                (found.token.as_deref(), found.has_file),
                (Some("the token"), true)
            );
        }
        let without = seen(AddDocumentRequest::default(), 3).await;
        assert_eq!(without, Contents::default());
        let reads = GetOwnApplicationRequest {
            token: "the token".to_owned(),
        };
        assert!(!seen(reads, 3).await.has_file);
    }

    #[tokio::test]
    async fn what_is_no_message_is_passed_on_as_well() {
        let peek = Peek::of_contract().unwrap();
        for sent in [
            &b""[..],
            b"\0",
            b"\0\0\0\0\x09short",
            b"\0\xff\xff\xff\xffx",
            &framed(b"\xff\xff"),
        ] {
            let (found, body) = peek
                .look_into(AddOwnDocumentRequest::PATH, Body::from(sent.to_vec()))
                .await
                .unwrap();
            assert_eq!(found, Contents::default());
            assert_eq!(axum::body::to_bytes(body, usize::MAX).await.unwrap(), sent);
        }
    }

    #[tokio::test]
    async fn a_message_that_no_service_takes_is_refused() {
        let peek = Peek::of_contract().unwrap();
        let large = Body::from(vec![0; LARGEST + 1]);
        let refused = peek.look_into(AddOwnDocumentRequest::PATH, large).await;
        assert_eq!(
            refused.map(|_| ()).unwrap_err().code(),
            tonic::Code::OutOfRange
        );
        let elsewhere = peek.look_into(
            "/lintel.portfolio.v1.PropertyService/GetProperty",
            Body::from(vec![0; LARGEST + 1]),
        );
        assert!(
            elsewhere.await.is_ok(),
            "what is not looked into is the service's to refuse"
        );
    }

    #[test]
    fn every_call_that_takes_bytes_is_counted_or_a_table() {
        let (peek, rules) = (
            Peek::of_contract().unwrap(),
            AccessRules::from_contract().unwrap(),
        );
        let rule = |path: &str| rules.get(path).map(|rule| rule.audience.clone());
        let external = |path: &&String| !matches!(rule(path), Some(CallAudience::Internal) | None);
        let files = peek.0.iter().filter(|(_, fields)| !fields.files.is_empty());
        let files: Vec<_> = files.map(|(path, _)| path).filter(external).collect();
        assert_eq!(
            files,
            [
                "/lintel.maintenance.v1.JobService/AddJobFile",
                "/lintel.maintenance.v1.MaintenanceService/AddAttachment",
                "/lintel.notifications.v1.ReceiptService/ReportMail",
                "/lintel.notifications.v1.ReceiptService/ReportSms",
                "/lintel.tenancy.v1.AgreementService/IssueAgreement",
                "/lintel.tenancy.v1.ApplicantService/AddOwnDocument",
                "/lintel.tenancy.v1.BankStatementService/AddBankStatement",
                "/lintel.tenancy.v1.BankStatementService/PreviewBankFile",
                "/lintel.tenancy.v1.DocumentService/AddDocument",
                "/lintel.tenancy.v1.MoveInService/RecordRightToRent",
                "/lintel.tenancy.v1.PortalService/SetOwnPhoto",
                "/lintel.tenancy.v1.TenancyDocumentService/GiveTenancyDocument",
                "/lintel.tenancy.v1.TenantService/SetTenantPhoto",
            ]
        );
    }
}
