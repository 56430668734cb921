//! T17 of the threat table: every token that is not exactly one of ours is refused, whatever is wrong with it.

use std::{convert::Infallible, sync::Arc};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Duration, Utc};
use ed25519_dalek::SigningKey;
use http::{Request, Response};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use lintel_auth::{
    AccessLayer, AccessRules, Audience, Export, ServiceKey, TokenError, TokenSigner, TokenVerifier,
    VerifyingKey,
};
use lintel_core::{
    Clock as _, FixedClock, Grade, Membership, OrganisationId, Principal, Role, SessionId, UserId,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use tower::{Layer as _, ServiceExt as _};

struct Fixture {
    key: SigningKey,
    signer: TokenSigner,
    verifier: TokenVerifier,
    clock: Arc<FixedClock>,
    principal: Principal,
}

fn fixture() -> Fixture {
    let key = SigningKey::generate(&mut rand::rngs::OsRng);
    let clock = Arc::new(FixedClock::new(
        "2026-11-20T12:00:00Z"
            .parse::<DateTime<Utc>>()
            .unwrap_or_default(),
    ));
    let signer = TokenSigner::new("k1", &key).unwrap_or_else(|error| panic!("{error}"));
    let verifier = TokenVerifier::new(clock.clone());
    verifier.replace_keys(&[signer.verifying_key()]);
    let principal = Principal {
        user: UserId::new(42),
        session: SessionId::generate(),
        role: Role::Landlord,
        membership: Some(Membership {
            organisation: OrganisationId::new(7),
            grade: Grade::Owner,
        }),
    };
    Fixture {
        key,
        signer,
        verifier,
        clock,
        principal,
    }
}

impl Fixture {
    fn good(&self) -> String {
        self.signer
            .sign(
                &self.principal,
                Audience::Lintel,
                self.clock.now(),
                Duration::minutes(15),
            )
            .unwrap_or_default()
    }

    fn claims(&self) -> Value {
        let now = self.clock.now().timestamp();
        json!({
            "iss": "lintel", "aud": "lintel", "sub": "42", "sid": self.principal.session.get(),
            "role": "Landlord", "org": 7, "grade": "Owner",
            "iat": now, "nbf": now, "exp": now + 900, "jti": self.principal.session.get(),
        })
    }

    /// A token of these claims, signed with the right key.
    fn signed(&self, claims: &Value, typ: &str, kid: Option<&str>) -> String {
        use ed25519_dalek::pkcs8::EncodePrivateKey as _;
        let header = Header {
            typ: Some(typ.to_owned()),
            kid: kid.map(str::to_owned),
            ..Header::new(Algorithm::EdDSA)
        };
        let der = self
            .key
            .to_pkcs8_der()
            .unwrap_or_else(|error| panic!("{error}"));
        jsonwebtoken::encode(&header, claims, &EncodingKey::from_ed_der(der.as_bytes()))
            .unwrap_or_default()
    }
}

#[test]
fn a_good_token_says_who_is_calling_and_until_when() {
    let f = fixture();
    let verified = f.verifier.verify(&f.good(), Audience::Lintel);
    assert_eq!(verified.map(|v| v.principal), Ok(f.principal));
    assert_eq!(
        verified.map(|v| v.expires_at),
        Ok(f.clock.now() + Duration::minutes(15))
    );
}

#[test]
fn altered_claims_headers_and_algorithms_are_refused() {
    let f = fixture();
    let edit = |field: &str, value: Value| {
        let mut claims = f.claims();
        claims[field] = value;
        f.signed(&claims, "at+jwt", Some("k1"))
    };
    let without = |field: &str| {
        let mut claims = f.claims();
        claims.as_object_mut().map(|fields| fields.remove(field));
        f.signed(&claims, "at+jwt", Some("k1"))
    };
    assert!(
        f.verifier
            .verify(
                &f.signed(&f.claims(), "at+jwt", Some("k1")),
                Audience::Lintel
            )
            .is_ok(),
        "the corpus starts from a token that holds"
    );

    let good = f.good();
    let mut parts = good.split('.');
    let (_, body, signature) = (
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
    );
    let header = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let hs256 = jsonwebtoken::encode(
        &Header {
            typ: Some("at+jwt".to_owned()),
            kid: Some("k1".to_owned()),
            ..Header::new(Algorithm::HS256)
        },
        &f.claims(),
        &EncodingKey::from_secret(&f.signer.verifying_key().public_key),
    )
    .unwrap_or_default();

    let corpus = [
        ("empty", String::new()),
        ("no dots", "abc".to_owned()),
        ("two parts", format!("{body}.{signature}")),
        (
            "alg none",
            format!(
                "{}.{body}.",
                header(&json!({"alg":"none","typ":"at+jwt","kid":"k1"}))
            ),
        ),
        (
            "alg none, signed",
            format!(
                "{}.{body}.{signature}",
                header(&json!({"alg":"none","typ":"at+jwt","kid":"k1"}))
            ),
        ),
        ("HMAC with the public key", hs256),
        (
            "another key's name",
            f.signed(&f.claims(), "at+jwt", Some("k2")),
        ),
        (
            "a path as the key's name",
            f.signed(&f.claims(), "at+jwt", Some("../../etc/passwd")),
        ),
        ("no key's name", f.signed(&f.claims(), "at+jwt", None)),
        ("another type", f.signed(&f.claims(), "JWT", Some("k1"))),
        (
            "jku in the header",
            format!(
                "{}.{body}.{signature}",
                header(
                    &json!({"alg":"EdDSA","typ":"at+jwt","kid":"k1","jku":"https://evil.example"})
                )
            ),
        ),
        (
            "no signature",
            format!(
                "{}.{body}.",
                header(&json!({"alg":"EdDSA","typ":"at+jwt","kid":"k1"}))
            ),
        ),
        ("another issuer", edit("iss", json!("evil"))),
        ("another audience", edit("aud", json!("read"))),
        ("no issuer", without("iss")),
        ("no audience", without("aud")),
        ("no subject", without("sub")),
        ("no session", without("sid")),
        ("no expiry", without("exp")),
        ("no start", without("nbf")),
        ("no role", without("role")),
        ("an unknown role", edit("role", json!("Admin"))),
        ("an organisation without a grade", without("grade")),
        ("a grade without an organisation", without("org")),
        ("a subject that is no number", edit("sub", json!("root"))),
        ("expired", edit("exp", json!(f.clock.now().timestamp() - 6))),
        ("not yet", edit("nbf", json!(f.clock.now().timestamp() + 6))),
    ];
    for (name, token) in corpus {
        assert!(
            f.verifier.verify(&token, Audience::Lintel).is_err(),
            "{name} was accepted"
        );
    }
}

#[test]
fn a_token_for_reading_files_is_no_token_for_calls_and_the_reverse() {
    let f = fixture();
    let read = f
        .signer
        .sign(
            &f.principal,
            Audience::Read,
            f.clock.now(),
            Duration::minutes(15),
        )
        .unwrap_or_default();
    assert!(f.verifier.verify(&read, Audience::Lintel).is_err());
    assert!(f.verifier.verify(&f.good(), Audience::Read).is_err());
    assert!(f.verifier.verify(&read, Audience::Read).is_ok());
}

#[test]
fn a_read_token_makes_those_calls_alone_whose_rule_takes_it() {
    let f = fixture();
    let (now, lifetime) = (f.clock.now(), Duration::minutes(15));
    let read = f.signer.sign(&f.principal, Audience::Read, now, lifetime);
    let read = read.unwrap_or_default();
    let rules = AccessRules::from_contract().unwrap_or_else(|error| panic!("{error}"));
    let mut taken_by = Vec::new();
    for (path, rule) in rules.iter() {
        if f.verifier.verify_call(&read, rule).is_ok() {
            taken_by.push(path);
        }
        assert!(f.verifier.verify_call(&f.good(), rule).is_ok(), "{path}");
    }
    let redeem = "/lintel.tenancy.v1.DocumentService/RedeemDocumentTicket";
    let picture = "/lintel.listings.v1.ListingService/GetListingPicture";
    assert_eq!(taken_by, [picture, redeem]);
    f.clock.advance(Duration::minutes(16));
    let late = rules
        .get(redeem)
        .map(|rule| f.verifier.verify_call(&read, rule));
    assert_eq!(late, Some(Err(TokenError::Expired)));
}

#[test]
fn the_token_of_a_backup_reads_exports_and_nothing_else() {
    let f = fixture();
    let (now, lifetime) = (f.clock.now(), Duration::minutes(15));
    let backup = f.signer.sign(&f.principal, Audience::Backup, now, lifetime);
    let backup = backup.unwrap_or_default();
    let rules = AccessRules::from_contract().unwrap_or_else(|error| panic!("{error}"));
    let takes = |rule| f.verifier.verify_call(&backup, rule).is_ok();
    let taken_by: Vec<_> = rules
        .iter()
        .filter(|(_, rule)| takes(rule))
        .map(|(path, _)| path)
        .collect();
    assert_eq!(
        taken_by,
        [
            "/lintel.listings.v1.PrivacyService/ReadListingData",
            "/lintel.maintenance.v1.PrivacyService/ReadMaintenanceData",
            "/lintel.portfolio.v1.PrivacyService/ReadPortfolioData",
            "/lintel.tenancy.v1.PrivacyService/ReadTenancyData",
            "/lintel.viewings.v1.PrivacyService/ReadViewingData",
        ]
    );
    for audience in [Audience::Lintel, Audience::Read, Audience::Export] {
        assert!(f.verifier.verify(&backup, audience).is_err());
    }
}

#[test]
fn a_token_for_reading_an_export_is_no_token_for_calls_and_the_reverse() {
    let f = fixture();
    let (now, lifetime) = (f.clock.now(), Duration::minutes(15));
    let export = f.signer.sign(&f.principal, Audience::Export, now, lifetime);
    let export = export.unwrap_or_default();
    for audience in [Audience::Lintel, Audience::Read, Audience::PasswordChange] {
        assert!(f.verifier.verify(&export, audience).is_err());
    }
    let begun = |token: &str| Export::begun(&f.verifier, token, &f.principal);
    assert!(begun(&f.good()).is_err());
    let organisation = f.principal.organisation().ok();
    assert_eq!(begun(&export).ok(), Some(Export { organisation }));
}

#[test]
fn an_expired_token_still_names_its_session_but_opens_nothing() {
    let f = fixture();
    let token = f.good();
    f.clock.advance(Duration::hours(3));
    assert_eq!(
        f.verifier.verify(&token, Audience::Lintel).map(|_| ()),
        Err(TokenError::Expired)
    );
    assert_eq!(
        f.verifier
            .verify_signature(&token, Audience::Lintel)
            .map(|v| v.principal.session),
        Ok(f.principal.session)
    );
}

#[test]
fn a_token_that_held_before_is_judged_anew_by_time_audience_and_keys() {
    let f = fixture();
    let token = f.good();
    let verify = |audience| f.verifier.verify(&token, audience).map(|_| ());
    assert_eq!(verify(Audience::Lintel), Ok(()));
    assert_eq!(verify(Audience::Lintel), Ok(()));
    assert_eq!(verify(Audience::Read), Err(TokenError::Invalid));
    f.clock.advance(Duration::hours(-1));
    assert_eq!(verify(Audience::Lintel), Err(TokenError::Expired));
    f.clock.advance(Duration::hours(1));
    assert_eq!(verify(Audience::Lintel), Ok(()));
    f.verifier.replace_keys(&[VerifyingKey {
        key_id: "k2".to_owned(),
        public_key: f.signer.verifying_key().public_key,
    }]);
    assert_eq!(verify(Audience::Lintel), Err(TokenError::UnknownKey));
    f.verifier.replace_keys(&[f.signer.verifying_key()]);
    f.clock.advance(Duration::minutes(16));
    assert_eq!(verify(Audience::Lintel), Err(TokenError::Expired));
}

#[test]
fn a_verifier_without_keys_accepts_nothing() {
    let f = fixture();
    let empty = TokenVerifier::new(f.clock.clone());
    assert!(!empty.has_keys());
    assert_eq!(
        empty.verify(&f.good(), Audience::Lintel).map(|_| ()),
        Err(TokenError::UnknownKey)
    );
}

#[test]
fn a_service_without_keys_asks_to_try_again_and_signs_nobody_out() {
    let f = fixture();
    let code = |verifier: &TokenVerifier, token: &str| {
        let key = ServiceKey::new(String::from("key").into());
        let layer = AccessLayer::new(verifier.clone(), key);
        let layer = layer.unwrap_or_else(|error| panic!("{error}"));
        let service = layer.layer(tower::service_fn(async |_: Request<()>| {
            Ok::<_, Infallible>(Response::new(()))
        }));
        let request = Request::builder()
            .uri("/lintel.identity.v1.AccountService/GetCurrentUser")
            .header("authorization", format!("Bearer {token}"))
            .body(())
            .unwrap_or_else(|error| panic!("{error}"));
        let reply = futures::executor::block_on(service.oneshot(request)).unwrap();
        let status = reply.headers().get("grpc-status");
        status.map(|status| status.to_str().unwrap_or_default().to_owned())
    };
    let (unavailable, unauthenticated) = (Some("14".to_owned()), Some("16".to_owned()));
    let empty = TokenVerifier::new(f.clock.clone());
    assert_eq!(code(&empty, &f.good()), unavailable);
    assert_eq!(code(&empty, "a.b.c"), unauthenticated);
    assert_eq!(code(&f.verifier, &f.good()), None);
    let unknown = f.signed(&f.claims(), "at+jwt", Some("k9"));
    assert_eq!(code(&f.verifier, &unknown), unauthenticated);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_single_flipped_bit_makes_a_token_worthless(place in any::<prop::sample::Index>(), bit in 0_u8..8) {
        let f = fixture();
        let mut bytes = f.good().into_bytes();
        let at = place.index(bytes.len());
        // The last character of a base64 part may hold unused bits; a decoder that ignored them would see the same token.
        bytes[at] ^= 1 << bit;
        if let Ok(text) = String::from_utf8(bytes) {
            prop_assert!(f.verifier.verify(&text, Audience::Lintel).is_err());
        }
    }
}
