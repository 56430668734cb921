//! Copies of what is held: of an organisation for its Owner, of a person for that person.

use std::collections::BTreeSet;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use lintel_auth::{Export, TokenVerifier};
use lintel_core::{Error, OrganisationId, Principal, Role};
use lintel_db::{
    Db, Scope, Tx,
    export::{self, Page, Section},
};
use serde_json::{Map, Value};

use super::{
    applying::{applicant, locked::act_in},
    keeping::keys::Keys,
    letting::own_tenancies,
    references::References,
    rent::bank_seal::BankSeal,
};
use crate::{
    domain::references::ReferenceKind,
    store::{
        self,
        keeping::export::{
            ASKED_REFERENCES, BANK_LINES_FILE, DEED_SIGNING, OWN_AGREEMENTS, OWN_APPLICATION,
            OWN_CONFIRMATION, OWN_DEPOSIT, OWN_DEPOSIT_ANSWER, OWN_DOCUMENTS, OWN_HOLDING_DEPOSIT,
            OWN_LEDGER, OWN_PAPERS, OWN_PET_REQUESTS, OWN_REFERENCE, OWN_RIGHT_TO_RENT,
            OWN_SIGNING, OWN_TENANCY, OWN_TENANCY_DOCUMENTS, REFERENCES_FILE, SECTIONS,
            SIGNED_AGREEMENTS, SIGNED_DEEDS, SIGNER, SIGNING,
        },
    },
};

/// The files of a tenant's copy, in their order.
const OF_TENANT: [Section; 15] = [
    OWN_TENANCY,
    OWN_CONFIRMATION,
    OWN_LEDGER,
    OWN_DEPOSIT,
    OWN_DEPOSIT_ANSWER,
    OWN_PAPERS,
    OWN_PET_REQUESTS,
    OWN_AGREEMENTS,
    OWN_SIGNING,
    OWN_TENANCY_DOCUMENTS,
    OWN_APPLICATION,
    OWN_HOLDING_DEPOSIT,
    OWN_DOCUMENTS,
    OWN_RIGHT_TO_RENT,
    ASKED_REFERENCES,
];

/// The files of a guarantor's copy, in their order.
const OF_GUARANTOR: [Section; 6] = [
    OWN_REFERENCE,
    SIGNED_AGREEMENTS,
    SIGNER,
    SIGNING,
    SIGNED_DEEDS,
    DEED_SIGNING,
];

/// Copies of data.
#[derive(Debug, Clone)]
pub struct TenancyData {
    db: Db,
    verifier: TokenVerifier,
    references: References,
    keys: Keys,
}

impl TenancyData {
    /// Copies of what is kept in `db`; `verifier` reads the tokens of exports, `references` opens what was answered, `keys` what banks'
    /// files say.
    #[must_use]
    pub const fn new(db: Db, verifier: TokenVerifier, references: References, keys: Keys) -> Self {
        Self {
            db,
            verifier,
            references,
            keys,
        }
    }

    /// A page of what is held of the caller's organisation, for the export that `token` names.
    ///
    /// # Errors
    /// `EXPORT_NOT_BEGUN`, `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_tenancy_data", skip_all)]
    pub async fn read(
        &self,
        caller: &Principal,
        token: &str,
        page_token: &str,
    ) -> Result<Page, Error> {
        let begun = Export::begun(&self.verifier, token, caller)?;
        let organisation = begun.organisation_of(caller)?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let mut page = export::read(&mut tx, SECTIONS, organisation.get(), page_token).await?;
        if page.file == REFERENCES_FILE {
            self.open(&mut tx, organisation, &mut page.rows).await?;
        } else if page.file == BANK_LINES_FILE && !page.rows.is_empty() {
            let key = self.keys.of_organisation(&mut tx, organisation).await?;
            open_lines(&BankSeal::new(organisation, key), &mut page.rows)?;
        }
        // The key of an organisation may have been made just now.
        tx.commit().await?;
        Ok(page)
    }

    /// A page of what is held of the caller, who is no landlord, for the export that `token` names. Each page is a file, or a
    /// part of one.
    ///
    /// # Errors
    /// `EXPORT_NOT_BEGUN`, `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_own_tenancy_data", skip_all)]
    pub async fn read_own(
        &self,
        caller: &Principal,
        token: &str,
        page_token: &str,
    ) -> Result<Page, Error> {
        Export::begun(&self.verifier, token, caller)?;
        let files = match caller.role {
            Role::Tenant => &OF_TENANT[..],
            Role::Guarantor => &OF_GUARANTOR[..],
            Role::Employer | Role::Landlord => &[OWN_REFERENCE][..],
        };
        let place = Place::parse(page_token).filter(|place| place.file < files.len());
        let place = place.ok_or_else(crate::error::bad_page_token)?;
        let section = &files[place.file];
        let mut tx = self.db.begin(Scope::user(caller.user)).await?;
        let mut found = Page {
            file: section.file,
            rows: Vec::new(),
            next: (place.file + 1 < files.len()).then(|| (place.file + 1).to_string()),
        };
        let owned = self.owned(&mut tx, caller, section).await?;
        let mut after = place.after;
        for (nth, (organisation, id)) in owned.into_iter().enumerate().skip(place.nth) {
            act_in(&mut tx, caller, organisation).await?;
            let sections = std::slice::from_ref(section);
            let mut page = export::read(&mut tx, sections, id, std::mem::take(&mut after)).await?;
            if page.file == REFERENCES_FILE {
                self.open(&mut tx, organisation, &mut page.rows).await?;
            }
            found.rows.extend(page.rows);
            // A ledger of many years is more than a page.
            if let Some(more) = page.next {
                found.next = Some(format!("{}.{nth}.{more}", place.file));
                break;
            }
        }
        tx.commit().await?;
        Ok(found)
    }

