//! Agreements from the proposal to the last signature, and what moving in takes of them.

mod changes;
mod charged;
mod copies;
mod deed;
mod elsewhere;
mod guarantor;
mod joint;
mod kept;
mod landlord;
pub mod refusals;
mod story;
mod way;

use lintel_proto::{
    common::v1::Money,
    tenancy::v1::{
        Agreement, AgreementTerms, ApplicationStatus, Bill, BillPayer, GetAgreementRequest,
        GuaranteeDeed, IssueAgreementRequest, OpenAgreementRequest, Party, ProRata,
        ReadAgreementRequest, ReferenceKind, RentPeriod, RentTerms, SignAgreementByLinkRequest,
        SignAgreementRequest, Signature, TenancyMailKind, WitnessSignature,
        agreement_service_client::AgreementServiceClient,
        signing_service_client::SigningServiceClient,
    },
};
use tonic::Status;

use crate::{
    applying::{FLAT, apply, day, decide, mails, money, nobody, owner, request_id},
    harness::{Connection, World},
    references::{other_signature, signature},
    rights_to_rent::{check, record, waive},
};

const BILLS: [&str; 6] = [
    "council-tax",
    "electricity",
    "gas",
    "water",
    "tv-licence",
    "communications",
];

fn agreements(connection: &Connection) -> AgreementServiceClient<Connection> {
    AgreementServiceClient::new(connection.clone())
}

pub fn signing(world: &World) -> Result<SigningServiceClient<Connection>, Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    Ok(SigningServiceClient::new(connection))
}

pub fn terms() -> AgreementTerms {
    let bills = BILLS.map(|bill| Bill {
        bill: bill.to_owned(),
        payer: BillPayer::Tenant.into(),
        ..Bill::default()
    });
    AgreementTerms {
        landlord_name: "Olive Owner".to_owned(),
        landlord_address: "8 Long Lane, Leeds LS1 4AB".to_owned(),
        start_date: day(2026, 12, 1),
        monthly_rent: money(115_000),
        rent_terms: Some(RentTerms {
            period: RentPeriod::Monthly.into(),
            due_day: 1,
            pro_rata: ProRata::DaysOfYear.into(),
            ..RentTerms::default()
        }),
        deposit: money(120_000),
        bills: bills.to_vec(),
        guarantor_signs: true,
        ..AgreementTerms::default()
    }
}

/// Ann's application, approved, with nothing missing but the agreement.
pub async fn ready(world: &World) -> anyhow::Result<i64> {
    approved(world, "Ann").await
}

pub async fn issue(
    connection: &Connection,
    application_id: i64,
    terms: AgreementTerms,
    content: &[u8],
) -> Result<Agreement, Status> {
    let request = IssueAgreementRequest {
        application_id,
        terms: Some(terms),
        content: content.to_vec(),
        request_id: request_id(),
    };
    let reply = agreements(connection).issue_agreement(request).await?;
    Ok(reply.into_inner().agreement.unwrap_or_default())
}

async fn get(connection: &Connection, application_id: i64) -> Result<Agreement, Status> {
    let request = GetAgreementRequest { application_id };
    let reply = agreements(connection).get_agreement(request).await?;
    Ok(reply.into_inner().agreement.unwrap_or_default())
}

/// The tokens that were mailed with `kind`, to whom, in their order.
async fn links(world: &World, kind: TenancyMailKind) -> anyhow::Result<Vec<(String, String)>> {
    let sent = mails(world).await?.into_iter();
    let sent = sent.filter(|(one, _)| *one == kind);
    Ok(sent
        .map(|(_, mail)| (mail.recipient_email, mail.token))
        .collect())
}

/// The token that was mailed last with `kind`.
pub async fn link(world: &World, kind: TenancyMailKind) -> anyhow::Result<String> {
    let last = links(world, kind).await?.pop();
    let (_, token) = last.ok_or_else(|| anyhow::anyhow!("no mail"))?;
    Ok(token)
}

pub async fn open(world: &World, token: &str) -> Result<Agreement, Status> {
    let request = OpenAgreementRequest {
        token: token.to_owned(),
    };
    let reply = signing(world)?.open_agreement(request).await?;
    Ok(reply.into_inner().agreement.unwrap_or_default())
}

async fn document(world: &World, token: &str) -> Result<Vec<u8>, Status> {
    let request = ReadAgreementRequest {
        token: token.to_owned(),
    };
    let reply = signing(world)?.read_agreement(request).await?;
    Ok(reply.into_inner().content)
}

