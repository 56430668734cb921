//! Where a service's replicas are.

use std::{collections::BTreeSet, net::SocketAddr};

use http::Uri;
use tonic::transport::Endpoint;

/// Why a text is not the address of a service.
#[derive(Debug, thiserror::Error)]
#[error("\"{0}\" is no address; write http://host:port, several with commas between them")]
pub struct NoAddress(String);

/// A URL whose host may be a name that stands for several replicas.
#[derive(Debug, Clone)]
pub struct Address {
    uri: Uri,
    host: String,
    port: u16,
}

impl Address {
    /// Reads `http://host:port`.
    pub fn parse(text: &str) -> Result<Self, NoAddress> {
        let wrong = || NoAddress(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        if uri.scheme_str() != Some("http") {
            return Err(wrong());
        }
        let host = uri.host().ok_or_else(wrong)?;
        Ok(Self {
            // An IPv6 address is written in brackets in a URL, and without them elsewhere.
            host: host.trim_matches(['[', ']']).to_owned(),
            port: uri.port_u16().unwrap_or(80),
            uri,
        })
    }

    /// Whether it is an IP address, which needs no lookup.
    pub fn is_literal(&self) -> bool {
        self.host.parse::<std::net::IpAddr>().is_ok()
    }

    /// The endpoint that looks up the name each time it connects.
    pub fn endpoint(&self) -> Endpoint {
        Endpoint::from(self.uri.clone())
    }

    /// The endpoint of one replica; requests still carry the host name.
    pub fn endpoint_of(&self, replica: SocketAddr) -> Option<Endpoint> {
        let endpoint = Endpoint::from_shared(format!("http://{replica}")).ok()?;
        Some(endpoint.origin(self.uri.clone()))
    }

    /// Its current replicas.
    pub async fn look_up(&self) -> std::io::Result<BTreeSet<SocketAddr>> {
        Ok(tokio::net::lookup_host((self.host.as_str(), self.port))
            .await?
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_urls_of_plain_http_are_addresses() {
        for good in [
            "http://portfolio:7102",
            "http://127.0.0.1:7102",
            "http://[::1]:7102",
        ] {
            assert!(Address::parse(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "portfolio:7102",
            "https://portfolio:7102",
            "http://",
            "nats://a:1",
        ] {
            let refused = Address::parse(bad)
                .map(|_| ())
                .map_err(|error| error.to_string());
            assert!(
                matches!(&refused, Err(text) if text.contains("http://host:port")),
                "{bad}: {refused:?}"
            );
        }
    }

    #[tokio::test]
    async fn an_address_of_one_machine_is_told_from_a_name() -> anyhow::Result<()> {
        let read = |text| Address::parse(text).map(|address| address.is_literal());
        assert!(read("http://127.0.0.1:7102")? && read("http://[::1]:7102")?);
        assert!(!read("http://localhost:7102")?);
        let found = Address::parse("http://[::1]:7102")?.look_up().await?;
        assert_eq!(found, BTreeSet::from(["[::1]:7102".parse()?]));
        Ok(())
    }
}
