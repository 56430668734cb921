//! The limits of requests, and the calls that are limited to protect accounts. Gateway and identity use the same
//! numbers: each gateway counts ordinary requests for itself; identity counts the calls that protect accounts, for all
//! gateways together.

use std::{net::IpAddr, num::NonZeroU32, time::Duration};

use crate::{ConfigError, Profile, SharedConfig};

mod stored;

pub use stored::Stored;

/// In dev every limit is multiplied by this, so that limits are still exercised.
const DEV: u32 = 100;
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

/// A number of requests in a period: all of them may come at once; after that, one for each equal part of the period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// The number of requests.
    pub limit: NonZeroU32,
    /// In which time.
    pub per: Duration,
}

impl Quota {
    /// `limit` in a minute.
    #[must_use]
    pub const fn per_minute(limit: NonZeroU32) -> Self {
        Self { limit, per: MINUTE }
    }

    /// `limit` in an hour.
    #[must_use]
    pub const fn per_hour(limit: NonZeroU32) -> Self {
        Self { limit, per: HOUR }
    }

    /// The quota divided by `times`, but at least one.
    #[must_use]
    pub fn tightened(self, times: u32) -> Self {
        let limit = NonZeroU32::new(self.limit.get() / times).unwrap_or(NonZeroU32::MIN);
        Self { limit, ..self }
    }

    /// The time after which one more request is allowed.
    #[must_use]
    pub fn step(&self) -> Duration {
        self.per / self.limit.get()
    }
}

/// Calls that allow guessing, or that cost a hash or a mail: without a sign-in they are allowed only so often, across all
/// replicas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Guard {
    /// Passwords and codes of the second factor.
    Login,
    /// New accounts.
    SignUp,
    /// Codes that are short enough to be tried out.
    Code,
    /// Links from mails.
    Link,
    /// Verification mails asked for again.
    Resend,
    /// Links for a forgotten password.
    Forgot,
    /// API keys that do not exist.
    ApiKey,
    /// Half-filled applications that are kept.
    Draft,
    /// Applications that are sent, and what is added to them or mailed by a link.
    Submit,
}

impl Guard {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Login,
        Self::SignUp,
        Self::Code,
        Self::Link,
        Self::Resend,
        Self::Forgot,
        Self::ApiKey,
        Self::Draft,
        Self::Submit,
    ];

    /// The limit that applies to the RPC at `path`; `None` where there is none. A wrong API key can come with any call, so
    /// it is counted where it is found to be wrong.
    #[must_use]
    pub fn of_path(path: &str) -> Option<Self> {
        if let Some(name) = path.strip_prefix("/lintel.tenancy.v1.") {
            return Self::of_tenancy(name);
        }
        let by_link = [
            "/lintel.viewings.v1.ViewerService/AnswerViewing",
            "/lintel.maintenance.v1.JobService/AcceptJob",
            "/lintel.maintenance.v1.JobService/ProposeJobTime",
            "/lintel.maintenance.v1.JobService/DeclineJob",
            "/lintel.maintenance.v1.JobService/FinishJob",
            "/lintel.maintenance.v1.JobService/RemoveJobFile",
            "/lintel.notifications.v1.UnsubscribeService/Unsubscribe",
        ];
        if by_link.contains(&path) {
            return Some(Self::Link);
        }
        if path == "/lintel.maintenance.v1.JobService/AddJobFile" {
            return Some(Self::Submit);
        }
        Some(match path.strip_prefix("/lintel.identity.v1.")? {
            "SessionService/Login" | "SessionService/VerifyLogin" => Self::Login,
            "AccountService/SignUp" => Self::SignUp,
            "AccountService/VerifyEmailByCode" => Self::Code,
            "AccountService/VerifyEmail"
            | "PasswordService/ResetPassword"
            | "InvitationService/PreviewInvitation"
            | "InvitationService/AcceptInvitation"
            | "EmailChangeService/ConfirmEmailChange" => Self::Link,
            "AccountService/ResendVerification" => Self::Resend,
            "PasswordService/RequestPasswordReset" => Self::Forgot,
            _ => return None,
        })
    }

    /// The same for the service of tenancies and applications, whose calls gateways count each for itself.
    fn of_tenancy(name: &str) -> Option<Self> {
        Some(match name {
            "InviteService/SaveDraft" => Self::Draft,
            "InviteService/MailDraft"
            | "InviteService/SubmitSignup"
            | "ApplicantService/NameOwnReferee"
            | "ApplicantService/RemindOwnReferee"
            | "ApplicantService/AddOwnDocument" => Self::Submit,
            "SigningService/SignAgreementByLink"
            | "SigningService/DeclineAgreementByLink"
            | "SigningService/RenewAgreementLink"
            | "ApplicantService/RenewOwnLink"
            | "ApplicantService/WithdrawOwnApplication"
            | "ApplicantService/RemoveOwnDocument"
            | "InviteService/ContinueDraft"
            | "ReferenceService/GiveGuarantorReference"
            | "ReferenceService/DeclineGuarantorReference"
            | "ReferenceService/GiveEmployerReference"
            | "ReferenceService/DeclineEmployerReference" => Self::Link,
            _ => return None,
        })
    }

    /// Its name in metrics and tables.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::SignUp => "signup",
            Self::Code => "code",
            Self::Link => "link",
            Self::Resend => "resend",
            Self::Forgot => "forgot",
            Self::ApiKey => "key",
            Self::Draft => "draft",
            Self::Submit => "submit",
        }
    }
}

