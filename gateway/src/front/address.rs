//! The address for which a request is counted.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::ConnectInfo;
use http::{Extensions, HeaderMap};
use tonic::metadata::AsciiMetadataValue;

/// The metadata with the caller's address for services; the same metadata from a client is dropped.
pub const CLIENT_ADDRESS: &str = "x-lintel-client-address";

/// The metadata with the caller's browser, as it calls itself, for what is kept as evidence.
pub const CLIENT_BROWSER: &str = "x-lintel-client-browser";
/// The longest browser's name that is passed on, in bytes.
const LONGEST_BROWSER: usize = 400;

/// Returns the name that the caller's browser sends; `None` for one that sends no name, or nothing that a header may
/// hold.
#[must_use]
pub fn browser(headers: &HeaderMap) -> Option<AsciiMetadataValue> {
    let told = headers.get(http::header::USER_AGENT)?.as_bytes();
    AsciiMetadataValue::try_from(&told[..told.len().min(LONGEST_BROWSER)]).ok()
}

/// A network of our own proxies: `10.0.0.0/8`, or one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    base: IpAddr,
    bits: u8,
}

impl std::str::FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refusal = || format!("{text:?} is no network such as 10.0.0.0/8");
        let (base, bits) = match text.split_once('/') {
            Some((base, bits)) => (base, Some(bits.parse::<u8>().map_err(|_| refusal())?)),
            None => (text, None),
        };
        let base: IpAddr = base.parse().map_err(|_| refusal())?;
        let width = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(width);
        if bits > width {
            return Err(refusal());
        }
        Ok(Self { base, bits })
    }
}

impl Network {
    fn contains(self, address: IpAddr) -> bool {
        let shift = |width: u8| u32::from(width - self.bits);
        match (self.base, address) {
            (IpAddr::V4(base), IpAddr::V4(address)) => {
                let differing = base.to_bits() ^ address.to_bits();
                differing.checked_shr(shift(32)).unwrap_or(0) == 0
            }
            (IpAddr::V6(base), IpAddr::V6(address)) => {
                let differing = base.to_bits() ^ address.to_bits();
                differing.checked_shr(shift(128)).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

/// Finds the address of a caller. `X-Forwarded-For` counts only from our own proxies, and of it the rightmost address that is not
/// one of them: anybody can write what stands left of that.
#[derive(Debug, Clone, Default)]
pub struct Addresses {
    proxies: Vec<Network>,
}

impl Addresses {
    /// Makes the finder for these networks of proxies.
    #[must_use]
    pub const fn new(proxies: Vec<Network>) -> Self {
        Self { proxies }
    }

    /// The address for which a request is counted.
    #[must_use]
    pub fn of(&self, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
        let peer = extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip())
            .to_canonical();
        if !self.is_ours(peer) {
            return peer;
        }
        let mut nearest = peer;
        for value in headers.get_all("x-forwarded-for").iter().rev() {
            for hop in value.to_str().unwrap_or_default().rsplit(',') {
                let Some(address) = hop.trim().parse::<IpAddr>().ok() else {
                    return nearest;
                };
                nearest = address.to_canonical();
                if !self.is_ours(nearest) {
                    return nearest;
                }
            }
        }
        nearest
    }

    fn is_ours(&self, address: IpAddr) -> bool {
        self.proxies.iter().any(|network| network.contains(address))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn find(proxies: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let proxies = proxies
            .iter()
            .map(|network| network.parse().unwrap())
            .collect();
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let mut extensions = Extensions::new();
        let peer: IpAddr = peer.parse().unwrap();
        extensions.insert(ConnectInfo(SocketAddr::new(peer, 1)));
        Addresses::new(proxies)
            .of(&headers, &extensions)
            .to_string()
    }

    #[test]
    fn a_stranger_cannot_choose_its_address() {
        assert_eq!(find(&[], "192.0.2.9", &["1.2.3.4"]), "192.0.2.9");
        assert_eq!(
            find(&["10.0.0.0/8"], "192.0.2.9", &["1.2.3.4"]),
            "192.0.2.9"
        );
    }

    #[test]
    fn behind_our_proxies_the_rightmost_stranger_counts() {
        let ours = ["10.0.0.0/8", "fd00::/8"];
        for (forwarded, expected) in [
            (&["1.1.1.1, 203.0.113.5, 10.0.0.7"][..], "203.0.113.5"),
            (
                &["1.1.1.1", "203.0.113.5", "10.0.0.7, fd00::1"][..],
                "203.0.113.5",
            ),
            (&["203.0.113.5"][..], "203.0.113.5"),
            (&["203.0.113.5, nonsense"][..], "10.0.0.1"),
            (&[][..], "10.0.0.1"),
            (&["10.0.0.9"][..], "10.0.0.9"),
        ] {
            assert_eq!(
                find(&ours, "10.0.0.1", forwarded),
                expected,
                "{forwarded:?}"
            );
        }
    }

    #[test]
    fn networks_are_read_strictly() {
        for bad in ["", "10.0.0.0/33", "::/129", "10.0.0/8", "10.0.0.0/x"] {
            assert!(bad.parse::<Network>().is_err(), "{bad}");
        }
        let all: Network = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains("203.0.113.5".parse().unwrap()));
        assert!(!all.contains("2001:db8::1".parse().unwrap()));
        let one: Network = "127.0.0.1".parse().unwrap();
        assert!(one.contains("127.0.0.1".parse().unwrap()));
        assert!(!one.contains("127.0.0.2".parse().unwrap()));
    }
}
