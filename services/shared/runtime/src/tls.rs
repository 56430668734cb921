//! TLS between Lintel's own programs. Both ends show a certificate of the installation's authority: a caller checks that it is for the
//! name that it called, and a service answers nobody without one.

use std::{fmt, path::Path, sync::Arc, time::Duration};

use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity, ServerTlsConfig};

use crate::{ConfigError, SharedConfig, secrets};

const CERTIFICATE: &str = "LINTEL_TLS_CERT_FILE";
const KEY: &str = "LINTEL_TLS_KEY_FILE";
const AUTHORITY: &str = "LINTEL_TLS_CA_FILE";
/// The longest time that a caller's TLS handshake may take: as long as connecting may.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(1);
/// The same for a service, which serves others meanwhile.
const ANSWERING: Duration = Duration::from_secs(5);

/// This program's certificate and key, and the authority that all others have theirs from. Clones share them.
#[derive(Clone)]
pub struct Tls(Arc<Files>);

struct Files {
    authority: Certificate,
    identity: Identity,
}

impl Tls {
    /// Reads the files that the settings name; `None` where they name none.
    pub(crate) fn configured(shared: &SharedConfig) -> Result<Option<Self>, ConfigError> {
        let named = [
            (CERTIFICATE, shared.tls_cert_file.as_deref()),
            (KEY, shared.tls_key_file.as_deref()),
            (AUTHORITY, shared.tls_ca_file.as_deref()),
        ];
        if named.iter().all(|(_, file)| file.is_none()) {
            return Ok(None);
        }
        let [certificate, key, authority] = named.map(|(name, file)| read(name, file));
        let (certificate, key, authority) = (certificate?, key?, authority?);
        let tls = Self(Arc::new(Files {
            authority: Certificate::from_pem(authority),
            identity: Identity::from_pem(certificate, key),
        }));
        tls.check()?;
        Ok(Some(tls))
    }

    /// Names the file that cannot be used, at the start and not at the first call.
    fn check(&self) -> Result<(), ConfigError> {
        let anybody = Endpoint::from_static("https://lintel");
        let trusting = ClientTlsConfig::new().ca_certificate(self.0.authority.clone());
        let refused = |key: &str, error: tonic::transport::Error| {
            ConfigError::new(key, format!("cannot be used: {}", why(&error)))
        };
        anybody
            .clone()
            .tls_config(trusting)
            .map_err(|error| refused(AUTHORITY, error))?;
        anybody
            .tls_config(self.client("lintel"))
            .map_err(|error| refused(CERTIFICATE, error))?;
        Ok(())
    }

    /// Returns the certificates that a caller of `server` shows and asks for.
    pub(crate) fn client(&self, server: &str) -> ClientTlsConfig {
        ClientTlsConfig::new()
            .domain_name(server)
            .ca_certificate(self.0.authority.clone())
            .identity(self.0.identity.clone())
            .timeout(HANDSHAKE_TIMEOUT)
    }

    /// Returns the certificates that a service shows, and asks of every caller.
    pub(crate) fn server(&self) -> ServerTlsConfig {
        ServerTlsConfig::new()
            .identity(self.0.identity.clone())
            .client_ca_root(self.0.authority.clone())
            .timeout(ANSWERING)
    }
}

/// It holds a key.
impl SharedConfig {
    /// Returns the certificates for calls between Lintel's programs; `None` where they call each other without TLS.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable when only some of the three are set, or a file is unreadable or not what it should be.
    pub fn tls(&self) -> Result<Option<Tls>, ConfigError> {
        Tls::configured(self)
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tls")
    }
}

fn read(name: &str, file: Option<&Path>) -> Result<String, ConfigError> {
    if file.is_none() {
        let problem = format!("set all of {CERTIFICATE}, {KEY} and {AUTHORITY}, or none");
        return Err(ConfigError::new(name, problem));
    }
    let text = secrets::read_text(name, file)?;
    if !text.contains("-----BEGIN ") {
        return Err(ConfigError::new(
            name,
            "the file must hold PEM, -----BEGIN …",
        ));
    }
    Ok(text)
}

/// tonic's own text is only "transport error"; what it was is behind it.
pub(crate) fn why(error: &dyn std::error::Error) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string()
}

#[cfg(test)]
mod tests;
