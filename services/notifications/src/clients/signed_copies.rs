//! Tenancy-applications, where signed agreements are.

use std::time::Duration;

use lintel_auth::ServiceKey;
use lintel_core::Error;
use lintel_proto::tenancy::v1::{
    ReadSignedCopiesRequest, signing_service_client::SigningServiceClient,
};
use lintel_runtime::{
    ConfigError, SharedConfig,
    client::{self, in_time},
};
use tonic::{Code, Request, transport::Channel};

use crate::domain::AttachedFile;

/// How long a call may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most that a mail brings, in bytes: mail servers refuse messages above 10 MB, and base64 makes a third more of it.
const MOST: usize = 7 * 1024 * 1024;
/// The largest reply.
const LARGEST: usize = 24 * 1024 * 1024;

/// Calls tenancy-applications as one of Lintel's own processes.
#[derive(Debug, Clone)]
pub struct SignedCopies {
    /// Tenancy-applications.
    pub tenancies: Channel,
    /// The key that Lintel's own processes share.
    pub key: ServiceKey,
}

impl SignedCopies {
    /// Connects at the first call.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable.
    pub fn try_new(shared: &SharedConfig) -> Result<Self, ConfigError> {
        let url = &shared.tenancy_applications_url;
        let tenancies = client::channel("LINTEL_TENANCY_APPLICATIONS_URL", url, shared)?;
        Ok(Self {
            tenancies: tenancies.untraced(),
            key: shared.service_key()?,
        })
    }

    /// Returns the documents that everybody has signed, for the party with this link; none where the link does not work any more, and where
    /// they are larger than a mail may be: the link in the mail leads to them.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while tenancy-applications is away.
    pub async fn of(&self, token: &str) -> Result<Vec<AttachedFile>, Error> {
        let mut request = Request::new(ReadSignedCopiesRequest {
            token: token.to_owned(),
        });
        request.set_timeout(PATIENCE);
        self.key.show(request.metadata_mut())?;
        let client = SigningServiceClient::new(self.tenancies.clone());
        let mut client = client.max_decoding_message_size(LARGEST);
        let reply = match in_time(PATIENCE, client.read_signed_copies(request)).await {
            Ok(reply) => reply,
            Err(status) if matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded) => {
                return Err(Error::unavailable(status));
            }
            Err(status) => {
                tracing::warn!(code = ?status.code(), "a mail goes without the signed document");
                return Ok(Vec::new());
            }
        };
        let all: usize = reply.copies.iter().map(|copy| copy.content.len()).sum();
        if all > MOST {
            return Ok(Vec::new());
        }
        let copies = reply.copies.into_iter().map(|copy| AttachedFile {
            name: copy.file_name,
            pdf: copy.content,
        });
        Ok(copies.collect())
    }
}
