//! The facts that people are told: one table gives the readers, the ways and the setting of each.

mod table;

use super::Subject;

lintel_core::spelt! {
    /// The kind of a notification, by which the bell's panel shows it.
    NotificationKind {
        /// A certificate is about to expire, or has expired.
        Certificate = "certificate",
        /// An inspection is about to fall due, or is overdue.
        Inspection = "inspection",
        /// An application was submitted, withdrawn or decided.
        Application = "application",
        /// A reference was asked for, given or declined.
        Reference = "reference",
        /// A document is needed, was added or was refused.
        Document = "document",
        /// A viewing was booked, moved, answered or cancelled, or is tomorrow.
        Viewing = "viewing",
        /// A repair was reported or moved on.
        Maintenance = "maintenance",
        /// A watched listing changed, or a saved search found a new one.
        Listing = "listing",
        /// Somebody joined or left the organisation.
        Member = "member",
        /// The account's sign-in changed.
        Security = "security",
        /// A message did not reach the person it was for.
        Delivery = "delivery",
        /// A backup of the organisation's data failed, or can be had again.
        Backup = "backup",
        /// Rent is due, was received or is late.
        Rent = "rent",
    }
}

lintel_core::spelt! {
    /// A setting of the account that switches what it is told, as the database names it.
    Setting {
        /// Mails that can be switched off. Every mail with a setting is under this one, too.
        Email = "email",
        /// News of maintenance.
        MaintenanceAlerts = "maintenance-alerts",
        /// News of rent.
        RentReminders = "rent-reminders",
        /// News of certificates.
        CertificateExpiry = "certificate-expiry",
        /// News of inspections.
        InspectionReminders = "inspection-reminders",
    }
}

impl Setting {
    /// The setting as its screen calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Email => "Email notifications",
            Self::MaintenanceAlerts => "Maintenance alerts",
            Self::RentReminders => "Rent reminders",
            Self::CertificateExpiry => "Certificate expiry",
            Self::InspectionReminders => "Inspection reminders",
        }
    }
}

/// To whom something is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The account that it concerns.
    Account,
    /// Every member of the organisation.
    Members,
    /// The members who own the organisation.
    Owners,
    /// The one member whose work it is.
    Member,
    /// Whoever has the address, with or without an account.
    Address,
}

impl Audience {
    /// Returns whether it is told to people because they are members.
    #[must_use]
    pub const fn is_of_members(self) -> bool {
        matches!(self, Self::Members | Self::Owners | Self::Member)
    }

    /// In words, as the table is printed.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Account => "the account",
            Self::Members => "all members",
            Self::Owners => "the Owners",
            Self::Member => "the member",
            Self::Address => "the address",
        }
    }
}

/// By which ways something is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the ways are independent of each other"
)]
pub struct Ways {
    /// In Lintel itself, behind the bell. Somebody without an account sees nothing of it.
    pub in_app: bool,
    /// By mail.
    pub mail: bool,
    /// To the account's browsers.
    pub push: bool,
    /// By text message.
    pub sms: bool,
}

/// The table's row of one fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Its kind.
    pub kind: NotificationKind,
    /// To whom it is told.
    pub audience: Audience,
    /// By which ways.
    pub ways: Ways,
    /// The setting that switches it; `None` where it cannot be switched off.
    pub setting: Option<Setting>,
    /// Its subject in the log of deliveries; `None` where an organisation does not look for it.
    pub subject: Option<Subject>,
    /// The news, in words.
    pub tells: &'static str,
    /// Why its reader gets it, as the rest of a sentence after "because".
    pub reason: &'static str,
}

