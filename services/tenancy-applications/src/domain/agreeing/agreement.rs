//! An agreement: who signs it, in which order, and how far it is.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{
    AgreementId, ApplicationId, OrganisationId, PropertyId, SignerId, TenancyId, UserId, spelt,
};

use super::{AgreementFact, AgreementState, AgreementTerms, Deed, given_signature::is_same_name};
use crate::domain::{Nation, applying::Actor};

/// Which wording of the consent a signer agreed to; another wording is another version.
pub const CONSENT_VERSION: &str = "2026-11-25";
/// What a signer agrees to.
pub const CONSENT: &str = "I have read this agreement. I agree to it and to signing it on screen.";

spelt! {
    /// Whose signature.
    Party {
        /// A tenant.
        Tenant = "tenant",
        /// The guarantor.
        Guarantor = "guarantor",
        /// The landlord, by a member of the organisation.
        Landlord = "landlord",
    }
}

impl Party {
    /// The place in the order of signing; those of one place sign in any order.
    #[must_use]
    pub const fn place(self) -> u8 {
        match self {
            Self::Tenant => 1,
            Self::Guarantor => 2,
            Self::Landlord => 3,
        }
    }

    /// Who acts, as timelines tell it.
    #[must_use]
    pub const fn actor(self) -> Actor {
        match self {
            Self::Tenant => Actor::Applicant,
            Self::Guarantor => Actor::Guarantor,
            Self::Landlord => Actor::Landlord,
        }
    }
}

/// Who signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signer {
    /// Its id.
    pub id: SignerId,
    /// As whom.
    pub party: Party,
    /// The name as it stands in the agreement.
    pub name: String,
    /// Where the link went; empty for the landlord.
    pub email: String,
    /// Grows with each link that is sent; 0 before the first, and for one that an earlier release sent.
    pub generation: i32,
    /// When the link was sent last.
    pub sent_at: Option<DateTime<Utc>>,
    /// When the link ends; `None` for the landlord and before it was sent.
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was opened first.
    pub opened_at: Option<DateTime<Utc>>,
    /// When they signed.
    pub signed_at: Option<DateTime<Utc>>,
    /// When they declined.
    pub declined_at: Option<DateTime<Utc>>,
    /// Why they declined.
    pub decline_reason: Option<String>,
}

/// An agreement with its signers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// Its id.
    pub id: AgreementId,
    /// The organisation that lets.
    pub organisation: OrganisationId,
    /// The tenancy that it is of.
    pub tenancy: TenancyId,
    /// The application that it was issued from.
    pub application: ApplicationId,
    /// The property.
    pub property: PropertyId,
    /// How far it is.
    pub state: AgreementState,
    /// Whose law.
    pub nation: Nation,
    /// The first day of the edition of its rules and texts; `None` for the landlord's own document.
    pub edition: Option<NaiveDate>,
    /// What it says; of the landlord's own document what matters of it afterwards.
    pub terms: AgreementTerms,
    /// Where the home is, with its postcode.
    pub address: String,
    /// The SHA-256 of the document that is signed.
    pub document_hash: [u8; 32],
    /// How many pages it has; 0 where they could not be counted.
    pub pages: i32,
    /// The SHA-256 of the document with its certificate, or of the certificate of the landlord's own document.
    pub signed_hash: Option<[u8; 32]>,
    /// The head of the chain of evidence.
    pub evidence_hash: [u8; 32],
    /// The signers in their order.
    pub signers: Vec<Signer>,
    /// The deeds that its guarantors sign in place of it; none where they sign the agreement.
    pub deeds: Vec<Deed>,
    /// Why it is void.
    pub reason: Option<String>,
    /// When it was issued.
    pub created_at: DateTime<Utc>,
    /// When all had signed.
    pub completed_at: Option<DateTime<Utc>>,
    /// Its version.
    pub version: i64,
}

impl Agreement {
    /// Whose turn it is: those who come first in the order of those who have not signed. Nobody's once it is closed.
    pub fn turn(&self) -> impl Iterator<Item = &Signer> {
        let open = self.state == AgreementState::Issued;
        let missing = move |signer: &&Signer| open && signer.signed_at.is_none();
        let place = self.signers.iter().filter(missing);
        let place = place.map(|signer| signer.party.place()).min();
        let missing = self.signers.iter().filter(missing);
        missing.filter(move |signer| Some(signer.party.place()) == place)
    }

