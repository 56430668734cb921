//! The proof of identity that Lintel's own programs show each other.

use http::{Extensions, HeaderMap};
use lintel_core::Error;
use rustls_pki_types::{CertificateDer, ServerName};
use secrecy::{ExposeSecret as _, SecretString};
use subtle::ConstantTimeEq as _;
use tonic::{
    metadata::{AsciiMetadataValue, MetadataMap},
    transport::server::{TcpConnectInfo, TlsConnectInfo},
};
use webpki::EndEntityCert;

/// The metadata key under which Lintel's own programs send the key they share.
pub const SERVICE_KEY_HEADER: &str = "x-lintel-service-key";
/// The metadata key under which a program says its name. With TLS its certificate says it, and nobody reads this.
pub const PROGRAM_HEADER: &str = "x-lintel-program";

/// The key that Lintel's own programs share, and the name of the program that shows it. The gateway passes on what strangers call, over
/// the same connections and so with its own certificate; it drops their headers, so the key says that a program asks for itself.
#[derive(Debug, Clone)]
pub struct ServiceKey {
    key: SecretString,
    program: String,
}

impl ServiceKey {
    /// Takes the key as it is in its file, for a program without a name.
    #[must_use]
    pub const fn new(key: SecretString) -> Self {
        let program = String::new();
        Self { key, program }
    }

    /// The same key, shown by `program`.
    #[must_use]
    pub fn of(mut self, program: &str) -> Self {
        program.clone_into(&mut self.program);
        self
    }

    /// Shows it to the program that is called.
    ///
    /// # Errors
    /// [`Error::Internal`] when the key is no header.
    pub fn show(&self, metadata: &mut MetadataMap) -> Result<(), Error> {
        let value = |text: &str| AsciiMetadataValue::try_from(text).map_err(Error::internal);
        metadata.insert(SERVICE_KEY_HEADER, value(self.key.expose_secret())?);
        if !self.program.is_empty() {
            metadata.insert(PROGRAM_HEADER, value(&self.program)?);
        }
        Ok(())
    }

    /// Returns whether one of the programs `callers` asks: it sends the key, and its certificate is for its name. Without TLS its
    /// name is believed, as whoever has the key is; a program of the release before says none.
    pub(crate) fn is_shown_by(
        &self,
        callers: &[String],
        headers: &HeaderMap,
        connection: &Extensions,
    ) -> bool {
        if !self.is_in(headers) {
            return false;
        }
        let may = match connection.get::<TlsConnectInfo<TcpConnectInfo>>() {
            Some(tls) => tls.peer_certs().is_some_and(|shown| {
                let own = shown.first();
                own.is_some_and(|own| callers.iter().any(|caller| is_for(own, caller)))
            }),
            None => headers
                .get(PROGRAM_HEADER)
                .is_none_or(|named| callers.iter().any(|caller| named == caller.as_str())),
        };
        if !may {
            tracing::warn!(?callers, "another program tried to make a call of these");
        }
        may
    }

    /// Returns whether a request carries the key; compared in constant time.
    fn is_in(&self, headers: &HeaderMap) -> bool {
        headers.get(SERVICE_KEY_HEADER).is_some_and(|given| {
            bool::from(given.as_bytes().ct_eq(self.key.expose_secret().as_bytes()))
        })
    }
}

/// Returns whether `certificate`, which the connection has found to be of the installation's authority, names `program`.
fn is_for(certificate: &CertificateDer<'_>, program: &str) -> bool {
    let Ok(name) = ServerName::try_from(program) else {
        return false;
    };
    EndEntityCert::try_from(certificate)
        .is_ok_and(|certificate| certificate.verify_is_valid_for_subject_name(&name).is_ok())
}