lintel_core::spelt! {
    /// Everything that is told. Those that are mailed are called as their mails are.
    Fact {
        /// The link and the code that prove a sign-in address.
        EmailVerification = "email-verification",
        /// A link that sets a new password.
        PasswordReset = "password-reset",
        /// The password was changed.
        PasswordChanged = "password-changed",
        /// A link that makes its reader a member of an organisation.
        Invitation = "invitation",
        /// A sign-in from a new device.
        NewDevice = "new-device",
        /// Sign-in is locked for a while.
        AccountLocked = "account-locked",
        /// The second factor is on.
        TwoFactorEnabled = "two-factor-enabled",
        /// The second factor is off.
        TwoFactorDisabled = "two-factor-disabled",
        /// A link that makes an address the sign-in address.
        EmailChange = "email-change",
        /// A change to another address was requested.
        EmailChanging = "email-changing",
        /// The address was changed.
        EmailChanged = "email-changed",
        /// The account is deleted.
        AccountDeleted = "account-deleted",
        /// Somebody is invited to apply.
        TenancyInvite = "tenancy-invite",
        /// A half-filled form.
        TenancyDraft = "tenancy-draft",
        /// The application was received.
        ApplicationReceived = "application-received",
        /// A guarantor is asked.
        GuarantorRequest = "guarantor-request",
        /// An employer is asked.
        EmployerRequest = "employer-request",
        /// Somebody has applied.
        ApplicationSubmitted = "application-submitted",
        /// A reference was given.
        ReferenceGiven = "reference-given",
        /// A reference was declined.
        ReferenceDeclined = "reference-declined",
        /// A document was added.
        DocumentAdded = "document-added",
        /// The application was withdrawn.
        ApplicationWithdrawn = "application-withdrawn",
        /// Documents are needed.
        DocumentsRequired = "documents-required",
        /// A document was refused.
        DocumentRejected = "document-rejected",
        /// The application has another status.
        StatusChanged = "status-changed",
        /// The applicant gets a new private link.
        StatusLink = "status-link",
        /// Nobody needs a guarantor's or an employer's answer any more.
        ReferenceClosed = "reference-closed",
        /// The applicant's guarantor or employer does not want to.
        RefereeDeclined = "referee-declined",
        /// The applicant has applied for the home already.
        AlreadyApplied = "already-applied",
        /// The application is approved.
        ApplicationApproved = "application-approved",
        /// The application is rejected.
        ApplicationRejected = "application-rejected",
        /// An agreement waits for a signature.
        AgreementToSign = "agreement-to-sign",
        /// It still waits.
        AgreementReminder = "agreement-reminder",
        /// An agreement waits for the landlord's signature.
        AgreementToCountersign = "agreement-to-countersign",
        /// All have signed, for those who were asked.
        AgreementSigned = "agreement-signed",
        /// All have signed, for the landlord.
        AgreementCompleted = "agreement-completed",
        /// Somebody does not want to sign.
        AgreementDeclined = "agreement-declined",
        /// An agreement is not to be signed any more.
        AgreementVoided = "agreement-voided",
        /// A guarantee ends.
        GuaranteeEnded = "guarantee-ended",
        /// An invitation to the portal.
        PortalInvitation = "portal-invitation",
        /// A tenancy has begun.
        MovedIn = "moved-in",
        /// A document of a tenancy.
        TenancyDocumentGiven = "tenancy-document-given",
        /// Rent will be due.
        RentDue = "rent-due",
        /// A payment was received.
        RentReceived = "rent-received",
        /// Something of a tenancy was changed or taken back.
        TenancyChanged = "tenancy-changed",
        /// Rent is owed, in the landlord's words.
        RentReminder = "rent-reminder",
        /// A tenant has given notice.
        TenantGaveNotice = "tenant-gave-notice",
        /// The same, for the tenants.
        NoticeReceived = "notice-received",
        /// A tenant asks for a pet.
        PetAsked = "pet-asked",
        /// A tenant writes to the landlord.
        TenantWrote = "tenant-wrote",
        /// A tenant is reached another way.
        TenantContactChanged = "tenant-contact-changed",
        /// A tenant says whether they agree with the return of the deposit.
        DepositAnswered = "deposit-answered",
        /// Rent is late: the first reminder.
        RentLate = "rent-late",
        /// Rent is late for a week or two.
        RentArrears = "rent-arrears",
        /// The same, for the guarantor.
        RentArrearsGuarantor = "rent-arrears-guarantor",
        /// A tenant is late, for the landlord.
        RentArrearsMembers = "rent-arrears-members",
        /// A deposit is to be protected.
        DepositProtectionDue = "deposit-protection-due",
        /// A right to rent is to be checked again.
        RightToRentDue = "right-to-rent-due",
        /// A written statement of terms is to be given.
        WrittenStatementDue = "written-statement-due",
        /// A request for a pet is to be answered.
        PetAnswerDue = "pet-answer-due",
        /// There is to be an agreement with an applicant whose holding deposit was taken.
        HoldingDepositAgreementDue = "holding-deposit-agreement-due",
        /// A holding deposit is to be paid back.
        HoldingDepositReturnDue = "holding-deposit-return-due",
        /// A viewing is booked.
        ViewingBooked = "viewing-booked",
        /// A viewing has another time.
        ViewingMoved = "viewing-moved",
        /// A viewing is confirmed.
        ViewingConfirmed = "viewing-confirmed",
        /// A viewing is cancelled.
        ViewingCancelled = "viewing-cancelled",
        /// A viewing is tomorrow.
        ViewingReminder = "viewing-reminder",
        /// A viewer's answer.
        ViewingAnswered = "viewing-answered",
        /// A viewing for the calendar of who shows the home.
        ViewingHostCalendar = "viewing-host-calendar",
        /// Viewers come to somebody's home.
        ViewingTenantNotice = "viewing-tenant-notice",
        /// They come at another time.
        ViewingTenantNoticeMoved = "viewing-tenant-notice-moved",
        /// They do not come.
        ViewingTenantNoticeCancelled = "viewing-tenant-notice-cancelled",
        /// A repair was reported.
        MaintenanceReported = "maintenance-reported",
        /// A member is responsible for a repair.
        MaintenanceAssigned = "maintenance-assigned",
        /// A report was received.
        MaintenanceReceived = "maintenance-received",
        /// A repair has another status.
        MaintenanceStatusChanged = "maintenance-status-changed",
        /// The landlord commented.
        MaintenanceCommentedToTenant = "maintenance-commented-to-tenant",
        /// The tenant commented.
        MaintenanceCommentedToMembers = "maintenance-commented-to-members",
        /// Somebody comes to repair.
        MaintenanceVisit = "maintenance-visit",
        /// They come at another time.
        MaintenanceVisitMoved = "maintenance-visit-moved",
        /// They do not come.
        MaintenanceVisitCancelled = "maintenance-visit-cancelled",
        /// A repair is open again.
        MaintenanceReopened = "maintenance-reopened",
        /// The tenant says that it is fixed.
        MaintenanceConfirmed = "maintenance-confirmed",
        /// A repair is late.
        MaintenanceOverdue = "maintenance-overdue",
        /// The tenant called a repair off.
        MaintenanceWithdrawn = "maintenance-withdrawn",
        /// A contractor is asked.
        MaintenanceJobOffered = "maintenance-job-offered",
        /// The time of a job is agreed.
        MaintenanceJobAgreed = "maintenance-job-agreed",
        /// The time that a contractor proposes does not suit.
        MaintenanceJobTimeRefused = "maintenance-job-time-refused",
        /// A job is at another time.
        MaintenanceJobMoved = "maintenance-job-moved",
        /// A job is called off.
        MaintenanceJobCalledOff = "maintenance-job-called-off",
        /// A contractor answered.
        MaintenanceJobAnswered = "maintenance-job-answered",
        /// A certificate is about to expire.
        CertificateExpiring = "certificate-expiring",
        /// A certificate has expired.
        CertificateExpired = "certificate-expired",
        /// An inspection is about to fall due.
        InspectionDue = "inspection-due",
        /// An inspection was not done.
        InspectionOverdue = "inspection-overdue",
        /// A watched listing changed, or a saved search found one.
        WatchedListing = "watched-listing",
        /// Somebody joined the organisation.
        MemberJoined = "member-joined",
        /// Somebody left the organisation.
        MemberLeft = "member-left",
        /// A message did not arrive.
        DeliveryFailed = "delivery-failed",
        /// Mails wait, because their reader has had as many as there are in a day.
        MailsHeld = "mails-held",
        /// A code that shows whose a phone is.
        PhoneCode = "phone-code",
        /// A backup could not be made.
        BackupFailed = "backup-failed",
    }
}

