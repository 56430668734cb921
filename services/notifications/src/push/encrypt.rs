//! Message encryption for Web Push (RFC 8291): aes128gcm of RFC 8188 in one record, with a key that only the browser can make again.

use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{self, ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey},
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
    rand::{SecureRandom as _, SystemRandom},
};

/// The size of the only record, which every push service takes.
const RECORD: u32 = 4096;
/// The delimiter of the last record (RFC 8188, section 2).
const LAST: u8 = 2;
/// The most that one message may say: a record without the header's 86 bytes, the tag's 16 and the delimiter. Browsers take no more.
pub const LARGEST: usize = 3993;

/// A message could not be encrypted: it is too long, or the browser's key is no point of the curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the message cannot be encrypted for this browser")]
pub struct EncryptError;

/// So many bytes of a key.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// The body of a push message that says `plain` to the browser with this public key (65 bytes, uncompressed) and this secret.
///
/// # Errors
/// [`EncryptError`].
pub fn encrypt(plain: &[u8], browser: &[u8], secret: &[u8]) -> Result<Vec<u8>, EncryptError> {
    if plain.len() > LARGEST {
        return Err(EncryptError);
    }
    let random = SystemRandom::new();
    let mut salt = [0; 16];
    random.fill(&mut salt).map_err(|_| EncryptError)?;
    let ours = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(|_| EncryptError)?;
    let public = ours.compute_public_key().map_err(|_| EncryptError)?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, browser);
    let material = agreement::agree_ephemeral(ours, &theirs, |shared| {
        let info = [b"WebPush: info\0".as_slice(), browser, public.as_ref()];
        expand::<32>(&Salt::new(HKDF_SHA256, secret).extract(shared), &info)
    })
    .map_err(|_| EncryptError)??;
    let root = Salt::new(HKDF_SHA256, &salt).extract(&material);
    let key = expand::<16>(&root, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce = expand::<12>(&root, &[b"Content-Encoding: nonce\0"])?;

    let key = UnboundKey::new(&AES_128_GCM, &key).map_err(|_| EncryptError)?;
    let mut sealed = plain.to_vec();
    sealed.push(LAST);
    LessSafeKey::new(key)
        .seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::empty(),
            &mut sealed,
        )
        .map_err(|_| EncryptError)?;

    let mut body = salt.to_vec();
    body.extend_from_slice(&RECORD.to_be_bytes());
    body.push(u8::try_from(public.as_ref().len()).map_err(|_| EncryptError)?);
    body.extend_from_slice(public.as_ref());
    body.append(&mut sealed);
    Ok(body)
}

fn expand<const N: usize>(root: &Prk, info: &[&[u8]]) -> Result<[u8; N], EncryptError> {
    let mut key = [0; N];
    root.expand(info, Length(N))
        .and_then(|made| made.fill(&mut key))
        .map_err(|_| EncryptError)?;
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn browser() -> Result<Vec<u8>, EncryptError> {
        let key = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new());
        let key = key.map_err(|_| EncryptError)?.compute_public_key();
        Ok(key.map_err(|_| EncryptError)?.as_ref().to_vec())
    }

    #[test]
    fn a_body_is_its_header_and_one_record_and_never_the_same_twice() -> Result<(), EncryptError> {
        let browser = browser()?;
        let body = encrypt(b"news", &browser, &[1; 16])?;
        assert_eq!(body.len(), 16 + 4 + 1 + 65 + 4 + 1 + 16);
        assert_eq!(body[16..21], [0, 0, 16, 0, 65]);
        assert_ne!(body, encrypt(b"news", &browser, &[1; 16])?);
        Ok(())
    }

    #[test]
    fn a_message_that_is_too_long_and_a_key_that_is_none_are_refused() -> Result<(), EncryptError> {
        let browser = browser()?;
        assert!(encrypt(&[0; LARGEST], &browser, &[1; 16]).is_ok_and(|body| body.len() == 4096));
        assert_eq!(
            encrypt(&[0; LARGEST + 1], &browser, &[1; 16]),
            Err(EncryptError)
        );
        assert_eq!(encrypt(b"news", &[4; 65], &[1; 16]), Err(EncryptError));
        Ok(())
    }
}
