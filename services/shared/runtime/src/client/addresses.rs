//! Where a service's replicas are.

use std::{collections::BTreeSet, net::SocketAddr};

use http::Uri;
use tonic::transport::Endpoint;

use crate::Tls;

/// Why a text is not the address of a service.
#[derive(Debug, thiserror::Error)]
pub enum NoAddress {
    /// It is no URL.
    #[error("\"{0}\" is no address; write {1}host:port, several with commas between them")]
    Malformed(String, &'static str),
    /// It asks for TLS, which is not set up.
    #[error(
        "\"{0}\" needs LINTEL_TLS_CERT_FILE, LINTEL_TLS_KEY_FILE and LINTEL_TLS_CA_FILE; without them write http://"
    )]
    NoTls(String),
    /// It would send what TLS is set up to hide.
    #[error("\"{0}\" is without TLS although LINTEL_TLS_CERT_FILE is set; write https://")]
    Plain(String),
}

/// A URL whose host may be a name that stands for several replicas.
#[derive(Debug, Clone)]
pub struct Address {
    uri: Uri,
    host: String,
    port: u16,
    tls: Option<Tls>,
}

impl Address {
    /// Reads `http://host:port`, or `https://host:port` with TLS.
    pub fn parse(text: &str, tls: Option<&Tls>) -> Result<Self, NoAddress> {
        let scheme = if tls.is_some() { "https://" } else { "http://" };
        let wrong = || NoAddress::Malformed(text.to_owned(), scheme);
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        match (uri.scheme_str(), tls) {
            (Some("http"), None) | (Some("https"), Some(_)) => {}
            (Some("http"), Some(_)) => return Err(NoAddress::Plain(text.to_owned())),
            (Some("https"), None) => return Err(NoAddress::NoTls(text.to_owned())),
            _ => return Err(wrong()),
        }
        let host = uri.host().ok_or_else(wrong)?;
        Ok(Self {
            // An IPv6 address is written in brackets in a URL, and without them elsewhere.
            host: host.trim_matches(['[', ']']).to_owned(),
            port: uri
                .port_u16()
                .unwrap_or(if tls.is_some() { 443 } else { 80 }),
            tls: tls.cloned(),
            uri,
        })
    }

    /// Returns whether it is an IP address, which needs no lookup.
    pub fn is_literal(&self) -> bool {
        self.host.parse::<std::net::IpAddr>().is_ok()
    }

    /// The endpoint that looks up the name each time it connects.
    ///
    /// # Errors
    /// When the host can be no server's name in a certificate.
    pub fn endpoint(&self) -> Result<Endpoint, tonic::transport::Error> {
        self.secured(Endpoint::from(self.uri.clone()))
    }

    /// The endpoint of one replica; requests still carry the host name.
    pub fn endpoint_of(&self, replica: SocketAddr) -> Option<Endpoint> {
        let scheme = self.uri.scheme_str()?;
        let endpoint = Endpoint::from_shared(format!("{scheme}://{replica}")).ok()?;
        self.secured(endpoint.origin(self.uri.clone())).ok()
    }

    /// A replica's certificate is for the service's name, not for its own address.
    fn secured(&self, endpoint: Endpoint) -> Result<Endpoint, tonic::transport::Error> {
        match &self.tls {
            Some(tls) => endpoint.tls_config(tls.client(&self.host)),
            None => Ok(endpoint),
        }
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
            assert!(Address::parse(good, None).is_ok(), "{good}");
        }
        for bad in ["", "portfolio:7102", "http://", "nats://a:1"] {
            let refused = Address::parse(bad, None)
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
        let read = |text| Address::parse(text, None).map(|address| address.is_literal());
        assert!(read("http://127.0.0.1:7102")? && read("http://[::1]:7102")?);
        assert!(!read("http://localhost:7102")?);
        let found = Address::parse("http://[::1]:7102", None)?.look_up().await?;
        assert_eq!(found, BTreeSet::from(["[::1]:7102".parse()?]));
        Ok(())
    }
}
