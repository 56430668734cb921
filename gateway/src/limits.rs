//! How often one address may ask: for everything together, and less for what can be guessed or hashes a password. The same
//! RPC has the same limit at either door.

use std::{net::IpAddr, num::NonZeroU32, sync::Arc, time::Duration};

use governor::{
    Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
    state::keyed::DefaultKeyedStateStore,
};
use lintel_telemetry::metrics;
use opentelemetry::KeyValue;

use crate::rpc::{Login, ResendVerification, Rpc as _, SignUp, VerifyEmail, VerifyEmailByCode};

type Limiter = RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock>;

/// How many calls each kind allows to one address.
#[derive(Debug, Clone, Copy)]
pub struct Quotas {
    /// Log-ins a minute.
    pub login_per_minute: NonZeroU32,
    /// Sign-ups an hour.
    pub signup_per_hour: NonZeroU32,
    /// Links and codes tried an hour.
    pub code_per_hour: NonZeroU32,
    /// Mails asked for again an hour.
    pub resend_per_hour: NonZeroU32,
    /// Calls a minute of every kind together.
    pub api_per_minute: NonZeroU32,
}

/// Counts calls by address.
#[derive(Debug, Clone)]
pub struct Limits {
    login: Arc<Limiter>,
    signup: Arc<Limiter>,
    code: Arc<Limiter>,
    resend: Arc<Limiter>,
    api: Arc<Limiter>,
}

impl Limits {
    /// Nobody has asked yet.
    #[must_use]
    pub fn new(quotas: &Quotas) -> Self {
        let keyed = |quota| Arc::new(RateLimiter::keyed(quota));
        Self {
            login: keyed(Quota::per_minute(quotas.login_per_minute)),
            signup: keyed(Quota::per_hour(quotas.signup_per_hour)),
            code: keyed(Quota::per_hour(quotas.code_per_hour)),
            resend: keyed(Quota::per_hour(quotas.resend_per_hour)),
            api: keyed(Quota::per_minute(quotas.api_per_minute)),
        }
    }

    /// Counts a call of the RPC at `path` from `address`.
    ///
    /// # Errors
    /// How long to wait when the address has asked too often.
    pub fn check(&self, path: &str, address: IpAddr) -> Result<(), Duration> {
        check("api", &self.api, address)?;
        match path {
            Login::PATH => check("login", &self.login, address),
            SignUp::PATH => check("signup", &self.signup, address),
            VerifyEmail::PATH | VerifyEmailByCode::PATH => check("code", &self.code, address),
            ResendVerification::PATH => check("resend", &self.resend, address),
            _ => Ok(()),
        }
    }

    /// Forgets addresses that have been quiet, so that strangers cannot fill the memory.
    pub fn forget_idle(&self) {
        for limiter in [
            &self.login,
            &self.signup,
            &self.code,
            &self.resend,
            &self.api,
        ] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

fn check(limit: &'static str, limiter: &Limiter, address: IpAddr) -> Result<(), Duration> {
    limiter.check_key(&network(address)).map_err(|until| {
        metrics::RATE_LIMITED.add(1, &[KeyValue::new("lintel.limit", limit)]);
        until.wait_time_from(DefaultClock::default().now())
    })
}

/// One household or server holds a whole /64 of IPv6 addresses; counting each would be no limit.
fn network(address: IpAddr) -> IpAddr {
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
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::rpc::GetProperty;

    fn limits(login: u32, api: u32) -> Limits {
        let many = NonZeroU32::new(1000).unwrap();
        Limits::new(&Quotas {
            login_per_minute: NonZeroU32::new(login).unwrap(),
            signup_per_hour: many,
            code_per_hour: many,
            resend_per_hour: many,
            api_per_minute: NonZeroU32::new(api).unwrap(),
        })
    }

    #[test]
    fn one_address_used_up_its_limit_and_another_did_not() {
        let limits = limits(2, 100);
        let here: IpAddr = "192.0.2.1".parse().unwrap();
        assert!(limits.check(Login::PATH, here).is_ok());
        assert!(limits.check(Login::PATH, here).is_ok());
        let wait = limits.check(Login::PATH, here).unwrap_err();
        assert!(
            wait > Duration::ZERO && wait <= Duration::from_secs(30),
            "{wait:?}"
        );
        assert!(limits.check(GetProperty::PATH, here).is_ok());
        assert!(
            limits
                .check(Login::PATH, "192.0.2.2".parse().unwrap())
                .is_ok()
        );
    }

    #[test]
    fn all_calls_together_have_a_limit() {
        let limits = limits(100, 3);
        let here: IpAddr = "192.0.2.1".parse().unwrap();
        for _ in 0..3 {
            assert!(limits.check(GetProperty::PATH, here).is_ok());
        }
        assert!(limits.check(GetProperty::PATH, here).is_err());
        assert!(limits.check(Login::PATH, here).is_err());
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one() {
        let limits = limits(1, 100);
        assert!(
            limits
                .check(Login::PATH, "2001:db8::1".parse().unwrap())
                .is_ok()
        );
        assert!(
            limits
                .check(Login::PATH, "2001:db8::ffff".parse().unwrap())
                .is_err()
        );
        assert!(
            limits
                .check(Login::PATH, "2001:db8:0:1::1".parse().unwrap())
                .is_ok()
        );
        assert!(
            limits
                .check(Login::PATH, "192.0.2.1".parse().unwrap())
                .is_ok()
        );
        assert!(
            limits
                .check(Login::PATH, "::ffff:192.0.2.1".parse().unwrap())
                .is_err()
        );
    }
}