    /// The caller's own rows that a file is made of, each in its organisation. An account has at most 200 of them.
    async fn owned(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        section: &Section,
    ) -> Result<Vec<(OrganisationId, i64)>, Error> {
        if section.owner == OWN_APPLICATION.owner {
            let own = applicant::of_account(tx, caller).await?.into_iter();
            return Ok(own.map(|(owner, id)| (owner, id.get())).collect());
        }
        // A tenancy that the account did not confirm may be somebody else's.
        if section.owner == OWN_TENANCY.owner {
            let own = own_tenancies::of_account(tx, caller).await?.into_iter();
            let own = own.filter(|one| one.mine == Some(true));
            return Ok(own
                .map(|one| (one.organisation, one.tenant.get()))
                .collect());
        }
        if section.owner == OWN_CONFIRMATION.owner {
            let own = own_tenancies::of_account(tx, caller).await?.into_iter();
            let answered = own.filter(|one| one.mine.is_some());
            let within: BTreeSet<_> = answered.map(|one| one.organisation).collect();
            let user = caller.user.get();
            return Ok(within.into_iter().map(|owner| (owner, user)).collect());
        }
        let Some(address) = store::keeping::account::email_key(tx, caller.user).await? else {
            return Ok(Vec::new());
        };
        if section.owner == SIGNER.owner {
            return signers(tx, caller, &address).await;
        }
        let kind = match caller.role {
            Role::Guarantor => ReferenceKind::Guarantor,
            Role::Employer => ReferenceKind::Employer,
            Role::Landlord | Role::Tenant => return Ok(Vec::new()),
        };
        let own = store::references::reference::of_address(tx, kind, &address).await?;
        let own = own.into_iter();
        Ok(own.map(|(owner, id)| (owner, id.get())).collect())
    }

    /// Puts what was answered in place of what is sealed.
    async fn open(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        rows: &mut [String],
    ) -> Result<(), Error> {
        for row in rows {
            let mut fields: Map<String, Value> =
                serde_json::from_str(row).map_err(Error::internal)?;
            let sealed = match fields.remove("sealed") {
                Some(Value::String(sealed)) => Some(sealed),
                _ => None,
            };
            let id = fields.get("referenceId").and_then(Value::as_i64);
            let answer = match (sealed, id) {
                (Some(sealed), Some(id)) => {
                    let sealed = decoded(&sealed)?;
                    let references = &self.references;
                    let answer = references.answer_of(tx, organisation, id.into(), &sealed);
                    answer
                        .await?
                        .map(|answer| crate::contract::referee_forms::exported(&answer))
                }
                _ => None,
            };
            fields.insert("answer".to_owned(), answer.unwrap_or(Value::Null));
            *row = serde_json::to_string_pretty(&fields).map_err(Error::internal)?;
        }
        Ok(())
    }
}

/// The rows of whoever has a verified address among the signers of agreements, each in its organisation. The transaction acts in the last
/// of them from then on.
async fn signers(
    tx: &mut Tx,
    caller: &Principal,
    verified: &str,
) -> Result<Vec<(OrganisationId, i64)>, Error> {
    let mut own = Vec::new();
    let mut agreements = store::agreeing::agreement_signer::of_address(tx, verified).await?;
    // Somebody who signs twice is found twice.
    agreements.dedup();
    for (organisation, agreement, _) in agreements {
        act_in(tx, caller, organisation).await?;
        let signers =
            store::agreeing::agreement_signer::of_agreement(tx, organisation, agreement).await?;
        let signers = signers.into_iter();
        let theirs = signers.filter(|one| one.email.to_lowercase() == verified);
        own.extend(theirs.map(|one| (organisation, one.id.get())));
    }
    Ok(own)
}

/// Where a copy of somebody's own goes on: with which file, of which of their rows, and behind what.
struct Place<'a> {
    file: usize,
    nth: usize,
    after: &'a str,
}

impl<'a> Place<'a> {
    fn parse(token: &'a str) -> Option<Self> {
        let mut parts = token.splitn(3, '.');
        let file = match parts.next().unwrap_or_default() {
            "" => 0,
            file => file.parse().ok()?,
        };
        let nth = parts.next().map_or(Ok(0), str::parse).ok()?;
        let after = parts.next().unwrap_or_default();
        Some(Self { file, nth, after })
    }
}

/// Puts who paid and what for in place of what is sealed.
fn open_lines(seal: &BankSeal, rows: &mut [String]) -> Result<(), Error> {
    for row in rows {
        let mut fields: Map<String, Value> = serde_json::from_str(row).map_err(Error::internal)?;
        let (key, sealed) = (fields.remove("lineKey"), fields.remove("sealed"));
        let (Some(Value::String(key)), Some(Value::String(sealed))) = (key, sealed) else {
            return Err(Error::internal("a line of a bank's file without its text"));
        };
        let said = seal.open(&key, &decoded(&sealed)?)?;
        fields.insert("payer".to_owned(), said.payer.into());
        fields.insert("reference".to_owned(), said.reference.into());
        *row = serde_json::to_string_pretty(&fields).map_err(Error::internal)?;
    }
    Ok(())
}

/// The bytes of a column; PostgreSQL breaks base64 into lines.
fn decoded(sealed: &str) -> Result<Vec<u8>, Error> {
    let sealed: String = sealed.split_whitespace().collect();
    STANDARD.decode(sealed).map_err(Error::internal)
}