impl Fact {
    /// The subcommand that prints the table.
    pub const COMMAND: &str = "facts";

    /// Returns its row of the table.
    #[must_use]
    pub const fn row(self) -> Row {
        table::row(self)
    }

    /// Returns whether push and text messages of it wait for the end of the quiet hours. What concerns the account's security does not.
    #[must_use]
    pub const fn waits_in_quiet_hours(self) -> bool {
        !matches!(self.row().kind, NotificationKind::Security)
    }

    /// Returns whether its mail counts among the dozen that somebody without an account gets in a day. Verification, security and signing stand
    /// outside (docs/reference/decisions.md 8).
    #[must_use]
    pub fn is_counted(self) -> bool {
        let row = self.row();
        let signing = matches!(
            self,
            Self::AgreementToSign
                | Self::AgreementReminder
                | Self::AgreementSigned
                | Self::AgreementVoided
                | Self::GuaranteeEnded
        );
        row.audience == Audience::Address && row.kind != NotificationKind::Security && !signing
    }

    /// Returns whether people cause many of its mails about one thing within minutes: after the first, those of an hour go as one.
    #[must_use]
    pub const fn is_gathered(self) -> bool {
        matches!(
            self,
            Self::MaintenanceCommentedToMembers
                | Self::MaintenanceCommentedToTenant
                | Self::DocumentAdded
        )
    }

