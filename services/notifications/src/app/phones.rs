//! The number that an account's text messages go to.

use std::sync::Arc;

use lintel_core::{Clock, Error, Principal};
use lintel_db::Db;
use lintel_proto::{common::v1::Sealed, identity::v1::AccountContact};
use lintel_sealing::authenticate;
use sqlx::PgConnection;

use super::texts;
use crate::{
    domain::{
        SmsCountries, e164,
        phone_code::{CODE_PAUSE, CODES_A_DAY, CODES_AN_HOUR, may_be_used, new_code, typed_code},
    },
    error::{phone_code_wrong, phone_codes_exhausted, phone_invalid, sms_unavailable},
    mail::SealedBox,
    store::{contact, phone},
};

/// Digits of a number that its owner recognises it by.
const SHOWN: usize = 3;

/// The state of an account's number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Phone {
    /// Its last digits; empty where the settings hold none that messages are sent to.
    pub ends_with: String,
    /// True when its owner has shown that it is theirs.
    pub is_verified: bool,
}

/// Numbers of accounts.
#[derive(Debug, Clone)]
pub struct Phones {
    db: Db,
    clock: Arc<dyn Clock>,
    sealed_box: SealedBox,
    countries: Option<SmsCountries>,
}

impl Phones {
    /// Numbers kept in `db`; `countries` are those that messages go to, `None` on an installation that sends none.
    #[must_use]
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        sealed_box: SealedBox,
        countries: Option<SmsCountries>,
    ) -> Self {
        Self {
            db,
            clock,
            sealed_box,
            countries,
        }
    }

    /// Returns the state of the caller's number.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_phone", skip_all)]
    pub async fn get(&self, caller: &Principal) -> Result<Phone, Error> {
        let mut tx = self.db.begin_worker().await?;
        let Some(number) = self.number(&mut tx, caller).await? else {
            return Ok(Phone::default());
        };
        let digest = self.sealed_box.phone_digest(&number);
        Ok(Phone {
            ends_with: end_of(&number),
            is_verified: phone::is_verified(&mut tx, caller.user, &digest).await?,
        })
    }

    /// Sends a code to the caller's number. Returns its last digits.
    ///
    /// # Errors
    /// `SMS_UNAVAILABLE`, `PHONE_INVALID`, `PHONE_CODES_EXHAUSTED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.send_phone_code", skip_all)]
    pub async fn send_code(&self, caller: &Principal) -> Result<String, Error> {
        if self.countries.is_none() {
            return Err(sms_unavailable());
        }
        let (now, user) = (self.clock.now(), caller.user);
        let mut tx = self.db.begin_worker().await?;
        let before = phone::lock(&mut tx, user).await?;
        let number = self.number(&mut tx, caller).await?;
        let number = number.ok_or_else(phone_invalid)?;
        let digest = self.sealed_box.phone_digest(&number);
        let again = before.is_some_and(|before| {
            let sent = before.code_sent_at.filter(|at| *at + CODE_PAUSE > now);
            before.number_digest == digest && (sent.is_some() || before.verified_at.is_some())
        });
        if again {
            return Ok(end_of(&number));
        }
        let (of_account, to_number) = phone::codes(&mut tx, user, &digest).await?;
        if of_account >= CODES_AN_HOUR || to_number >= CODES_A_DAY {
            return Err(phone_codes_exhausted());
        }
        let code = new_code();
        let hash = self.hash(caller, &digest, &code);
        phone::send(&mut tx, user, &digest, &hash, now).await?;
        texts::enqueue_code(&mut tx, &self.sealed_box, user, &number, &code).await?;
        tx.commit().await?;
        Ok(end_of(&number))
    }

    /// Takes the code that was sent.
    ///
    /// # Errors
    /// `PHONE_CODE_WRONG`, also for one that is over, or of a number that the settings hold no more; [`Error::Unavailable`] while the
    /// database is away.
    #[tracing::instrument(name = "app.verify_phone", skip_all)]
    pub async fn verify(&self, caller: &Principal, typed: &str) -> Result<(), Error> {
        let (now, user) = (self.clock.now(), caller.user);
        let mut tx = self.db.begin_worker().await?;
        let Some(row) = phone::lock(&mut tx, user).await? else {
            return Err(phone_code_wrong());
        };
        let number = self.number(&mut tx, caller).await?;
        let digest = number.map(|number| self.sealed_box.phone_digest(&number));
        let digest = digest.filter(|digest| row.number_digest == digest[..]);
        let digest = digest.ok_or_else(phone_code_wrong)?;
        if row.verified_at.is_some() {
            return Ok(());
        }
        let sent = row.code_hash.zip(row.code_sent_at);
        let sent = sent.filter(|(_, at)| may_be_used(*at, row.tries, now));
        let (hash, _) = sent.ok_or_else(phone_code_wrong)?;
        let code = typed_code(typed);
        if code.is_none_or(|code| self.hash(caller, &digest, &code)[..] != hash[..]) {
            phone::count_try(&mut tx, user).await?;
            tx.commit().await?;
            return Err(phone_code_wrong());
        }
        phone::verify(&mut tx, user, now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The number of the caller's settings, if messages go there.
    async fn number(
        &self,
        tx: &mut PgConnection,
        caller: &Principal,
    ) -> Result<Option<String>, Error> {
        let Some(ciphertext) = contact::of_user(tx, caller.user).await? else {
            return Ok(None);
        };
        let sealed = Sealed { ciphertext };
        let contact = self.sealed_box.open_message::<AccountContact>(&sealed);
        let typed = contact.map_err(Error::internal)?.phone;
        let countries = self.countries.as_ref();
        Ok(e164(&typed).filter(|number| countries.is_some_and(|countries| countries.has(number))))
    }

    /// The hash of a code: under a key outside the database, because a million could be tried.
    fn hash(&self, caller: &Principal, digest: &[u8; 32], code: &str) -> [u8; 32] {
        let key = self.sealed_box.derive("phone codes");
        let bound = [
            caller.user.get().to_be_bytes().as_slice(),
            digest,
            code.as_bytes(),
        ]
        .concat();
        authenticate(key.expose(), &bound)
    }
}

fn end_of(number: &str) -> String {
    let from = number.len().saturating_sub(SHOWN);
    number.get(from..).unwrap_or_default().to_owned()
}
