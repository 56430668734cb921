//! Who lets: the landlord of the settings, whom identity tells, and who signs for them.

use lintel_proto::{
    access::v1::Role,
    identity::v1::{
        AccountAddress, AccountChanged, Landlord, LandlordKind, OrganisationChanged,
        OrganisationProfile, OrganisationSnapshot,
    },
    tenancy::v1::{
        AgreementState, AgreementTerms, PreviewAgreementMailsRequest, PreviewAgreementRequest,
        ProposeAgreementRequest, TenancyMailKind,
    },
};
use tonic::Code;

use super::{agreements, get, issue, link, ready, sign, sign_by_link, signed, terms};
use crate::{
    applying::{owner, world},
    harness::{World, fields, reason, refusal},
};

/// Lets identity know who lets in organisation 1, and the name of the member who acts for it.
fn lets(world: &World, landlord: Landlord, member: &str) -> anyhow::Result<()> {
    let profile = OrganisationProfile {
        display_name: "Northern Lets".to_owned(),
        landlord: Some(landlord),
        off_mails: Vec::new(),
    };
    let address = AccountAddress {
        verified_email: "olive@example.com".to_owned(),
        display_name: member.to_owned(),
    };
    let sealer = world.opener.sealer();
    let organisation = OrganisationChanged {
        organisation_id: 1,
        version: 2,
        profile: Some(sealer.seal(&profile)?),
        profile_for_viewings: None,
        ..OrganisationChanged::default()
    };
    let account = AccountChanged {
        user_id: 11,
        role: Role::Landlord.into(),
        version: 1,
        address: Some(sealer.seal(&address)?),
        ..AccountChanged::default()
    };
    world.owners.know(|known| {
        known.accounts.push(account);
        known.organisations.push(OrganisationSnapshot {
            organisation: Some(organisation),
            members: Vec::new(),
        });
    });
    Ok(())
}

fn helen() -> Landlord {
    Landlord {
        kind: LandlordKind::Person.into(),
        display_names: vec!["Helen O'Kafor".to_owned()],
        trading_as: "Okafor Lettings".to_owned(),
        notice_address: "4 Queen Charlotte Court, Bristol BS1 4HE".to_owned(),
        ..Landlord::default()
    }
}

fn nobody() -> AgreementTerms {
    AgreementTerms {
        landlord_name: String::new(),
        landlord_address: String::new(),
        ..terms()
    }
}

#[tokio::test]
async fn an_agreement_without_a_landlord_is_not_issued() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let hers = owner(&world, 1)?;
    let refused = refusal(issue(&hers, id, nobody(), b"").await)?;
    assert_eq!(
        (refused.code(), reason(&refused)),
        (Code::FailedPrecondition, "LANDLORD_NOT_GIVEN".to_owned())
    );
    let portfolio = AgreementTerms {
        landlord_name: "Olive Owner\u{2019}s portfolio".to_owned(),
        ..terms()
    };
    let refused = refusal(issue(&hers, id, portfolio, b"").await)?;
    assert_eq!(fields(&refused), ["terms.landlord_name"]);
    Ok(())
}

#[tokio::test]
async fn the_landlord_of_the_settings_lets_and_signs_under_the_own_name() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let hers = owner(&world, 1)?;
    lets(&world, helen(), "Mo Ali")?;
    let request = ProposeAgreementRequest { application_id: id };
    let proposed = agreements(&hers).propose_agreement(request).await?;
    let proposed = proposed.into_inner().terms.unwrap_or_default();
    assert_eq!(proposed.landlord_name, "Helen O'Kafor");
    assert_eq!(proposed.landlord_trading_as, "Okafor Lettings");
    assert_eq!(proposed.landlord_address, helen().notice_address);
    assert_eq!(proposed.deposit, None, "nobody overlooks the deposit");
    let issued = issue(&hers, id, nobody(), b"").await?;
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    sign_by_link(&world, &token, signed("Ann", &issued)).await?;
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    sign_by_link(&world, &token, signed("Gus Guarantor", &issued)).await?;
    let turn = get(&hers, id).await?;
    let own = turn.signers.last().map(|one| one.own_names.clone());
    assert_eq!(own.unwrap_or_default(), ["Mo Ali", "Helen O'Kafor"]);
    let other = refusal(sign(&hers, id, signed("Olive Owner", &issued)).await)?;
    assert_eq!(fields(&other), ["signature.display_name"]);
    let done = sign(&hers, id, signed("helen o\u{2019}kafor", &issued)).await?;
    assert_eq!(done.state(), AgreementState::Signed);
    Ok(())
}

