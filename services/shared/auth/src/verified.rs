//! Tokens whose signature has been checked. A session sends the same token with every call for a quarter of an hour, and
//! checking an Ed25519 signature costs more than the rest of a small read (docs/lab/2026-11-24-bench.md).

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use sha2::{Digest as _, Sha256};

use crate::{
    Audience,
    token::{Signed, TokenError},
};

/// The tokens of one generation; there are two generations.
const GENERATION: usize = 5_000;

/// Only valid tokens are remembered, so requests with false tokens cannot fill it. Tokens are kept as hashes, so no token
/// stays in memory longer than its call.
#[derive(Debug, Default)]
pub(crate) struct VerifiedTokens(Mutex<Generations>);

impl VerifiedTokens {
    /// The content of `token` for `audience`; `verify` is called when the token is new.
    pub(crate) fn or_verify(
        &self,
        token: &str,
        audience: Audience,
        verify: impl FnOnce() -> Result<Signed, TokenError>,
    ) -> Result<Signed, TokenError> {
        let digest = Sha256::new()
            .chain_update(audience.as_str())
            .chain_update([0])
            .chain_update(token);
        let name = digest.finalize().into();
        if let Some(signed) = self.generations().get(&name) {
            return Ok(signed);
        }
        let signed = verify()?;
        self.generations().insert(name, signed);
        Ok(signed)
    }

    fn generations(&self) -> std::sync::MutexGuard<'_, Generations> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A bounded map: when its newer half is full, entries that were not used meanwhile are dropped.
#[derive(Debug, Default)]
struct Generations {
    newer: HashMap<[u8; 32], Signed>,
    older: HashMap<[u8; 32], Signed>,
}

impl Generations {
    fn get(&mut self, name: &[u8; 32]) -> Option<Signed> {
        if let Some(signed) = self.newer.get(name) {
            return Some(*signed);
        }
        let signed = self.older.remove(name)?;
        self.insert(*name, signed);
        Some(signed)
    }

    fn insert(&mut self, name: [u8; 32], signed: Signed) {
        if self.newer.len() == GENERATION {
            self.older = std::mem::take(&mut self.newer);
        }
        self.newer.insert(name, signed);
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};
    use lintel_core::{Principal, Role, SessionId, UserId};

    use super::*;
    use crate::token::Verified;

    fn name(number: usize) -> [u8; 32] {
        Sha256::digest(number.to_be_bytes()).into()
    }

    fn signed() -> Signed {
        let verified = Verified {
            principal: Principal {
                user: UserId::new(1),
                session: SessionId::generate(),
                role: Role::Landlord,
                membership: None,
            },
            expires_at: DateTime::<Utc>::MAX_UTC,
        };
        Signed::new(verified, DateTime::<Utc>::MIN_UTC)
    }

    #[test]
    fn however_many_tokens_come_only_so_many_are_kept_and_those_in_use_stay() {
        let mut generations = Generations::default();
        generations.insert(name(0), signed());
        for number in 1..4 * GENERATION {
            generations.insert(name(number), signed());
            if number % 1000 == 0 {
                assert!(generations.get(&name(0)).is_some(), "{number}");
            }
            assert!(generations.newer.len() + generations.older.len() <= 2 * GENERATION);
        }
        assert!(generations.get(&name(1)).is_none());
    }

    #[test]
    fn what_did_not_hold_is_asked_again_and_what_held_is_not() {
        let (tokens, mut asked) = (VerifiedTokens::default(), 0);
        let mut ask = |answer: Result<Signed, TokenError>| {
            let told = tokens.or_verify("a.b.c", Audience::Lintel, || {
                asked += 1;
                answer
            });
            told.is_ok()
        };
        assert!(!ask(Err(TokenError::Invalid)));
        assert!(ask(Ok(signed())));
        assert!(ask(Err(TokenError::Invalid)));
        assert_eq!(asked, 2);
    }
}