    /// Whether it is this signer's turn.
    #[must_use]
    pub fn may_sign(&self, signer: SignerId) -> bool {
        self.turn().any(|one| one.id == signer)
    }

    /// The signer of this id.
    #[must_use]
    pub fn signer(&self, id: SignerId) -> Option<&Signer> {
        self.signers.iter().find(|one| one.id == id)
    }

    /// The deed that a signer signs in place of the agreement.
    #[must_use]
    pub fn deed_of(&self, signer: SignerId) -> Option<&Deed> {
        self.deeds.iter().find(|deed| deed.signer == signer)
    }

    /// The names of those who sign as `party`, in their order.
    #[must_use]
    pub fn names(&self, party: Party) -> Vec<String> {
        let signers = self.signers.iter().filter(|one| one.party == party);
        signers.map(|one| one.name.clone()).collect()
    }

    /// The tenants' names, in their order.
    #[must_use]
    pub fn tenants(&self) -> Vec<String> {
        self.names(Party::Tenant)
    }

    /// The names under which `signer` may sign, each of them enough: the own one. For the landlord signs `member`, or one of the landlords
    /// who are persons; where neither is known, whoever knows the landlord's.
    #[must_use]
    pub fn names_to_type(&self, signer: &Signer, member: Option<&str>) -> Vec<String> {
        if signer.party != Party::Landlord {
            return vec![signer.name.clone()];
        }
        let mut names: Vec<_> = member.map(ToOwned::to_owned).into_iter().collect();
        if !self.terms.landlord.is_company || names.is_empty() {
            for name in self.terms.landlord_names() {
                if !names.iter().any(|one| is_same_name(one, name)) {
                    names.push(name.to_owned());
                }
            }
        }
        names
    }

    /// What of it matters on the way into the home.
    #[must_use]
    pub fn fact(&self) -> AgreementFact {
        let waits_for = self.turn().next();
        AgreementFact {
            state: self.state,
            waits_for: waits_for.map(|one| (one.party.actor(), one.name.clone())),
        }
    }

    /// Whether all have signed.
    #[must_use]
    pub fn is_signed_by_all(&self) -> bool {
        self.signers.iter().all(|signer| signer.signed_at.is_some())
    }
}

/// In whose name somebody acts on an agreement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActsBy {
    /// A signed-in account, with its verified address: the account may be gone one day, the evidence stays.
    Account(UserId, Option<String>),
    /// The private link.
    Link,
}

/// From where somebody acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// In whose name.
    pub by: ActsBy,
    /// The network address; empty where it is not known.
    pub address: String,
    /// The browser; empty where it tells none.
    pub user_agent: String,
}

impl Device {
    /// How whoever acts is known, as the certificate says it.
    #[must_use]
    pub fn known_by(&self) -> String {
        match &self.by {
            ActsBy::Account(user, Some(email)) => format!("account {user}, {email}"),
            ActsBy::Account(user, None) => format!("account {user}"),
            ActsBy::Link => "the private link".to_owned(),
        }
    }
}

/// Which signer an account with this verified address is: the one whose turn it is, where it is several.
pub fn signer_of(agreement: &Agreement, verified: &str) -> Option<SignerId> {
    let own = agreement
        .signers
        .iter()
        .filter(|one| !one.email.is_empty() && one.email.to_lowercase() == verified);
    let own: Vec<_> = own.map(|one| one.id).collect();
    let mut turn = own.iter().filter(|id| agreement.may_sign(**id));
    turn.next().or(own.first()).copied()
}

#[cfg(test)]
mod tests {
    use lintel_core::Money;

    use super::*;
    use crate::domain::rent::{ProRata, RentPeriod, RentTerms};

    fn signer(id: i64, party: Party, signed: bool) -> Signer {
        Signer {
            id: id.into(),
            party,
            name: "Ann".to_owned(),
            email: String::new(),
            generation: 0,
            sent_at: None,
            expires_at: None,
            opened_at: None,
            signed_at: signed.then_some(DateTime::UNIX_EPOCH),
            declined_at: None,
            decline_reason: None,
        }
    }