#[tokio::test]
async fn a_member_signs_for_a_company_under_the_own_name_alone() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let hers = owner(&world, 1)?;
    let company = Landlord {
        kind: LandlordKind::Company.into(),
        display_names: vec!["Okafor Homes Ltd".to_owned()],
        company_number: "01234567".to_owned(),
        ..helen()
    };
    lets(&world, company, "Mo Ali")?;
    let issued = issue(&hers, id, nobody(), b"").await?;
    assert_eq!(
        issued.signers.last().map(|one| one.display_name.as_str()),
        Some("Okafor Homes Ltd")
    );
    for (name, kind) in [("Ann", "tenant"), ("Gus Guarantor", "guarantor")] {
        let token = link(&world, TenancyMailKind::AgreementToSign).await?;
        let done = sign_by_link(&world, &token, signed(name, &issued)).await;
        assert!(done.is_ok(), "the {kind} signs");
    }
    let refused = refusal(sign(&hers, id, signed("Okafor Homes Ltd", &issued)).await)?;
    assert_eq!(fields(&refused), ["signature.display_name"]);
    let done = sign(&hers, id, signed("Mo Ali", &issued)).await?;
    assert_eq!(done.state(), AgreementState::Signed);
    Ok(())
}

#[tokio::test]
async fn a_draft_is_shown_before_it_is_issued_and_nothing_is_kept() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let hers = owner(&world, 1)?;
    let request = PreviewAgreementRequest {
        deed: false,
        application_id: id,
        terms: Some(AgreementTerms {
            deposit: None,
            ..nobody()
        }),
    };
    let made = agreements(&hers).preview_agreement(request).await?;
    assert!(made.into_inner().content.starts_with(b"%PDF"));
    let request = PreviewAgreementRequest {
        deed: true,
        application_id: id,
        terms: Some(terms()),
    };
    let made = agreements(&hers).preview_agreement(request.clone()).await?;
    let made = made.into_inner();
    assert_eq!(made.file_name, format!("deed-draft-{id}.pdf"));
    assert!(made.content.starts_with(b"%PDF"));
    let alone = PreviewAgreementRequest {
        terms: Some(AgreementTerms {
            guarantor_signs: false,
            ..terms()
        }),
        ..request
    };
    let refused = refusal(agreements(&hers).preview_agreement(alone).await)?;
    assert_eq!(fields(&refused), ["terms.guarantor_signs"]);
    let request = PreviewAgreementMailsRequest {
        application_id: id,
        terms: Some(terms()),
    };
    let planned = agreements(&hers).preview_agreement_mails(request).await?;
    let planned: Vec<_> = planned.into_inner().mails.into_iter().collect();
    let to: Vec<_> = planned.iter().filter_map(|one| one.mail.as_ref()).collect();
    let names: Vec<_> = to.iter().map(|mail| mail.recipient_name.as_str()).collect();
    assert_eq!(names, ["Ann", "Gus Guarantor"]);
    assert!(
        to.iter().all(|mail| mail.token.is_empty()),
        "no secret is shown"
    );
    assert_eq!(
        get(&hers, id).await.map_err(|status| status.code()).err(),
        Some(Code::NotFound)
    );
    let theirs = owner(&world, 2)?;
    let request = PreviewAgreementRequest {
        deed: false,
        application_id: id,
        terms: None,
    };
    let refused = agreements(&theirs).preview_agreement(request).await;
    assert_eq!(
        refused.map_err(|status| status.code()).err(),
        Some(Code::NotFound)
    );
    Ok(())
}