    /// The table in Markdown, as `docs/reference/notifications.md` has it.
    #[must_use]
    pub fn table() -> String {
        let mut table = String::from(
            "| fact | what it tells | to whom | in Lintel | mail | push | SMS | switched by |\n\
             |---|---|---|---|---|---|---|---|\n",
        );
        for fact in Self::ALL {
            let row = fact.row();
            let way = |on: bool| if on { "yes" } else { "–" };
            let name = format!("`{}`", fact.as_str());
            let line = [
                name.as_str(),
                row.tells,
                row.audience.as_str(),
                way(row.ways.in_app),
                way(row.ways.mail),
                way(row.ways.push),
                way(row.ways.sms),
                row.setting.map_or("nothing", Setting::name),
            ];
            table.push_str("| ");
            table.push_str(&line.join(" | "));
            table.push_str(" |\n");
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_cannot_be_switched_off_and_does_not_wait() {
        for fact in Fact::ALL {
            let row = fact.row();
            if row.kind == NotificationKind::Security {
                assert_eq!(row.setting, None, "{}", fact.as_str());
                assert!(!fact.waits_in_quiet_hours(), "{}", fact.as_str());
            }
        }
    }

    #[test]
    fn the_page_of_notifications_has_the_table_as_it_is() {
        let page = include_str!("../../../../docs/reference/notifications.md");
        assert!(
            page.contains(&Fact::table()),
            "put what `lintel-notifications facts` prints into docs/reference/notifications.md:\n{}",
            Fact::table()
        );
    }

    #[test]
    fn whoever_has_no_account_is_told_by_mail() {
        for fact in Fact::ALL {
            let row = fact.row();
            if row.audience == Audience::Address {
                assert!(row.ways.mail, "{}", fact.as_str());
            }
        }
    }

    #[test]
    fn reminders_are_switched_by_their_settings() {
        for (fact, setting) in [
            (Fact::CertificateExpiring, Setting::CertificateExpiry),
            (Fact::CertificateExpired, Setting::CertificateExpiry),
            (Fact::InspectionDue, Setting::InspectionReminders),
            (Fact::InspectionOverdue, Setting::InspectionReminders),
            (Fact::MaintenanceReported, Setting::MaintenanceAlerts),
            (Fact::WatchedListing, Setting::Email),
            (Fact::RentDue, Setting::RentReminders),
            (Fact::RentArrearsMembers, Setting::RentReminders),
            (Fact::AgreementCompleted, Setting::Email),
        ] {
            assert_eq!(fact.row().setting, Some(setting), "{}", fact.as_str());
        }
    }

    #[test]
    fn every_reason_ends_a_sentence_and_every_fact_says_what_it_tells() {
        for fact in Fact::ALL {
            let row = fact.row();
            for text in [row.reason, row.tells] {
                assert!(!text.is_empty() && !text.contains('|'), "{}", fact.as_str());
            }
            let sentence = format!("You get this email because {}.", row.reason);
            assert!(!sentence.contains(".."), "{sentence}");
        }
    }
}