    fn terms() -> AgreementTerms {
        let start = NaiveDate::MIN;
        AgreementTerms {
            landlord_name: String::new(),
            landlord: crate::domain::agreeing::agreement_terms::LandlordStyle::default(),
            landlord_address: String::new(),
            start,
            rent: Money::ZERO,
            rent_terms: RentTerms {
                period: RentPeriod::Monthly,
                due_day: 1,
                first_day: start,
                pro_rata: ProRata::DaysOfYear,
            },
            deposit: Money::ZERO,
            bills: Vec::new(),
            agreed_pets: None,
            adaptations: None,
            clauses: Vec::new(),
            guarantor_signs: false,
            guarantee: None,
            payment_details: None,
        }
    }

    fn agreement(state: AgreementState, signed: [bool; 4]) -> Agreement {
        let parties = [
            Party::Tenant,
            Party::Tenant,
            Party::Guarantor,
            Party::Landlord,
        ];
        let signers = (1..).zip(parties).zip(signed);
        Agreement {
            id: 1.into(),
            organisation: 1.into(),
            tenancy: 1.into(),
            application: 1.into(),
            property: 1.into(),
            state,
            nation: Nation::England,
            edition: None,
            terms: terms(),
            address: String::new(),
            document_hash: [0; 32],
            pages: 1,
            signed_hash: None,
            evidence_hash: [0; 32],
            signers: signers
                .map(|((id, party), signed)| signer(id, party, signed))
                .collect(),
            deeds: Vec::new(),
            reason: None,
            created_at: DateTime::UNIX_EPOCH,
            completed_at: None,
            version: 1,
        }
    }

    #[test]
    fn tenants_sign_in_any_order_then_the_guarantor_then_the_landlord() {
        let turn = |signed| {
            let agreement = agreement(AgreementState::Issued, signed);
            agreement.turn().map(|one| one.id.get()).collect::<Vec<_>>()
        };
        assert_eq!(turn([false, false, false, false]), [1, 2]);
        assert_eq!(turn([false, true, false, false]), [1]);
        assert_eq!(turn([true, true, false, false]), [3]);
        assert_eq!(turn([true, true, true, false]), [4]);
        assert!(turn([true, true, true, true]).is_empty());
        assert!(agreement(AgreementState::Issued, [true; 4]).is_signed_by_all());
    }

    #[test]
    fn nobody_signs_what_is_closed() {
        for state in [
            AgreementState::Signed,
            AgreementState::Declined,
            AgreementState::Voided,
        ] {
            let closed = agreement(state, [false; 4]);
            assert_eq!(closed.turn().count(), 0);
            assert!(!closed.may_sign(1.into()));
        }
    }

    #[test]
    fn who_signs_for_the_landlord_types_the_own_name() {
        use crate::domain::agreeing::agreement_terms::LandlordStyle;

        let mut agreement = agreement(AgreementState::Issued, [false; 4]);
        agreement.terms.landlord_name = "Helen Okafor".to_owned();
        agreement.terms.landlord.joint = vec!["Dev Okafor".to_owned()];
        let landlord = signer(3, Party::Landlord, false);
        let names = |agreement: &Agreement, member| agreement.names_to_type(&landlord, member);
        let both = ["Helen Okafor", "Dev Okafor"];
        assert_eq!(names(&agreement, None), both);
        assert_eq!(
            names(&agreement, Some("helen okafor")),
            ["helen okafor", "Dev Okafor"]
        );
        assert_eq!(
            names(&agreement, Some("Mo Ali")),
            ["Mo Ali", "Helen Okafor", "Dev Okafor"]
        );
        agreement.terms.landlord = LandlordStyle {
            is_company: true,
            ..LandlordStyle::default()
        };
        assert_eq!(names(&agreement, Some("Mo Ali")), ["Mo Ali"]);
        let tenant = signer(1, Party::Tenant, false);
        assert_eq!(agreement.names_to_type(&tenant, Some("Mo Ali")), ["Ann"]);
    }
}
