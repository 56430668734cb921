//! Rate limits for an address, an account and an organisation. An RPC has the same limits by REST and by gRPC.
//!
//! Each replica counts its own calls. Identity counts those that protect accounts a second time, for all replicas together; what
//! one replica refuses does not reach the database.

mod left;

pub(crate) use left::{LIMIT, REMAINING, RESET, whole_seconds, with_limit_headers};

use std::{
    collections::BTreeMap,
    hash::{BuildHasher as _, Hash, RandomState},
    net::IpAddr,
    sync::Arc,
};

use governor::{
    RateLimiter,
    clock::{Clock as _, DefaultClock},
    middleware::{StateInformationMiddleware, StateSnapshot},
    state::keyed::DefaultKeyedStateStore,
};
use left::Remaining;
use lintel_core::{Error, OrganisationId, Principal, UserId};
use lintel_runtime::limits::{Guard, Quota, Quotas, network};
use lintel_telemetry::metrics;
use opentelemetry::KeyValue;

/// Counts calls of one kind by `K`.
#[derive(Debug)]
struct Limiter<K: Hash + Eq + Clone> {
    name: &'static str,
    quota: Quota,
    calls: RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock, StateInformationMiddleware>,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    fn new(name: &'static str, quota: Quota) -> Self {
        // A quota cannot have a period of zero; if it had, it would count as one nanosecond.
        let burst = governor::Quota::with_period(quota.step()).map_or_else(
            || governor::Quota::per_second(quota.limit),
            |one| one.allow_burst(quota.limit),
        );
        Self {
            name,
            quota,
            calls: RateLimiter::keyed(burst).with_middleware(),
        }
    }

    /// Counts a call by `key`, and notes for its answer what is left.
    fn count(&self, key: &K) -> Result<(), Error> {
        let limit = self.quota.limit.get();
        let counted = self.calls.check_key(key).map_err(|until| {
            metrics::RATE_LIMITED.add(1, &[KeyValue::new("lintel.limit", self.name)]);
            until.wait_time_from(DefaultClock::default().now())
        });
        let left = Remaining {
            limit,
            remaining: counted
                .as_ref()
                .map_or(0, StateSnapshot::remaining_burst_capacity),
            reset: counted.as_ref().err().copied().unwrap_or(self.quota.step()),
        };
        left.note();
        counted
            .map(|_| ())
            .map_err(|wait| Error::rate_limited(limit, wait))
    }

    fn forget_idle(&self) {
        self.calls.retain_recent();
        self.calls.shrink_to_fit();
    }
}

/// Counts calls by address, by account and by organisation; clones count together.
#[derive(Debug, Clone)]
pub struct Limits(Arc<Counters>);

#[derive(Debug)]
struct Counters {
    guards: BTreeMap<Guard, Limiter<IpAddr>>,
    address: Limiter<IpAddr>,
    account: Limiter<UserId>,
    organisation: Limiter<OrganisationId>,
    upload: Limiter<UserId>,
    link: Limiter<u64>,
    link_names: RandomState,
}

impl Limits {
    /// Nothing is counted yet.
    #[must_use]
    pub fn new(quotas: &Quotas) -> Self {
        let guards = Guard::ALL.map(|guard| {
            let limiter = Limiter::new(guard.as_str(), quotas.of_guard(guard));
            (guard, limiter)
        });
        Self(Arc::new(Counters {
            guards: guards.into(),
            address: Limiter::new("api", quotas.api),
            account: Limiter::new("account", quotas.api),
            organisation: Limiter::new("organisation", quotas.organisation),
            upload: Limiter::new("upload", quotas.upload),
            link: Limiter::new("private-link", quotas.api),
            link_names: RandomState::new(),
        }))
    }

    /// Counts a call of the RPC at `path` from `address`.
    ///
    /// # Errors
    /// `RATE_LIMITED` when the address has made too many calls.
    pub fn check(&self, path: &str, address: IpAddr) -> Result<(), Error> {
        let address = network(address);
        self.0.address.count(&address)?;
        let guard = Guard::of_path(path).and_then(|guard| self.0.guards.get(&guard));
        guard.map_or(Ok(()), |guard| guard.count(&address))
    }

    /// Counts a call by `caller` from any address. An account has the same limit as an address, and its organisation, with all
    /// members and API keys, has one of its own.
    ///
    /// # Errors
    /// `RATE_LIMITED` when the account or the organisation has made too many calls.
    pub fn check_caller(&self, caller: &Principal) -> Result<(), Error> {
        self.0.account.count(&caller.user)?;
        let membership = caller.membership;
        membership.map_or(Ok(()), |it| self.0.organisation.count(&it.organisation))
    }

    /// Counts an upload by `user`.
    ///
    /// # Errors
    /// `RATE_LIMITED` when the account has sent too many files.
    pub fn check_upload(&self, user: UserId) -> Result<(), Error> {
        self.0.upload.count(&user)
    }

    /// Counts a call by the private link with `token` from any address. A link has the same limit as an account.
    ///
    /// # Errors
    /// `RATE_LIMITED` when the link was used too often.
    pub fn check_link(&self, token: &str) -> Result<(), Error> {
        // Tokens themselves are not kept.
        self.0.link.count(&self.0.link_names.hash_one(token))
    }

