//! Files in a bucket of an S3-compatible storage.

use std::{sync::Arc, time::Duration};

use lintel_runtime::{ConfigError, FilesAccess, Profile, SharedConfig};
use lintel_sealing::SealingKey;
use object_store::{
    ClientOptions, ObjectStore, RetryConfig, aws::AmazonS3Builder, path::Path, prefix::PrefixStore,
};

use crate::{FileStore, StoreError, objects::Objects};

/// The longest time that one call to the storage may take; a file of 10 MiB fits into it at 10 Mbit/s.
const CALL: Duration = Duration::from_secs(10);
/// The further tries of a call that failed.
const RETRY: RetryConfig = RetryConfig {
    max_retries: 3,
    retry_timeout: Duration::from_secs(12),
    backoff: object_store::BackoffConfig {
        init_backoff: Duration::from_millis(50),
        max_backoff: Duration::from_secs(1),
        base: 2.0,
    },
};

impl FileStore {
    /// The place that `shared` says: a folder, or a bucket.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable that cannot be used.
    pub fn configured(shared: &SharedConfig) -> Result<Self, ConfigError> {
        Self::at(&shared.files_url, shared)
    }

    /// The place at `url` (`file:///folder`, or `s3://bucket/folder`), with what `shared` says of buckets.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable that cannot be used.
    pub fn at(url: &str, shared: &SharedConfig) -> Result<Self, ConfigError> {
        let refused = |error: StoreError| ConfigError::new("LINTEL_FILES_URL", error.to_string());
        let Some(place) = url.strip_prefix("s3://") else {
            return Self::open(url).map_err(refused);
        };
        let access = shared.files_access()?;
        let plain = shared.profile == Profile::Dev;
        bucket(place, &access, plain).map_err(refused)
    }
}

/// The bucket and folder `place`; `plain` lets the storage be reached without TLS.
fn bucket(place: &str, access: &FilesAccess, plain: bool) -> Result<FileStore, StoreError> {
    let (name, folder) = place.split_once('/').unwrap_or((place, ""));
    // What S3 demands of names (Amazon S3 User Guide, general purpose bucket naming rules).
    let is_name = (3..=63).contains(&name.len())
        && name.bytes().all(|byte| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte)
        });
    if !is_name {
        return Err(StoreError::Address(format!("s3://{place}")));
    }
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(name)
        .with_region(&access.region)
        .with_access_key_id(&access.key_id)
        .with_secret_access_key(access.secret.as_str())
        .with_retry(RETRY)
        .with_client_options(
            ClientOptions::new()
                .with_allow_http(plain)
                .with_connect_timeout(Duration::from_secs(3))
                .with_timeout(CALL),
        );
    if let Some(endpoint) = &access.endpoint {
        builder = builder.with_endpoint(endpoint);
    }
    let store = builder.build()?;
    let store: Arc<dyn ObjectStore> = match folder.trim_matches('/') {
        "" => Arc::new(store),
        folder => Arc::new(PrefixStore::new(
            store,
            Path::parse(folder).map_err(object_store::Error::from)?,
        )),
    };
    let keys = access.keys.iter().cloned().map(SealingKey::new);
    Ok(FileStore::of(Objects::sealed(store, keys.collect())))
}
