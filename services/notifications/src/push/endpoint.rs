//! Where a push message may go. The address comes from a browser, and this service connects to it.

use std::{net::IpAddr, sync::Arc};

use lintel_outbound::{digits, is_public};
use url::Url;

/// The longest endpoint; browsers' have a few hundred characters.
const LONGEST: usize = 2048;

/// The address is none of a push service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the address is none of a push service that is allowed")]
pub struct EndpointError;

/// The hosts that push messages may be sent to.
#[derive(Debug, Clone, Default)]
pub struct PushHosts {
    allowed: Arc<[String]>,
    private: Arc<[String]>,
}

impl PushHosts {
    /// `allowed` names hosts, `*.example.com` all below one, and `*` every host; whatever it is, only addresses of the internet are
    /// connected to, over https. `private` names hosts of the operator's own network, which may have any address and speak http.
    #[must_use]
    pub fn new(allowed: &[String], private: &[String]) -> Self {
        let lower = |hosts: &[String]| hosts.iter().map(|host| host.to_lowercase()).collect();
        Self {
            allowed: lower(allowed),
            private: lower(private),
        }
    }

    fn allows(&self, host: &str) -> bool {
        self.allowed
            .iter()
            .any(|allowed| match allowed.strip_prefix('*') {
                Some("") => true,
                Some(below) => host.len() > below.len() && host.ends_with(below),
                None => allowed == host,
            })
    }

    fn is_private(&self, host: &str) -> bool {
        self.private.iter().any(|private| private == host)
    }

    /// Returns whether `host` may be connected to at `address`.
    #[must_use]
    pub fn judges(&self, host: &str, address: IpAddr) -> bool {
        self.is_private(host) || is_public(address)
    }
}

/// Where a browser's push service takes messages. Secret: who knows it may send there.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint(Url);

impl Endpoint {
    /// Takes an address of a host that is allowed.
    ///
    /// # Errors
    /// [`EndpointError`].
    pub fn parse(text: &str, hosts: &PushHosts) -> Result<Self, EndpointError> {
        if text.len() > LONGEST {
            return Err(EndpointError);
        }
        let url = Url::parse(text).map_err(|_| EndpointError)?;
        let host = url.host_str().ok_or(EndpointError)?;
        let private = hosts.is_private(host);
        let scheme = url.scheme() == "https" || private && url.scheme() == "http";
        let plain =
            url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        let inside = digits(&url).is_some_and(|address| !hosts.judges(host, address));
        if !scheme || !plain || inside || !(private || hosts.allows(host)) {
            return Err(EndpointError);
        }
        Ok(Self(url))
    }

    /// The address.
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.0
    }

    /// The push service, as a token names it.
    #[must_use]
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Endpoint")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(allowed: &[&str], private: &[&str]) -> PushHosts {
        let owned = |hosts: &[&str]| -> Vec<String> {
            hosts.iter().map(|host| (*host).to_owned()).collect()
        };
        PushHosts::new(&owned(allowed), &owned(private))
    }

    #[test]
    fn only_https_to_a_push_service_of_the_list() {
        let hosts = hosts(&["fcm.googleapis.com", "*.push.apple.com"], &[]);
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://FCM.googleapis.com/x",
            "https://web.push.apple.com/QO",
            "https://fcm.googleapis.com:8443/x",
        ] {
            assert!(Endpoint::parse(good, &hosts).is_ok(), "{good}");
        }
        for bad in [
            "",
            "nonsense",
            "http://fcm.googleapis.com/x",
            "ftp://fcm.googleapis.com/x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://fcm.googleapis.com@evil.example/x",
            "https://user:word@fcm.googleapis.com/x",
            "https://push.apple.com/x",
            "https://evilpush.apple.com.example/x",
            "https://127.0.0.1/x",
            "https://fcm.googleapis.com/x#y",
            &format!("https://fcm.googleapis.com/{}", "x".repeat(LONGEST)),
        ] {
            assert_eq!(Endpoint::parse(bad, &hosts), Err(EndpointError), "{bad}");
        }
    }

    #[test]
    fn every_host_never_means_those_inside() {
        let open = hosts(&["*"], &[]);
        assert!(Endpoint::parse("https://push.example/x", &open).is_ok());
        for inside in [
            "https://127.0.0.1/x",
            "https://2130706433/x",
            "https://[::1]/x",
            "https://[::ffff:10.0.0.1]/x",
            "https://169.254.169.254/latest",
            "http://push.example/x",
        ] {
            assert_eq!(
                Endpoint::parse(inside, &open),
                Err(EndpointError),
                "{inside}"
            );
        }
        assert!(!open.judges("push.example", IpAddr::from([10, 0, 0, 1])));
        let own = hosts(&[], &["127.0.0.1", "push.internal"]);
        assert!(Endpoint::parse("http://127.0.0.1:8000/x", &own).is_ok());
        assert!(own.judges("push.internal", IpAddr::from([10, 0, 0, 1])));
        assert!(Endpoint::parse("http://127.0.0.2:8000/x", &own).is_err());
    }

    #[test]
    fn a_token_names_scheme_host_and_port() {
        let open = hosts(&["*"], &[]);
        for (endpoint, origin) in [
            ("https://push.example/a/b?c", "https://push.example"),
            ("https://push.example:8443/a", "https://push.example:8443"),
        ] {
            let made = Endpoint::parse(endpoint, &open).map(|endpoint| endpoint.origin());
            assert_eq!(made.as_deref(), Ok(origin));
        }
    }
}