/// Every limit.
#[derive(Debug, Clone, Copy)]
pub struct Quotas {
    /// See [`Guard::Login`]; for one network address, as for all guards.
    pub login: Quota,
    /// See [`Guard::SignUp`].
    pub signup: Quota,
    /// See [`Guard::Code`].
    pub code: Quota,
    /// See [`Guard::Link`].
    pub link: Quota,
    /// See [`Guard::Resend`].
    pub resend: Quota,
    /// See [`Guard::Forgot`].
    pub forgot: Quota,
    /// See [`Guard::ApiKey`].
    pub key: Quota,
    /// See [`Guard::Draft`].
    pub draft: Quota,
    /// See [`Guard::Submit`].
    pub submit: Quota,
    /// All calls together: for one network address, and for one account from any address.
    pub api: Quota,
    /// Calls of all members and keys of one organisation.
    pub organisation: Quota,
    /// Uploaded files, for one account from any address.
    pub upload: Quota,
    /// Mails that somebody without an account gets in a day (docs/reference/decisions.md 8).
    pub mails: NonZeroU32,
    /// The mails of them that one organisation or account causes.
    pub mails_of_sender: NonZeroU32,
    /// The number of addresses with failed sign-ins within ten minutes at which fewer sign-ins are allowed for everyone.
    pub failing_addresses: NonZeroU32,
}

impl Quotas {
    /// The limits: what the operator set, else the profile's (docs/reference/decisions.md 2, docs/reference/promises.md 3.4).
    ///
    /// # Errors
    /// [`ConfigError`] naming a limit of 0, which would refuse every request.
    pub fn of(shared: &SharedConfig) -> Result<Self, ConfigError> {
        let factor = match shared.profile {
            Profile::Production => 1,
            Profile::Dev => DEV,
        };
        let limit = |key: &str, set: Option<u32>, usual: u32| {
            NonZeroU32::new(set.unwrap_or(usual * factor)).ok_or_else(|| {
                ConfigError::new(format!("LINTEL_LIMIT_{key}"), "a limit is at least 1")
            })
        };
        let minute = |key: &str, set, usual| limit(key, set, usual).map(Quota::per_minute);
        let hour = |key: &str, set, usual| limit(key, set, usual).map(Quota::per_hour);
        let organisation = shared.limit_organisation_per_minute;
        let of_sender = shared.limit_mails_per_day_of_sender;
        Ok(Self {
            login: minute("LOGIN_PER_MINUTE", shared.limit_login_per_minute, 30)?,
            signup: hour("SIGNUP_PER_HOUR", shared.limit_signup_per_hour, 20)?,
            code: hour("CODE_PER_HOUR", shared.limit_code_per_hour, 10)?,
            link: hour("LINK_PER_HOUR", shared.limit_link_per_hour, 20)?,
            resend: hour("RESEND_PER_HOUR", shared.limit_resend_per_hour, 5)?,
            forgot: hour("FORGOT_PER_HOUR", shared.limit_forgot_per_hour, 5)?,
            key: hour("KEY_PER_HOUR", shared.limit_key_per_hour, 20)?,
            draft: minute("DRAFT_PER_MINUTE", shared.limit_draft_per_minute, 60)?,
            submit: hour("SUBMIT_PER_HOUR", shared.limit_submit_per_hour, 60)?,
            api: minute("API_PER_MINUTE", shared.limit_api_per_minute, 600)?,
            organisation: minute("ORGANISATION_PER_MINUTE", organisation, 3000)?,
            upload: hour("UPLOAD_PER_HOUR", shared.limit_upload_per_hour, 60)?,
            mails: limit("MAILS_PER_DAY", shared.limit_mails_per_day, 12)?,
            mails_of_sender: limit("MAILS_PER_DAY_OF_SENDER", of_sender, 6)?,
            failing_addresses: limit("FAILING_ADDRESSES", shared.limit_failing_addresses, 200)?,
        })
    }

