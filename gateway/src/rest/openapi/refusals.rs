//! The refusals that operations share, which the contract says (`lintel.rest.v1.refusals`); each is a group that an operation names.

use std::collections::BTreeMap;

use lintel_proto::shape::REFUSALS;
use utoipa::{
    IntoResponses,
    openapi::{
        Content, Ref, RefOr, Response, ResponseBuilder,
        header::HeaderBuilder,
        schema::{Object, SchemaType, Type},
    },
};

/// Names the groups of the operations that stand in this program; an unknown one is found by the tests of the description.
macro_rules! groups {
    ($($name:ident),+ $(,)?) => {
        $(
            pub(crate) struct $name;

            impl IntoResponses for $name {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    group(stringify!($name))
                }
            }
        )+

        #[cfg(test)]
        pub(crate) const NAMED: &[&str] = &[$(stringify!($name)),+];
    };
}

groups!(
    Refusals,
    SignedIn,
    WithBody,
    BadQuery,
    Conflict,
    NoSuchProperty,
    NoSuchFile,
    NoSuchSession,
    UploadRefused,
    NoSuchCertificateDocument,
    NoSuchSale,
    ImportRefused,
    NoSuchImport,
    NotImportable,
    NoSuchOrganisation,
    LastOwner,
    NotEmptied,
    NoSuchInvitation,
    InviteRefused,
    AcceptRefused,
    Stale,
    Let,
    KeyRefused,
    LinkInvalid,
    LinkEnded,
    NoLinkToSend,
    LinkSpent,
    LoginRefused,
    CodeRefused,
    NoSuchTenancy,
    NoSuchTenant,
    PhotoRefused,
    NoSuchAct,
    NotTakenBack,
    InvitationSpent,
    NotLinked,
    DepositAnswerRefused,
    InviteHomeRefused,
    NoSuchDraft,
    SignupRefused,
    NoSuchApplication,
    NoSuchDocument,
    DocumentRefused,
    ReferenceGiven,
    NoSuchViewing,
    NoSuchHomeOrRoom,
    ViewingTransition,
    NoSuchRequest,
    NoSuchRequestOrContractor,
    NoSuchReportHome,
    MaintenanceTransition,
    JobTransition,
    JobNotPossible,
    NoSuchJob,
    LinkedFileMissing,
    HomeLeft,
    NoSuchVisit,
    NoSuchCost,
    NoSuchAttachment,
    AttachmentRefused,
    NoSuchListing,
    NoSuchPicture,
    NoSuchAnalysis,
    PushUnavailable,
    ReportRefused,
    NoSuchBackup,
    ListingFileRefused,
    RentNotCharged,
    NoSuchBankStatement,
    BankFileRefused,
    BankFileUnreadable,
    NoSuchAgreement,
    NotApproved,
    IssueRefused,
    SigningRefused,
    CheckRefused,
    NoSuchCheck,
    MoveInRefused,
    TenancyDocumentRefused,
    NoSuchPetRequest,
    PetRequestsFull,
    SessionOver,
    OtherSite
);

/// The refusals of the group of this name; none where nobody says them.
pub(crate) fn group(name: &str) -> BTreeMap<String, RefOr<Response>> {
    let found = REFUSALS.binary_search_by_key(&name, |(name, _)| name);
    let answers = found.map_or(&[][..], |place| REFUSALS[place].1);
    let answers = answers.iter();
    answers
        .map(|(status, text)| (status.to_string(), RefOr::T(refusal(*status, text))))
        .collect()
}

fn refusal(status: u16, text: &str) -> Response {
    let problem = Content::new(Some(RefOr::Ref(Ref::from_schema_name("Problem"))));
    let mut response = ResponseBuilder::new()
        .description(text)
        .content("application/problem+json", problem);
    if matches!(status, 429 | 503) {
        let mut seconds = Object::new();
        seconds.schema_type = SchemaType::Type(Type::Integer);
        response = response.header(
            "Retry-After",
            HeaderBuilder::new()
                .schema(Some(seconds))
                .description(Some("Seconds"))
                .build(),
        );
    }
    response.build()
}
