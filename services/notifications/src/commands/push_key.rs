//! `generate-push-key <file>`: the key that push services know the installation by.

use std::path::Path;

use anyhow::bail;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use zeroize::Zeroizing;

use super::sealing_key::write_new;
use crate::push::PushKey;

/// The subcommand's name.
pub const COMMAND: &str = "generate-push-key";

/// Makes a key and writes it, in base64, to a new file that only its owner reads.
///
/// # Errors
/// When the argument is not one file, or it exists: browsers that subscribed with a key get nothing from the holder of another, so an
/// existing one is never overwritten.
pub fn generate(arguments: &[String]) -> anyhow::Result<()> {
    let [file] = arguments else {
        bail!("usage: {COMMAND} <file>");
    };
    let key = Zeroizing::new(PushKey::generate()?);
    write_new(
        Path::new(file),
        &Zeroizing::new(STANDARD.encode(key.as_slice())),
    )
}