/// The signature of somebody of this name; a guarantor's goes under the deed, with a witness.
pub fn signed(name: &str, agreement: &Agreement) -> Signature {
    let deed = deed_of(name, agreement);
    let document = deed.map_or(&agreement.document_hash, |deed| &deed.document_hash);
    Signature {
        display_name: name.to_owned(),
        consent: true,
        signature: signature(),
        document_hash: document.clone(),
        time_zone: "Europe/London".to_owned(),
        language: "en-GB".to_owned(),
        witness: deed.map(|_| witness()),
    }
}

/// The deed of the caller, or else of the first guarantor of this name.
fn deed_of<'a>(name: &str, agreement: &'a Agreement) -> Option<&'a GuaranteeDeed> {
    let guarantors = agreement.signers.iter();
    let guarantors = guarantors.filter(|one| one.party() == Party::Guarantor);
    let named = guarantors.filter(|one| one.display_name.eq_ignore_ascii_case(name));
    let named: Vec<_> = named.collect();
    let own = named.iter().find(|one| one.is_caller).or(named.first())?;
    let mut deeds = agreement.deeds.iter();
    deeds.find(|deed| deed.signer_id == own.signer_id)
}

/// Somebody who sees a guarantor sign.
pub fn witness() -> WitnessSignature {
    WitnessSignature {
        display_name: "Maureen Adeyinka-Clarke".to_owned(),
        address: "29 Sedgefield Rise\nExeter EX4 2NQ".to_owned(),
        occupation: String::new(),
        consent: true,
        signature: other_signature(),
    }
}

pub async fn sign_by_link(
    world: &World,
    token: &str,
    signature: Signature,
) -> Result<Agreement, Status> {
    let request = SignAgreementByLinkRequest {
        token: token.to_owned(),
        signature: Some(signature),
        request_id: request_id(),
    };
    let reply = signing(world)?.sign_agreement_by_link(request).await?;
    Ok(reply.into_inner().agreement.unwrap_or_default())
}

async fn sign(
    connection: &Connection,
    application_id: i64,
    signature: Signature,
) -> Result<Agreement, Status> {
    let request = SignAgreementRequest {
        application_id,
        signature: Some(signature),
        request_id: request_id(),
    };
    let reply = agreements(connection).sign_agreement(request).await?;
    Ok(reply.into_inner().agreement.unwrap_or_default())
}

fn pence(money: Option<Money>) -> i64 {
    money.map_or(0, |money| money.minor_units)
}

/// Everybody who is asked signs by their link, in their order, and then the landlord.
pub async fn all_sign(world: &World, id: i64) -> anyhow::Result<Agreement> {
    let mut done = Vec::new();
    loop {
        let mut asked = links(world, TenancyMailKind::AgreementToSign).await?;
        asked.extend(links(world, TenancyMailKind::AgreementReminder).await?);
        let mut asked = asked.into_iter().map(|(_, token)| token);
        let Some(token) = asked.find(|token| !done.contains(token)) else {
            break;
        };
        // The link of an agreement that is void is dead, and one that was declined is only shown.
        if let Ok(seen) = open(world, &token).await {
            let mut signers = seen.signers.iter();
            if let Some(own) = signers.find(|one| one.is_caller && one.may_sign) {
                sign_by_link(world, &token, signed(&own.display_name, &seen)).await?;
            }
        }
        done.push(token);
    }
    let hers = owner(world, 1)?;
    let issued = get(&hers, id).await?;
    Ok(sign(&hers, id, signed("Olive Owner", &issued)).await?)
}

/// Waives the references of an application and approves it; `joint` is whose tenancy they share.
async fn approve(world: &World, id: i64, joint: i64) -> anyhow::Result<()> {
    let hers = owner(world, 1)?;
    for kind in [ReferenceKind::Guarantor, ReferenceKind::Employer] {
        waive(&hers, id, kind, "Known to me").await?;
    }
    decide(world, id, ApplicationStatus::Approved, joint).await?;
    Ok(())
}

/// Somebody's application for the flat, approved, with nothing missing but the agreement.
async fn approved(world: &World, name: &str) -> anyhow::Result<i64> {
    let (application, _) = apply(world, name, FLAT, None).await?;
    let id = application.application_id;
    approve(world, id, 0).await?;
    record(&owner(world, 1)?, check(id, None)).await?;
    Ok(id)
}