    /// Drops the counts without recent calls, so that strangers cannot fill the memory.
    pub fn forget_idle(&self) {
        self.0.guards.values().for_each(Limiter::forget_idle);
        self.0.address.forget_idle();
        self.0.account.forget_idle();
        self.0.organisation.forget_idle();
        self.0.upload.forget_idle();
        self.0.link.forget_idle();
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::{num::NonZeroU32, time::Duration};

    use lintel_proto::{
        Rpc as _,
        identity::v1::{LoginRequest, VerifyEmailByCodeRequest, VerifyEmailRequest},
        portfolio::v1::GetPropertyRequest,
    };
    use lintel_testkit::tokens::landlord;

    use super::*;

    fn quota(limit: u32) -> Quota {
        Quota::per_minute(NonZeroU32::new(limit).unwrap())
    }

    /// Wide limits, for a test to narrow.
    fn wide() -> Quotas {
        let many = quota(1000);
        Quotas {
            login: many,
            signup: many,
            code: many,
            link: many,
            resend: many,
            forgot: many,
            key: many,
            draft: many,
            submit: many,
            api: many,
            organisation: many,
            upload: many,
            mails: NonZeroU32::MAX,
            mails_of_sender: NonZeroU32::MAX,
            failing_addresses: NonZeroU32::MAX,
        }
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// The limit and the wait of a refusal.
    fn refusal(answer: Result<(), Error>) -> (u32, Duration) {
        match answer {
            Err(Error::Exhausted {
                reason: "RATE_LIMITED",
                limit,
                retry_after,
                ..
            }) => (limit, retry_after),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_account_sends_so_many_files_wherever_it_is() {
        let limits = Limits::new(&Quotas {
            upload: quota(2),
            ..wide()
        });
        let (one, other) = (UserId::new(1), UserId::new(2));
        assert!(limits.check_upload(one).is_ok() && limits.check_upload(one).is_ok());
        assert_eq!(refusal(limits.check_upload(one)).0, 2);
        assert!(limits.check_upload(other).is_ok());
    }

    #[test]
    fn a_private_link_is_used_so_often_wherever_it_is() {
        let limits = Limits::new(&Quotas {
            api: quota(2),
            ..wide()
        });
        assert!(limits.check_link("one").is_ok() && limits.check_link("one").is_ok());
        assert_eq!(refusal(limits.check_link("one")).0, 2);
        assert!(limits.check_link("another").is_ok());
    }

    #[test]
    fn an_account_makes_so_many_calls_wherever_it_is() {
        let limits = Limits::new(&Quotas {
            api: quota(2),
            ..wide()
        });
        let (one, other) = (landlord(1, 1), landlord(2, 1));
        assert!(limits.check_caller(&one).is_ok() && limits.check_caller(&one).is_ok());
        assert_eq!(refusal(limits.check_caller(&one)).0, 2);
        assert!(limits.check_caller(&other).is_ok());
    }

    #[test]
    fn an_organisation_makes_so_many_calls_whoever_of_it_makes_them() {
        let limits = Limits::new(&Quotas {
            organisation: quota(2),
            ..wide()
        });
        let (ada, ben, elsewhere) = (landlord(1, 1), landlord(2, 1), landlord(2, 7));
        assert!(limits.check_caller(&ada).is_ok() && limits.check_caller(&ben).is_ok());
        assert_eq!(refusal(limits.check_caller(&ben)).0, 2);
        assert!(limits.check_caller(&elsewhere).is_ok());
        let nowhere = Principal {
            membership: None,
            ..ada
        };
        assert!(limits.check_caller(&nowhere).is_ok());
    }

    #[test]
    fn one_address_used_up_its_limit_and_another_did_not() {
        let limits = Limits::new(&Quotas {
            login: quota(2),
            ..wide()
        });
        let here = address("192.0.2.1");
        assert!(limits.check(LoginRequest::PATH, here).is_ok());
        assert!(limits.check(LoginRequest::PATH, here).is_ok());
        let (limit, wait) = refusal(limits.check(LoginRequest::PATH, here));
        assert_eq!(limit, 2);
        assert!(
            wait > Duration::ZERO && wait <= Duration::from_secs(30),
            "{wait:?}"
        );
        assert!(limits.check(GetPropertyRequest::PATH, here).is_ok());
        assert!(
            limits
                .check(LoginRequest::PATH, address("192.0.2.2"))
                .is_ok()
        );
    }

    #[test]
    fn codes_and_links_have_limits_of_their_own() {
        let limits = Limits::new(&Quotas {
            code: quota(1),
            ..wide()
        });
        let here = address("192.0.2.1");
        assert!(limits.check(VerifyEmailByCodeRequest::PATH, here).is_ok());
        assert!(limits.check(VerifyEmailByCodeRequest::PATH, here).is_err());
        assert!(limits.check(VerifyEmailRequest::PATH, here).is_ok());
    }

    #[test]
    fn all_calls_together_have_a_limit() {
        let limits = Limits::new(&Quotas {
            api: quota(3),
            ..wide()
        });
        let here = address("192.0.2.1");
        for _ in 0..3 {
            assert!(limits.check(GetPropertyRequest::PATH, here).is_ok());
        }
        assert!(limits.check(GetPropertyRequest::PATH, here).is_err());
        assert!(limits.check(LoginRequest::PATH, here).is_err());
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one() {
        let limits = Limits::new(&Quotas {
            login: quota(1),
            ..wide()
        });
        let login = |from: &str| limits.check(LoginRequest::PATH, address(from));
        assert!(login("2001:db8::1").is_ok() && login("2001:db8::ffff").is_err());
        assert!(login("2001:db8:0:1::1").is_ok());
        assert!(login("192.0.2.1").is_ok() && login("::ffff:192.0.2.1").is_err());
    }
}