    /// The limit of a guard.
    #[must_use]
    pub const fn of_guard(&self, guard: Guard) -> Quota {
        match guard {
            Guard::Login => self.login,
            Guard::SignUp => self.signup,
            Guard::Code => self.code,
            Guard::Link => self.link,
            Guard::Resend => self.resend,
            Guard::Forgot => self.forgot,
            Guard::ApiKey => self.key,
            Guard::Draft => self.draft,
            Guard::Submit => self.submit,
        }
    }
}

/// The part of an address that is counted: one household or server has a whole /64 of IPv6 addresses, so counting single
/// ones would limit nothing.
#[must_use]
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use lintel_auth::{AccessRules, CallAudience};
    use serde_json::json;

    use super::*;

    #[test]
    fn production_has_the_decided_limits_and_dev_a_hundred_times_those() -> anyhow::Result<()> {
        let quotas = |profile: &str| {
            let values = json!({"profile": profile, "mail": "off"});
            Quotas::of(&SharedConfig::defaults_with(values)?)
        };
        let (production, dev) = (quotas("production")?, quotas("dev")?);
        for (guard, limit, per) in [
            (Guard::Login, 30, MINUTE),
            (Guard::SignUp, 20, HOUR),
            (Guard::Code, 10, HOUR),
            (Guard::Link, 20, HOUR),
            (Guard::Resend, 5, HOUR),
            (Guard::Forgot, 5, HOUR),
            (Guard::ApiKey, 20, HOUR),
            (Guard::Draft, 60, MINUTE),
            (Guard::Submit, 60, HOUR),
        ] {
            let quota = production.of_guard(guard);
            assert_eq!((quota.limit.get(), quota.per), (limit, per), "{guard:?}");
            assert_eq!(dev.of_guard(guard).limit.get(), limit * DEV, "{guard:?}");
        }
        assert_eq!(production.api.limit.get(), 600);
        assert_eq!(production.organisation.limit.get(), 3000);
        assert_eq!(production.upload.limit.get(), 60);
        let mails = (production.mails.get(), production.mails_of_sender.get());
        assert_eq!(mails, (12, 6));
        assert_eq!(production.failing_addresses.get(), 200);
        assert_eq!(dev.failing_addresses.get(), 20_000);
        Ok(())
    }

    #[test]
    fn a_tightened_limit_is_so_many_times_smaller_and_still_lets_one_through() {
        for (limit, tightened) in [(30, 7), (4, 1), (1, 1)] {
            let limit = NonZeroU32::MIN.saturating_add(limit - 1);
            let quota = Quota::per_minute(limit).tightened(4);
            assert_eq!((quota.limit.get(), quota.per), (tightened, MINUTE));
        }
    }

    #[test]
    fn a_limit_of_nothing_is_refused_by_its_name() -> anyhow::Result<()> {
        let values = json!({"profile": "dev", "limit_link_per_hour": 0});
        let refused = Quotas::of(&SharedConfig::defaults_with(values)?).err();
        let key = refused.map(|error| error.key);
        assert_eq!(key.as_deref(), Some("LINTEL_LIMIT_LINK_PER_HOUR"));
        Ok(())
    }

    /// Calls that need no sign-in and no limit: each needs a token or a signature that cannot be guessed. A relay reports what came back
    /// from one address, in bursts.
    const NOT_GUARDED: [&str; 4] = [
        "/lintel.identity.v1.SessionService/RefreshSession",
        "/lintel.identity.v1.SessionService/Logout",
        "/lintel.notifications.v1.ReceiptService/ReportMail",
        "/lintel.notifications.v1.ReceiptService/ReportSms",
    ];

    #[test]
    fn whatever_strangers_may_change_is_guarded() -> anyhow::Result<()> {
        let rules = AccessRules::from_contract()?;
        for (path, rule) in rules.iter() {
            let open = matches!(rule.audience, CallAudience::Public) && rule.writes;
            let guarded = Guard::of_path(path).is_some() || NOT_GUARDED.contains(&path);
            assert!(
                !open || guarded,
                "{path} is open to strangers and not guarded"
            );
        }
        let guarded = rules
            .iter()
            .filter(|(path, _)| Guard::of_path(path).is_some());
        assert_eq!(guarded.count(), 36, "every path is one of the contract");
        Ok(())
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one() -> anyhow::Result<()> {
        for (address, counted) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8::ffff", "2001:db8::"),
            ("2001:db8:0:1::1", "2001:db8:0:1::"),
        ] {
            assert_eq!(network(address.parse()?).to_string(), counted);
        }
        Ok(())
    }
}
