//! The codes of authenticator apps (RFC 6238): six digits that change every 30 seconds.

use chrono::{DateTime, Utc};
use lintel_core::Error;
use qrcode::{EcLevel, QrCode, render::svg};
use rand::{RngCore as _, rngs::OsRng};
use subtle::ConstantTimeEq as _;
use totp_rs::{Algorithm, TOTP};
use zeroize::Zeroizing;

/// The name that an app shows for the account.
const ISSUER: &str = "Lintel";
const DIGITS: usize = 6;
const STEP_SECONDS: u64 = 30;
/// Steps before and after the current one that are accepted, because phones' clocks differ.
const SKEW: u64 = 1;
/// The length of a secret that RFC 4226 recommends.
const SECRET_LENGTH: usize = 20;
/// The smallest side of the QR code, in pixels.
const QR_SIDE: u32 = 220;

/// The secret that an authenticator app shares with identity.
pub struct TotpSecret(Zeroizing<Vec<u8>>);

impl TotpSecret {
    /// A new secret from the system's generator.
    #[must_use]
    pub fn generate() -> Self {
        let mut bytes = Zeroizing::new(vec![0; SECRET_LENGTH]);
        OsRng.fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// The secret, from its stored bytes.
    #[must_use]
    pub const fn from_bytes(bytes: Zeroizing<Vec<u8>>) -> Self {
        Self(bytes)
    }

    /// Its bytes, for sealing.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the data to enter into an app for the account of `email`.
    ///
    /// # Errors
    /// [`Error::Internal`] when the library refuses, which these lengths never cause.
    pub fn provisioning(&self, email: &str) -> Result<Provisioning, Error> {
        // A colon would end the account's name in the address.
        let totp = self.totp(email.replace(':', " "))?;
        let uri = totp.get_url();
        let code = QrCode::with_error_correction_level(uri.as_bytes(), EcLevel::M)
            .map_err(Error::internal)?;
        let qr_code_svg = code
            .render::<svg::Color<'_>>()
            .min_dimensions(QR_SIDE, QR_SIDE)
            .build();
        Ok(Provisioning {
            secret: totp.get_secret_base32(),
            uri,
            qr_code_svg,
        })
    }

    /// The time step of `code`, if it is near the current one and later than `last_step`.
    pub fn step_of(
        &self,
        code: &str,
        now: DateTime<Utc>,
        last_step: i64,
    ) -> Result<Option<i64>, Error> {
        let totp = self.totp(String::new())?;
        let present = u64::try_from(now.timestamp()).unwrap_or_default() / STEP_SECONDS;
        let mut found = None;
        // Every step is compared, even after a match, so that the time does not show which one matched.
        for step in present.saturating_sub(SKEW)..=present + SKEW {
            let expected = Zeroizing::new(totp.generate(step * STEP_SECONDS));
            let step = i64::try_from(step).unwrap_or(i64::MAX);
            if bool::from(expected.as_bytes().ct_eq(code.as_bytes())) && step > last_step {
                found = Some(step);
            }
        }
        Ok(found)
    }

    fn totp(&self, account: String) -> Result<TOTP, Error> {
        TOTP::new(
            Algorithm::SHA1,
            DIGITS,
            1,
            STEP_SECONDS,
            self.0.to_vec(),
            Some(ISSUER.to_owned()),
            account,
        )
        .map_err(|_| Error::internal("no codes can be made of this secret"))
    }
}

impl std::fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TotpSecret")
    }
}

/// The data to enter into an app. Secret.
pub struct Provisioning {
    /// Base32, for typing.
    pub secret: String,
    /// The `otpauth` address.
    pub uri: String,
    /// The address as a QR code.
    pub qr_code_svg: String,
}

/// Six digits as typed, without the spaces that apps show; `None` for any other text.
#[must_use]
pub fn digits(typed: &str) -> Option<Zeroizing<String>> {
    let code: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let code = Zeroizing::new(code);
    (code.len() == DIGITS && code.bytes().all(|b| b.is_ascii_digit())).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap_or_default()
    }

    #[test]
    fn the_codes_are_those_of_rfc_6238() -> Result<(), Error> {
        // Appendix B of RFC 6238, SHA-1: the last six of the eight digits.
        let secret = TotpSecret(Zeroizing::new(b"12345678901234567890".to_vec()));
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (2_000_000_000, "279037"),
        ] {
            assert_eq!(secret.step_of(code, at(seconds), 0)?, Some(seconds / 30));
        }
        Ok(())
    }

    #[test]
    fn a_step_early_or_late_is_taken_two_are_not_and_none_twice() -> Result<(), Error> {
        let secret = TotpSecret(Zeroizing::new(b"12345678901234567890".to_vec()));
        let code = "081804";
        let step = 1_111_111_109 / 30;
        for (offset, taken) in [
            (-60, false),
            (-30, true),
            (0, true),
            (30, true),
            (60, false),
        ] {
            let now = at(1_111_111_109 + offset);
            assert_eq!(secret.step_of(code, now, 0)?.is_some(), taken, "{offset}");
            assert_eq!(secret.step_of(code, now, step)?, None);
        }
        Ok(())
    }

    #[test]
    fn what_an_app_is_given_names_the_account_and_draws_a_code() -> Result<(), Error> {
        let given = TotpSecret::generate().provisioning("ada@example.com")?;
        assert_eq!(given.secret.len(), 32);
        assert!(
            given
                .uri
                .starts_with("otpauth://totp/Lintel:ada%40example.com?"),
            "{}",
            given.uri
        );
        assert!(given.uri.contains(&given.secret) && given.uri.contains("issuer=Lintel"));
        assert!(given.qr_code_svg.contains("<svg"));
        assert!(
            TotpSecret::generate()
                .provisioning("a:b@example.com")
                .is_ok()
        );
        Ok(())
    }

    #[test]
    fn six_digits_are_a_code_however_they_are_spaced() {
        assert_eq!(
            digits(" 123 456 ").map(|code| code.to_string()),
            Some("123456".to_owned())
        );
        for bad in ["", "12345", "1234567", "12345a", "ABCDE-FGHJK"] {
            assert_eq!(digits(bad), None, "{bad}");
        }
    }
}
