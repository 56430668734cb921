//! The refusals that operations share; each is a group that an operation names.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses,
    openapi::{
        Content, Ref, RefOr, Response, ResponseBuilder,
        header::HeaderBuilder,
        schema::{Object, SchemaType, Type},
    },
};

/// Declares a group of refusals.
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident { $($status:literal => $text:literal),+ $(,)? })+) => {
        $(
            $(#[$doc])*
            pub(crate) struct $name;

            impl IntoResponses for $name {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    BTreeMap::from([
                        $((stringify!($status).to_owned(), RefOr::T(refusal($status, $text)))),+
                    ])
                }
            }
        )+

        /// The group of this name, for the operations that the contract describes.
        pub(crate) fn group(name: &str) -> Option<BTreeMap<String, RefOr<Response>>> {
            match name {
                $(stringify!($name) => Some($name::responses()),)+
                _ => None,
            }
        }
    };
}

refusals! {
    /// Of every call.
    Refusals {
        408 => "The body took too long to arrive",
        413 => "The request is larger than 1 MiB",
        429 => "Asked too often; Retry-After says when to try again",
        500 => "A fault of ours",
        503 => "Busy or restarting; Retry-After says when to try again",
        504 => "A service took too long",
    }
    /// Of calls that need a signed-in caller.
    SignedIn {
        401 => "Not signed in, or the session has ended (reasons SIGN_IN_REQUIRED, TOKEN_EXPIRED, TOKEN_INVALID, SESSION_ENDED); or \
                an API key that is unknown, revoked or expired (API_KEY_UNKNOWN)",
        403 => "The caller's role or grade may not do this (reason NOT_ALLOWED), or the API key's scopes do not (SCOPE_MISSING), or \
                the password has to be changed first (PASSWORD_CHANGE_REQUIRED)",
    }
    /// Of calls with a JSON body.
    WithBody {
        400 => "Not one JSON object with distinct keys (reason JSON_INVALID)",
        415 => "Not application/json",
        422 => "One or more fields cannot be read or break a rule; `errors` names all of them",
    }
    /// Of calls with a query.
    BadQuery {
        400 => "The query cannot be understood",
        422 => "A parameter cannot be read, or the page token is not ours",
    }
    /// Of calls that make something unique.
    Conflict {
        409 => "It exists already (reason EMAIL_IN_USE)",
    }
    /// Of calls about one property.
    NoSuchProperty {
        404 => "There is no such property, or it is not the caller's to see (reason PROPERTY_NOT_FOUND)",
    }
    /// Of reading a file.
    NoSuchFile {
        404 => "There is no such file, or it is not the caller's to see (reason FILE_NOT_FOUND)",
    }
    /// Of calls about one session.
    NoSuchSession {
        404 => "There is no such session, or it is not the caller's (reason SESSION_NOT_FOUND)",
    }
    /// Of uploading a file.
    UploadRefused {
        400 => "The form cannot be read",
        409 => "The files of the organisation fill its space (reason STORAGE_FULL)",
        413 => "Over 10 MB (reason FILE_TOO_LARGE)",
        415 => "Not multipart/form-data",
        422 => "No file, or not one that is taken (reasons FILE_MISSING, FILE_TYPE_INVALID, FILE_TOO_MANY_PIXELS, FILE_ACTIVE), \
                or the Idempotency-Key is unusable or was used for another file",
    }
    /// Of calls about one certificate.
    NoSuchCertificate {
        404 => "There is no such certificate, or it is not the caller's to see (reason CERTIFICATE_NOT_FOUND)",
    }
    /// Of the document of a certificate of a tenant's home.
    NoSuchCertificateDocument {
        404 => "The account has no such tenancy (reason TENANCY_NOT_LINKED), its home no such certificate (CERTIFICATE_NOT_FOUND), or \
                that has no document (FILE_NOT_FOUND)",
    }
    /// Of calls about one inspection.
    NoSuchInspection {
        404 => "There is no such inspection, or it is not the caller's to see (reason INSPECTION_NOT_FOUND)",
    }
    /// Of changes to an inspection that may be over.
    Closed {
        409 => "It is completed or cancelled already (reason INSPECTION_CLOSED), or completed before its day (INSPECTION_NOT_DUE)",
    }
    /// Of renewing a certificate.
    Superseded {
        409 => "It was renewed already (reason CERTIFICATE_SUPERSEDED)",
    }
    /// Of calls about one sold property.
    NoSuchSale {
        404 => "There is no such sold property, or it is not the caller's to see (reason SOLD_PROPERTY_NOT_FOUND)",
    }
    /// Of a file of properties.
    ImportRefused {
        400 => "The form cannot be read",
        413 => "Over 10 MB (reason FILE_TOO_LARGE)",
        415 => "Neither text/csv nor multipart/form-data",
        422 => "No file (reason FILE_MISSING), or the Idempotency-Key is unusable or was used for another file",
    }
    /// Of calls about one import.
    NoSuchImport {
        404 => "There is no such import, or it is not the caller's to see (reason IMPORT_NOT_FOUND)",
    }
    /// Of beginning an import.
    NotImportable {
        409 => "It has problems, was imported already, or another one is going on (reasons IMPORT_HAS_PROBLEMS, \
                IMPORT_ALREADY_APPLIED, IMPORT_RUNNING)",
    }
    /// Of calls about one of the caller's organisations.
    NoSuchOrganisation {
        404 => "The caller does not belong to such an organisation (reason ORGANISATION_NOT_FOUND)",
    }
    /// Of calls about one member.
    NoSuchMember {
        404 => "There is no such member in the caller's organisation (reason MEMBER_NOT_FOUND)",
    }
    /// Of changes that could leave an organisation without an Owner.
    LastOwner {
        409 => "It is the last Owner (reason LAST_OWNER), or somebody changed it at the same moment (CONCURRENT_UPDATE)",
    }
    /// Of making an account a tenant's.
    NotEmptied {
        409 => "The account has homes or sold homes (reason ACCOUNT_NOT_EMPTY), others belong to its organisation or it belongs to more \
                than one (ORGANISATION_SHARED), or somebody changed it at the same moment (CONCURRENT_UPDATE)",
    }
    /// Of calls about one invitation.
    NoSuchInvitation {
        404 => "There is no such invitation in the caller's organisation (reason INVITATION_NOT_FOUND)",
    }
    /// Of calls about one API key.
    NoSuchApiKey {
        404 => "There is no such key in the caller's organisation (reason API_KEY_NOT_FOUND)",
    }
    /// Refusals of a code to a phone.
    PhoneCodeRefused {
        409 => "This installation sends no text messages (reason SMS_UNAVAILABLE), the number in the settings is none that they go to \
                (PHONE_INVALID), or as many codes were sent as are allowed (PHONE_CODES_EXHAUSTED)",
    }
    /// Of a browser that news goes to.
    NoSuchPushSubscription {
        404 => "The caller has no such browser (reason PUSH_SUBSCRIPTION_NOT_FOUND)",
    }
    /// Of making an API key.
    ApiKeysFull {
        409 => "There are 50 already (reason API_KEYS_FULL)",
    }
    /// Of inviting somebody.
    InviteRefused {
        409 => "A member already (reason ALREADY_MEMBER), invited already (INVITATION_EXISTS), or as many as there can be \
                (ORGANISATION_FULL)",
    }
    /// Of accepting an invitation.
    AcceptRefused {
        401 => "There is an account with the invited address, and nobody is signed in (reason SIGN_IN_FIRST)",
        409 => "Somebody else is signed in (reason OTHER_ACCOUNT), or the account is no landlord's (NOT_A_LANDLORD), or belongs to \
                the organisation already (ALREADY_MEMBER)",
    }
    /// Of changes to a row that somebody else may have changed.
    Stale {
        412 => "It has changed since the version in If-Match (reason STALE_ETAG)",
    }
    /// Of changes that a tenancy stands against.
    Let {
        409 => "A tenancy is in force (reason TENANCY_ACTIVE), or the rent is its tenancy's (RENT_OF_TENANCY), or somebody changed it at the same moment (CONCURRENT_UPDATE)",
    }
    /// Of calls without a body that carry an Idempotency-Key.
    KeyRefused {
        422 => "The Idempotency-Key is unusable or was used for another request",
    }
    /// Of calls with a mailed token or code.
    LinkInvalid {
        404 => "Unknown, spent or expired (reason LINK_INVALID)",
    }
    /// Refusals of calls with a private link.
    LinkEnded {
        404 => "Nobody made this link (reason LINK_INVALID)",
        410 => "It has expired or a newer one replaced it (reason LINK_EXPIRED), or its matter is decided or it was taken back \
                (LINK_CLOSED)",
    }
    /// Refusals of what an application takes until it is withdrawn.
    Withdrawn {
        409 => "The applicant has withdrawn it (reason APPLICATION_WITHDRAWN)",
    }
    /// Of mailing the applicant a private link.
    NoLinkToSend {
        409 => "The applicant has withdrawn it (reason APPLICATION_WITHDRAWN), or it ended 14 days ago or earlier, so that the link would \
                be dead (APPLICATION_LONG_OVER)",
    }
    /// Refusals of links that work once.
    LinkSpent {
        409 => "It was used already (reason LINK_SPENT), or what it led to was sent in (DRAFT_SUBMITTED)",
    }
    /// Of signing in.
    LoginRefused {
        401 => "Wrong address or password (reason CREDENTIALS_WRONG)",
        403 => "The address is not verified yet (reason EMAIL_NOT_VERIFIED), or too much failed for it (PASSWORD_RESET_REQUIRED)",
    }
    /// Of the second step of signing in.
    CodeRefused {
        401 => "The code is wrong (reason CODE_WRONG), or the challenge is over (CHALLENGE_ENDED)",
        403 => "Too many codes were wrong (reason PASSWORD_RESET_REQUIRED)",
    }
    /// Of changes to a second factor that is on or off already.
    FactorState {
        409 => "It is on or off already, or nothing waits for a first code (reasons SECOND_FACTOR_ON, SECOND_FACTOR_OFF, NOT_ENROLLED)",
    }
    /// Of what takes a mail, where none is sent.
    MailOff {
        409 => "This installation sends no mails (reason MAIL_OFF)",
    }
    /// Of a link to an address that somebody else took meanwhile.
    AddressTaken {
        409 => "Somebody else has the address by now (reason EMAIL_IN_USE)",
    }
    /// Of calls about one tenancy.
    NoSuchTenancy {
        404 => "There is no such tenancy, or it is not the caller's to see (reason TENANCY_NOT_FOUND)",
    }
    /// Of calls about one tenant.
    NoSuchTenant {
        404 => "There is no such tenant, or it is not the caller's to see (reason TENANT_NOT_FOUND)",
    }
    /// Of reading the photo of a tenant.
    NoSuchPhoto {
        404 => "There is no such tenant, or it is not the caller's to see (reason TENANT_NOT_FOUND), or it has no photo \
                (PHOTO_NOT_FOUND)",
    }
    /// Of reading one's own photo.
    PhotoMissing {
        404 => "No tenancy is linked to the account's verified address (reason TENANCY_NOT_LINKED), or there is no photo \
                (PHOTO_NOT_FOUND)",
    }
    /// Of setting a photo.
    PhotoRefused {
        400 => "The form cannot be read",
        413 => "Over 10 MB (reason FILE_TOO_LARGE)",
        415 => "Not multipart/form-data",
        422 => "No file, or not a photo (reasons FILE_MISSING, FILE_TYPE_INVALID, PHOTO_INVALID), or the Idempotency-Key is \
                unusable or was used for another photo",
    }
    /// Of erasing an application.
    NotErasable {
        409 => "It is still being considered (reason APPLICATION_IN_PROGRESS), or its tenant lives there (TENANCY_ACTIVE)",
    }
    /// Of adding a tenant.
    HomeRefused {
        404 => "There is no such property, room or tenancy, or it is not the caller's to see (reasons HOME_NOT_FOUND, \
                ROOM_NOT_FOUND, TENANCY_NOT_FOUND)",
        409 => "Somebody lives there or is to move in (reason HOME_ALREADY_LET), or the tenancy is over (TENANCY_ENDED)",
    }
    /// Of changing a tenant.
    TenantRefused {
        409 => "Somebody else lives there then (reason HOME_ALREADY_LET), or somebody changed it at the same moment \
                (CONCURRENT_UPDATE)",
    }
    /// Of starting a tenancy.
    NotStartable {
        409 => "It is not upcoming (reason TENANCY_NOT_UPCOMING), it has an agreement, so that its tenants move in from their application \
                (TENANCY_HAS_AGREEMENT), or its first day has not come (TENANCY_STARTS_LATER)",
    }
    /// Of an act that is taken back.
    NoSuchAct {
        404 => "No such act (reason TAKE_BACK_NOT_FOUND), or no such row of the caller's organisation (TENANT_NOT_FOUND, \
                RENT_CHANGE_NOT_FOUND, APPLICATION_NOT_FOUND, SOLD_PROPERTY_NOT_FOUND, INSPECTION_NOT_FOUND, IMPORT_NOT_FOUND)",
    }
    /// Likewise.
    NotTakenBack {
        409 => "It was never done, or is taken back already (reason NOTHING_TO_TAKE_BACK), something else has to be taken back first \
                (TAKE_BACK_BLOCKED), or it cannot be undone because something has followed (SOMETHING_FOLLOWED)",
    }
    /// Of ending a tenant.
    TenancyOver {
        409 => "It is over already (reason TENANCY_ENDED)",
    }
    /// Of inviting a tenant to the portal.
    NotInvitable {
        409 => "The tenant has left (reason TENANCY_ENDED), or sees the home in the portal already (PORTAL_CONFIRMED)",
    }
    /// Of following an invitation to the portal.
    InvitationSpent {
        409 => "It was used already (reason LINK_SPENT)",
    }
    /// Of the tenant portal.
    NotLinked {
        404 => "There is no such tenancy of the account, or none at all (reason TENANCY_NOT_LINKED)",
    }
    /// Of a tenant's own notice.
    NoticeRefused {
        409 => "The last day is known already (reason NOTICE_GIVEN), or the tenant has left (TENANCY_ENDED)",
    }
    /// Of a tenant's answer to the return of the deposit.
    DepositAnswerRefused {
        409 => "The landlord has recorded no return (reason DEPOSIT_NOT_RETURNED), or another one than the tenant has seen \
                (DEPOSIT_RETURN_CHANGED)",
    }
    /// Of a tenant's request for a pet.
    PetRefused {
        409 => "The tenant has left (reason TENANCY_ENDED), or 50 requests are recorded (PET_REQUESTS_FULL)",
    }
    /// Of calls about one link that invites to apply.
    NoSuchInvite {
        404 => "There is no such live link in the caller's organisation (reason INVITE_NOT_FOUND)",
    }
    /// Of making a link that invites to apply.
    InviteHomeRefused {
        404 => "There is no such property or room, or it is not the caller's to see (reasons HOME_NOT_FOUND, ROOM_NOT_FOUND)",
        409 => "It is let (reason HOME_ALREADY_LET)",
    }
    /// Of reading or mailing a half-filled application.
    NoSuchDraft {
        404 => "Nobody made this link (reason LINK_INVALID), or this browser has no half-filled application of it (DRAFT_NOT_FOUND)",
        410 => "The link has expired (reason LINK_EXPIRED) or was taken back (LINK_CLOSED)",
        422 => "The address in it is none (reason DRAFT_INVALID), or the Idempotency-Key is unusable or was used for another request",
    }
    /// Of applying by a link.
    SignupRefused {
        404 => "Nobody made this link (reason LINK_INVALID)",
        409 => "The home is let meanwhile (reason HOME_ALREADY_LET), or it was sent in already (DRAFT_SUBMITTED)",
        410 => "The link has expired (reason LINK_EXPIRED) or was taken back (LINK_CLOSED)",
    }
    /// Of applying for a home.
    NoSuchHome {
        404 => "There is no such home that the account may apply for (reason HOME_NOT_FOUND)",
        409 => "It is let meanwhile (reason HOME_ALREADY_LET)",
    }
    /// Of calls about one application.
    NoSuchApplication {
        404 => "There is no such application, or it is not the caller's to see (reason APPLICATION_NOT_FOUND)",
    }
    /// Of deciding on an application.
    DecisionRefused {
        409 => "The applicant has withdrawn it (reason APPLICATION_WITHDRAWN), another one is approved for the same home \
                (HOME_ALREADY_APPROVED), somebody lives there (HOME_ALREADY_LET), its tenancy is in force (TENANCY_ACTIVE), or \
                all have signed its agreement (AGREEMENT_SIGNED)",
    }
    /// Of withdrawing an application.
    TenancyInForce {
        409 => "Its tenancy is in force (reason TENANCY_ACTIVE), or all have signed its agreement (AGREEMENT_SIGNED)",
    }
    /// Of calls about one document of an application.
    NoSuchDocument {
        404 => "There is no such application or document, or it is not the caller's to see (reasons APPLICATION_NOT_FOUND, \
                DOCUMENT_NOT_FOUND)",
    }
    /// Of reading a document by a private link.
    LinkedDocumentMissing {
        403 => "It is an identity document, which a link does not show (reason DOCUMENT_PRIVATE)",
        404 => "Nobody made this link (reason LINK_INVALID), or there is no such document (DOCUMENT_NOT_FOUND)",
        410 => "The link has expired or a newer one replaced it (reason LINK_EXPIRED)",
    }
    /// Of taking back a document behind a private link.
    UnknownLinkedDocument {
        404 => "Nobody made this link (reason LINK_INVALID), or there is no such document (DOCUMENT_NOT_FOUND)",
        410 => "The link has expired or a newer one replaced it (reason LINK_EXPIRED)",
    }
    /// Of taking back a document that is looked at.
    DocumentSeen {
        409 => "The landlord has opened or judged it (reason DOCUMENT_SEEN), or the application was withdrawn (APPLICATION_WITHDRAWN) \
                or rejected (APPLICATION_REJECTED)",
    }
    /// Of calls about one reference behind the applicant's private link.
    LinkedReferenceMissing {
        404 => "Nobody made this link (reason LINK_INVALID), or no such reference was asked for (REFERENCE_NOT_FOUND)",
        410 => "The link has expired or a newer one replaced it (reason LINK_EXPIRED)",
    }
    /// Of naming or reminding who answers for an applicant.
    OwnRefereeRefused {
        409 => "The reference was given or, to be reminded, declined (reason REFERENCE_ALREADY_GIVEN), nobody needs it (it was waived, \
                they have moved in, or an agreement names the guarantor: REFERENCE_NOT_NEEDED), or the application was withdrawn \
                (APPLICATION_WITHDRAWN) or rejected (APPLICATION_REJECTED)",
    }
    /// Of adding a document.
    DocumentRefused {
        400 => "The form cannot be read",
        409 => "The applicant has withdrawn the application (reason APPLICATION_WITHDRAWN), or it was rejected and the applicant sends \
                more (APPLICATION_REJECTED), or files fill the space of the organisation (STORAGE_FULL) or of the link that \
                invited to apply (LINK_STORAGE_FULL)",
        413 => "Over 10 MB (reason FILE_TOO_LARGE)",
        415 => "Not multipart/form-data",
        422 => "No file, not one that is taken, or no such type (reasons FILE_MISSING, FILE_TYPE_INVALID, DOCUMENT_INVALID), or the \
                Idempotency-Key is unusable or was used for another document",
    }
    /// Of asking for a reference again.
    NoSuchReference {
        404 => "There is no such application, or it is not the caller's to see (reason APPLICATION_NOT_FOUND), or no such reference \
                of it was asked for (REFERENCE_NOT_FOUND)",
    }
    /// Of a reference that is given once.
    ReferenceGiven {
        409 => "It was given already (reason REFERENCE_ALREADY_GIVEN) or declined (LINK_DECLINED), or nobody needs it any more: the \
                application was rejected (APPLICATION_REJECTED) or withdrawn (APPLICATION_WITHDRAWN), or they have moved in \
                (REFERENCE_NOT_NEEDED)",
    }
    /// Of calls about one viewing.
    NoSuchViewing {
        404 => "There is no such viewing, or it is not the caller's to see (reason VIEWING_NOT_FOUND)",
    }
    /// Of calls that name a home or a room.
    NoSuchHomeOrRoom {
        404 => "There is no such property or room, or it is not the caller's to see (reasons HOME_NOT_FOUND, ROOM_NOT_FOUND)",
    }
    /// Of moving a viewing on.
    ViewingTransition {
        409 => "A viewing that stands so cannot be made that (reason VIEWING_TRANSITION)",
    }
    /// Of erasing a viewer's details.
    ViewingOpen {
        409 => "It is neither completed nor cancelled (reason VIEWING_OPEN)",
    }
    /// Of calls about one maintenance request.
    NoSuchRequest {
        404 => "There is no such request, or it is not the caller's to see (reason MAINTENANCE_REQUEST_NOT_FOUND)",
    }
    /// Of changing a maintenance request.
    NoSuchRequestOrContractor {
        404 => "There is no such request or contractor, or it is not the caller's to see (reasons MAINTENANCE_REQUEST_NOT_FOUND, \
                CONTRACTOR_NOT_FOUND)",
    }
    /// Of adding a maintenance request.
    NoSuchReportHome {
        404 => "There is no such property, room, contractor or inspection, or it is not the caller's to see (reasons \
                HOME_NOT_FOUND, ROOM_NOT_FOUND, CONTRACTOR_NOT_FOUND, INSPECTION_NOT_FOUND), or a tenant's account has no tenancy \
                (TENANCY_NOT_LINKED)",
    }
    /// Of moving a maintenance request on.
    MaintenanceTransition {
        409 => "A request that stands so cannot be made that, or takes no visit (reason MAINTENANCE_TRANSITION), or the tenant has left \
                the home (TENANCY_ENDED)",
    }
    /// Of answering to a job.
    JobTransition {
        409 => "A job that stands so takes no such answer, or who lives there would have less than 24 hours' notice (reason \
                JOB_TRANSITION)",
    }
    /// Of asking a contractor.
    JobNotPossible {
        409 => "No contractor is named, the contractor has no address, or the request is completed or cancelled (reason \
                JOB_NOT_POSSIBLE)",
    }
    /// Of calls about the job of a request.
    NoSuchJob {
        404 => "There is no such request, or it is not the caller's to see (reason MAINTENANCE_REQUEST_NOT_FOUND), or no contractor \
                was asked (JOB_NOT_FOUND)",
    }
    /// Of calls about one file behind a contractor's private link.
    LinkedFileMissing {
        404 => "Nobody made this link (reason LINK_INVALID), or it shows no such file (ATTACHMENT_NOT_FOUND)",
        410 => "It has expired or a newer one replaced it (reason LINK_EXPIRED), or its matter is decided (LINK_CLOSED)",
    }
    /// Refusals of what a tenant reports and writes.
    HomeLeft {
        409 => "The tenant has left the home (reason TENANCY_ENDED)",
    }
    /// Of calling a visit off.
    NoSuchVisit {
        404 => "There is no such request, or it is not the caller's to see (reason MAINTENANCE_REQUEST_NOT_FOUND), or no visit is \
                booked (VISIT_NOT_FOUND)",
    }
    /// Of taking a cost away.
    NoSuchCost {
        404 => "There is no such request or cost, or it is not the caller's to see (reasons MAINTENANCE_REQUEST_NOT_FOUND, \
                COST_NOT_FOUND)",
    }
    /// Of calls about one file of a maintenance request.
    NoSuchAttachment {
        404 => "There is no such request or file, or it is not the caller's to see (reasons MAINTENANCE_REQUEST_NOT_FOUND, \
                ATTACHMENT_NOT_FOUND)",
    }
    /// Of adding a file to a maintenance request.
    AttachmentRefused {
        400 => "The form cannot be read",
        409 => "The files of the organisation fill its space (reason STORAGE_FULL), or the tenant has left the home (TENANCY_ENDED)",
        413 => "Over 10 MB (reason FILE_TOO_LARGE)",
        415 => "Not multipart/form-data",
        422 => "No file, not one that is taken, no such kind, or 20 already (reasons FILE_MISSING, FILE_TYPE_INVALID, \
                MAINTENANCE_INVALID), or the Idempotency-Key is unusable or was used for another file",
    }
    /// Of calls about one contractor.
    NoSuchContractor {
        404 => "There is no such contractor in the caller's organisation (reason CONTRACTOR_NOT_FOUND)",
    }
    /// Of taking a contractor away.
    ContractorBusy {
        409 => "A request that is neither Completed nor Cancelled names it (reason CONTRACTOR_HAS_WORK)",
    }
    /// Of calls about one home for sale.
    NoSuchListing {
        404 => "There is no such listing, or it is not the caller's to see (reason LISTING_NOT_FOUND)",
    }
    /// Refusals of reading a picture of a home for sale.
    NoSuchPicture {
        404 => "There is no such listing or picture, it is not the caller's to see, or its address gives none (reasons \
                LISTING_NOT_FOUND, PICTURE_NOT_FOUND, PICTURE_UNAVAILABLE)",
        504 => "Its host, or a service, took too long",
    }
    /// Of calls about one kept analysis.
    NoSuchAnalysis {
        404 => "There is no such listing or analysis, or it is not the caller's (reasons LISTING_NOT_FOUND, ANALYSIS_NOT_FOUND)",
    }
    /// Of calls about one kept search.
    NoSuchSearch {
        404 => "There is no such search, or it is not the caller's (reason SEARCH_NOT_FOUND)",
    }
    /// Of keeping a search.
    SearchesFull {
        409 => "There are 20 already (reason TOO_MANY_SEARCHES)",
    }
    /// Of calls about one notification.
    NoSuchNotification {
        404 => "There is no such notification, or it is not the caller's (reason NOTIFICATION_NOT_FOUND)",
    }
    /// Of calls about browsers that news goes to.
    PushUnavailable {
        409 => "This installation sends no push messages (reason PUSH_UNAVAILABLE), or the account has too many browsers \
                (PUSH_SUBSCRIPTIONS_TOO_MANY)",
    }
    /// Of reports by the relay and the gateway for text messages.
    ReportRefused {
        401 => "The signature is missing or wrong, or reports are not set up here (reason RECEIPT_REFUSED)",
        422 => "It cannot be read (reason RECEIPT_INVALID)",
    }
    /// Of reading a backup.
    NoSuchBackup {
        404 => "There is no such backup, or it is not ready, or not the caller's to read (reason BACKUP_NOT_FOUND)",
    }
    /// Of a file of listings.
    ListingFileRefused {
        400 => "The form cannot be read",
        409 => "Five imports are not done yet (reason IMPORT_RUNNING)",
        413 => "Over 100 MB (reason FILE_TOO_LARGE)",
        415 => "Not multipart/form-data",
        422 => "No file, no such format, or no source (reasons FILE_MISSING, FIELDS_UNREADABLE, IMPORT_INVALID), or the \
                Idempotency-Key is unusable",
    }
    /// Of writing an entry of a ledger.
    NoSuchEntry {
        404 => "There is no such tenant or entry, or it is not the caller's to see (reasons TENANT_NOT_FOUND, LEDGER_ENTRY_NOT_FOUND)",
        409 => "The entry was reversed already (reason ENTRY_ALREADY_REVERSED)",
    }
    /// Of beginning to charge rent.
    RentRefused {
        409 => "The tenancy is over (reason TENANCY_ENDED), or rent is charged already (RENT_ALREADY_CHARGED)",
    }
    /// Of changing a rent.
    RentNotCharged {
        409 => "No rent is charged in this tenancy (reason RENT_NOT_CHARGED)",
    }
    /// Of lines of banks' files.
    NoSuchBankStatement {
        404 => "There is no such file, or it is not the caller's to see (reason BANK_STATEMENT_NOT_FOUND)",
    }
    /// Of deciding lines of banks' files.
    NoSuchBankLine {
        404 => "There is no such line or tenant, or it is not the caller's to see (reasons BANK_LINE_NOT_FOUND, TENANT_NOT_FOUND)",
        409 => "A line is decided already (reason BANK_LINE_DECIDED)",
    }
    /// Of a bank's file.
    BankFileRefused {
        400 => "The form cannot be read",
        413 => "Over 10 MB (reason FILE_TOO_LARGE)",
        415 => "Not multipart/form-data",
        404 => "There is no such account, or it is not the caller's to see (reason BANK_ACCOUNT_NOT_FOUND)",
        422 => "No file, or not one of a bank (reasons FILE_MISSING, BANK_FILE_INVALID); somebody has to name the columns \
                (BANK_COLUMNS_NEEDED) or the account (BANK_ACCOUNT_NEEDED); or the Idempotency-Key is unusable or was used for another file",
    }
    /// Of looking at a bank's file.
    BankFileUnreadable {
        400 => "The form cannot be read",
        413 => "Over 10 MB (reason FILE_TOO_LARGE)",
        415 => "Not multipart/form-data",
        422 => "No file, or not a table (reasons FILE_MISSING, BANK_FILE_INVALID)",
    }
    /// Of naming an account.
    NoSuchBankAccount {
        404 => "There is no such account, or it is not the caller's to see (reason BANK_ACCOUNT_NOT_FOUND)",
    }
    /// Of forgetting a layout.
    NoSuchBankLayout {
        404 => "There is no such layout, or it is not the caller's to see (reason BANK_LAYOUT_NOT_FOUND)",
    }
    /// Of calls about the agreement of an application.
    NoSuchAgreement {
        404 => "There is no such application, it is not the caller's to see, or it has no agreement (reasons APPLICATION_NOT_FOUND, \
                AGREEMENT_NOT_FOUND)",
    }
    /// The refusals of calls about a deed of guarantee.
    NoSuchGuarantee {
        404 => "There is no such application, it is not the caller's to see, it has no agreement, or the agreement has no such deed \
                (reasons APPLICATION_NOT_FOUND, AGREEMENT_NOT_FOUND, GUARANTEE_NOT_FOUND)",
    }
    /// The refusals of ending a guarantee.
    GuaranteeClosed {
        409 => "It is not in force, or its end is recorded already (reason GUARANTEE_CLOSED)",
    }
    /// Of proposing an agreement.
    NotApproved {
        409 => "The application is not approved (reason APPLICATION_NOT_APPROVED)",
    }
    /// Of issuing an agreement.
    IssueRefused {
        400 => "Neither one JSON object with distinct keys (reason JSON_INVALID) nor a form that can be read",
        409 => "The application is not approved (reason APPLICATION_NOT_APPROVED), a right to rent was not recorded \
                (RIGHT_TO_RENT_MISSING), nobody says who the landlord is (LANDLORD_NOT_GIVEN), or all have signed already \
                (AGREEMENT_SIGNED)",
        413 => "Over 10 MB (reason FILE_TOO_LARGE)",
        415 => "Neither application/json nor multipart/form-data",
        422 => "A term cannot be read or breaks a rule, or the file is not one that is taken (reasons FIELDS_UNREADABLE, \
                AGREEMENT_INVALID, FILE_TYPE_INVALID), or the Idempotency-Key is unusable or was used for another request",
    }
    /// Of signing or declining.
    SigningRefused {
        409 => "Somebody else signs first, or the caller has signed (reason AGREEMENT_NOT_YOUR_TURN), it is another document by now \
                (AGREEMENT_CHANGED), or it is signed, declined or void (AGREEMENT_CLOSED)",
    }
    /// Of taking an agreement back.
    AgreementClosed {
        409 => "It is declined or void, or somebody lives in the home by it (reason AGREEMENT_CLOSED)",
    }
    /// Of reminding a signer.
    RemindRefused {
        409 => "It is signed, declined or void (reason AGREEMENT_CLOSED), or a mail was sent within the hour (REMINDED_ALREADY)",
    }
    /// Of a reminder to a tenant.
    TenantMailRefused {
        409 => "Mails to the tenant are off (reason TENANT_MAIL_OFF), or the tenant has no address (TENANT_WITHOUT_EMAIL)",
    }
    /// Of recording a right to rent.
    CheckRefused {
        400 => "The form cannot be read",
        413 => "Over 10 MB (reason FILE_TOO_LARGE)",
        415 => "Not multipart/form-data",
        422 => "A field cannot be read or breaks a rule, or the file is not one that is taken (reasons FIELDS_UNREADABLE, \
                RIGHT_TO_RENT_INVALID, FILE_TYPE_INVALID), or the Idempotency-Key is unusable or was used for another check",
    }
    /// Of calls about the file of one check of a right to rent.
    NoSuchCheck {
        404 => "There is no such application or check, or it is not the caller's to see (reasons APPLICATION_NOT_FOUND, \
                RIGHT_TO_RENT_CHECK_NOT_FOUND)",
    }
    /// Of moving in.
    MoveInRefused {
        409 => "Steps are missing, which `detail` names (reason MOVE_IN_STEPS_MISSING), or the first day has not come \
                (TENANCY_STARTS_LATER)",
    }
    /// Of giving a document to tenants.
    TenancyDocumentRefused {
        400 => "The form cannot be read",
        409 => "The tenancy is over (reason TENANCY_ENDED), or the files of the organisation fill its space (STORAGE_FULL)",
        413 => "Over 10 MB (reason FILE_TOO_LARGE)",
        415 => "Not multipart/form-data",
        422 => "No file, not one that is taken, or no such kind (reasons FILE_MISSING, FILE_TYPE_INVALID, \
                TENANCY_DOCUMENT_INVALID), or the Idempotency-Key is unusable or was used for another document",
    }
    /// Of calls about one document of a tenancy.
    NoSuchTenancyDocument {
        404 => "There is no such tenant or document, or it is not the caller's to see (reasons TENANT_NOT_FOUND, \
                TENANCY_DOCUMENT_NOT_FOUND)",
    }
    /// Refusals of calls about one request for a pet.
    NoSuchPetRequest {
        404 => "There is no such tenant or request, or it is not the caller's to see (reasons TENANT_NOT_FOUND, \
                PET_REQUEST_NOT_FOUND)",
    }
    /// Refusals of recording one more request for a pet.
    PetRequestsFull {
        409 => "50 requests of the tenant are recorded (reason PET_REQUESTS_FULL)",
    }
    /// Of giving a deposit back.
    DepositMissing {
        409 => "No deposit was recorded (reason DEPOSIT_NOT_RECORDED)",
    }
    /// Of calls that need a session, whatever the caller's role.
    SessionOver {
        401 => "There is no session, or it has ended",
    }
    /// Of calls that a cookie authorises.
    OtherSite {
        403 => "The request comes from another site (reason ORIGIN_NOT_ALLOWED)",
    }
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
